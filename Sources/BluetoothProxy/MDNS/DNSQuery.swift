/// Question of a DNS message.
struct DNSQuestion: Sendable, Hashable {
    /// Labels, lower case.
    let name: [String]
    /// 1 A, 12 PTR, 16 TXT, 28 AAAA, 33 SRV, 255 any.
    let type: UInt16
    /// Whether the answer may be sent to the asker only.
    let wantsUnicast: Bool
}

/// A query, as far as a responder needs it.
///
/// ```
/// 0 id u16   2 flags u16   4 questions u16   6 answers u16   8 authorities u16   10 additional u16
/// question: name, type u16, class u16 (upper bit: unicast answer)
/// record:   name, type u16, class u16, TTL u32, length u16, data
/// ```
///
/// Source: RFC 1035, 4.1; RFC 6762, 5.4 and 18.
struct DNSQuery: Sendable, Hashable {
    /// Questions and known answers read of one message; further ones are ignored.
    private static let recordLimit = 64

    let id: UInt16
    private(set) var questions: [DNSQuestion] = []
    /// Names of PTR records that the asker knows for at least another half of their time.
    private(set) var knownInstances: Set<[String]> = []

    /// Nil for responses and anything that is no DNS message.
    init?(_ bytes: [UInt8]) {
        var reader = DNSReader(bytes)
        guard let id = reader.number16(), let flags = reader.number16(), flags & 0x8000 == 0,
            let questionCount = reader.number16(), let answerCount = reader.number16(), reader.skip(4)
        else { return nil }
        self.id = id
        for _ in 0..<min(Int(questionCount), Self.recordLimit) {
            guard let name = reader.name(), let type = reader.number16(), let group = reader.number16() else {
                return nil
            }
            guard group & 0x7FFF == 1 || group & 0x7FFF == 255 else { continue }
            questions.append(DNSQuestion(name: name, type: type, wantsUnicast: group & 0x8000 != 0))
        }
        guard questionCount <= Self.recordLimit else { return }
        for _ in 0..<min(Int(answerCount), Self.recordLimit) {
            // What was read before counts.
            guard reader.name() != nil, let type = reader.number16(), reader.skip(2), let ttl = reader.number32(),
                let length = reader.number16()
            else { return }
            let next = reader.position + Int(length)
            if type == DNSType.pointer, ttl >= MDNSRecord.longTTL / 2, let name = reader.name() {
                knownInstances.insert(name)
            }
            guard reader.move(to: next) else { return }
        }
    }
}

enum DNSType {
    static let address: UInt16 = 1
    static let pointer: UInt16 = 12
    static let text: UInt16 = 16
    static let service: UInt16 = 33
    static let any: UInt16 = 255
}

/// Reads the parts of a DNS message. Every read stays within the bytes and returns nil at their end.
struct DNSReader: Sendable {
    /// Labels of a name; names have at most 255 bytes. Source: RFC 1035, 2.3.4.
    private static let labelLimit = 128

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func number16() -> UInt16? {
        guard position + 2 <= bytes.count else { return nil }
        defer { position += 2 }
        return UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }

    mutating func number32() -> UInt32? {
        guard let upper = number16(), let lower = number16() else { return nil }
        return UInt32(upper) << 16 | UInt32(lower)
    }

    mutating func skip(_ count: Int) -> Bool { move(to: position + count) }

    mutating func move(to place: Int) -> Bool {
        guard place <= bytes.count else { return false }
        position = place
        return true
    }

    /// Reads a name. A pointer must lead backwards, so that reading ends.
    mutating func name() -> [String]? {
        var labels: [String] = []
        var place = position
        var end: Int?
        var limit = bytes.count
        while place < limit, labels.count < Self.labelLimit {
            let length = Int(bytes[place])
            switch length {
            case 0:
                position = end ?? place + 1
                return labels
            case 1...63:
                guard place + 1 + length <= limit else { return nil }
                labels.append(String(decoding: bytes[(place + 1)..<(place + 1 + length)], as: UTF8.self).lowercased())
                place += 1 + length
            case 0xC0...:
                guard place + 1 < limit else { return nil }
                let target = (length & 0x3F) << 8 | Int(bytes[place + 1])
                guard target < place else { return nil }
                end = end ?? place + 2
                (limit, place) = (place, target)
            default: return nil
            }
        }
        return nil
    }
}
