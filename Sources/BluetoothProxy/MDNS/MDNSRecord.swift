import ESPHomeAPI

/// Record of an answer.
struct MDNSRecord: Sendable, Hashable {
    /// Lifetime of records without a host, in seconds. Source: RFC 6762, 10.
    static let longTTL: UInt32 = 4500
    /// Lifetime of records with a host, in seconds.
    static let shortTTL: UInt32 = 120

    let name: [String]
    let type: UInt16
    let ttl: UInt32
    /// Whether the record is the only one of its name and type, and replaces what receivers remember.
    let isUnique: Bool
    let data: [UInt8]

    /// Returns the record's bytes.
    ///
    /// - Parameters:
    ///   - ttl: Another lifetime; 0 = the record ends.
    ///   - isLegacy: Whether the asker is no mDNS resolver: it does not know the bit for unique records.
    func bytes(ttl: UInt32? = nil, isLegacy: Bool = false) -> [UInt8] {
        MDNSRecord.bytes(of: name) + MDNSRecord.big16(type)
            + MDNSRecord.big16(isUnique && !isLegacy ? 0x8001 : 1)
            + MDNSRecord.big32(ttl ?? (isLegacy ? min(self.ttl, 10) : self.ttl))
            + MDNSRecord.big16(UInt16(truncatingIfNeeded: data.count)) + data
    }

    static func bytes(of name: [String]) -> [UInt8] {
        name.flatMap { [UInt8($0.utf8.prefix(63).count)] + $0.utf8.prefix(63) } + [0]
    }

    static func big16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)] }

    static func big32(_ value: UInt32) -> [UInt8] {
        big16(UInt16(value >> 16)) + big16(UInt16(truncatingIfNeeded: value))
    }

    /// Returns a response.
    ///
    /// - Parameter query: Query of an asker that is no mDNS resolver, to be repeated; nil for others.
    static func response(_ answers: [MDNSRecord], ttl: UInt32? = nil, to query: DNSQuery? = nil) -> [UInt8] {
        let questions = query?.questions.prefix(1) ?? []
        var bytes = big16(query?.id ?? 0) + big16(0x8400) + big16(UInt16(questions.count))
        bytes += big16(UInt16(answers.count)) + [0, 0, 0, 0]
        for question in questions {
            bytes += MDNSRecord.bytes(of: question.name) + big16(question.type) + big16(1)
        }
        for answer in answers { bytes += answer.bytes(ttl: ttl, isLegacy: query != nil) }
        return bytes
    }
}

/// A proxy as mDNS announces it.
///
/// Source: RFC 6763; ESPHome, `mdns_component.cpp`, for the keys of TXT.
struct MDNSService: Sendable, Hashable {
    static let type = ["_esphomelib", "_tcp", "local"]
    private static let list = ["_services", "_dns-sd", "_udp", "local"]

    let info: DeviceInfo
    let port: Int

    private var instance: [String] { [info.name] + MDNSService.type }
    private var host: [String] { [info.name, "local"] }

    private var pointer: MDNSRecord {
        MDNSRecord(
            name: MDNSService.type, type: DNSType.pointer, ttl: MDNSRecord.longTTL, isUnique: false,
            data: MDNSRecord.bytes(of: instance))
    }

    private var texts: [String] {
        [
            "mac=\(info.macDigits)", "friendly_name=\(info.friendlyName)", "version=\(DeviceInfo.esphomeVersion)",
            "project_name=\(info.project)", "project_version=\(info.projectVersion)", "network=ethernet",
        ] + (info.isEncrypted ? ["api_encryption=Noise_NNpsk0_25519_ChaChaPoly_SHA256"] : [])
    }

    /// Returns all records.
    ///
    /// - Parameter addresses: IPv4 addresses, four bytes each.
    func records(_ addresses: [[UInt8]]) -> [MDNSRecord] {
        let target = MDNSRecord.big16(0) + MDNSRecord.big16(0) + MDNSRecord.big16(UInt16(truncatingIfNeeded: port))
        return [
            pointer,
            MDNSRecord(
                name: instance, type: DNSType.service, ttl: MDNSRecord.shortTTL, isUnique: true,
                data: target + MDNSRecord.bytes(of: host)),
            MDNSRecord(
                name: instance, type: DNSType.text, ttl: MDNSRecord.longTTL, isUnique: true,
                data: texts.flatMap { [UInt8($0.utf8.prefix(255).count)] + $0.utf8.prefix(255) }),
        ]
            + addresses.map {
                MDNSRecord(name: host, type: DNSType.address, ttl: MDNSRecord.shortTTL, isUnique: true, data: $0)
            }
    }

    /// Returns the answers to a query; empty if it is about something else.
    func answers(to query: DNSQuery, _ addresses: [[UInt8]]) -> [MDNSRecord] {
        let all = records(addresses)
        var answers: [MDNSRecord] = []
        for question in query.questions {
            let isAny = question.type == DNSType.any
            if question.name == MDNSService.list, isAny || question.type == DNSType.pointer {
                answers.append(
                    MDNSRecord(
                        name: MDNSService.list, type: DNSType.pointer, ttl: MDNSRecord.longTTL, isUnique: false,
                        data: MDNSRecord.bytes(of: MDNSService.type)))
            } else if question.name == MDNSService.type, isAny || question.type == DNSType.pointer {
                // An asker of the type also wants the rest.
                if !query.knownInstances.contains(instance) { answers += all }
            } else {
                answers += all.filter { $0.name == question.name && (isAny || $0.type == question.type) }
            }
        }
        var seen: Set<MDNSRecord> = []
        return answers.filter { seen.insert($0).inserted }
    }
}
