/// Assembles the notifications of a device's config characteristic into replies and configs, which
/// arrive in one piece or in several.
package struct ConfigReceiver: Sendable {
    /// A config as it arrived.
    package struct Received: Sendable, Hashable {
        package var bytes: [UInt8]
        /// Length of each part, in bytes.
        package var parts: [Int]
        /// Notifications that the link reported as lost meanwhile.
        package var lost: Int
        /// Whether the config stood between markers.
        package var isFramed: Bool
        /// Bytes beyond ``ConfigReceiver/lengthLimit``, which are discarded.
        package var dropped = 0

        package init(bytes: [UInt8] = [], parts: [Int] = [], lost: Int = 0, isFramed: Bool = false) {
            self.bytes = bytes
            self.parts = parts
            self.lost = lost
            self.isFramed = isFramed
        }

        /// Whether a part is as long as the ATT MTU allows, so that the MTU has probably cut it:
        /// the firmware that uses the nested dialect ignores the MTU.
        ///
        /// - Parameter mtu: ATT MTU of the connection.
        package func looksCut(mtu: Int) -> Bool {
            mtu < 503 && parts.contains(mtu - 3) && bytes.starts(with: #"{"version""#.utf8)
        }
    }

    package enum Event: Sendable, Hashable {
        case reply(DeviceReply)
        case config(Received)
        /// Bytes that are neither a reply nor a config, such as the end of a config whose beginning
        /// is missing.
        case stray([UInt8])
    }

    /// Most bytes of a config that are kept.
    package static let lengthLimit = 64 * 1024
    private static let prefix = Array("CONFIG:".utf8)
    private static let replyStart = Array(#"{"evt""#.utf8)

    private var receiving: Received?

    /// Bytes received so far of the current config.
    package var received: Int { receiving?.bytes.count ?? 0 }

    package init() {}

    /// Takes one notification. Returns nil if it is part of a config that is not complete yet.
    package mutating func take(_ bytes: [UInt8]) -> Event? {
        if let reply = DeviceReply(bytes) { return .reply(reply) }
        let marker = Self.withoutNULs(bytes)
        if marker == ConfigChunks.start[...] {
            receiving = Received(isFramed: true)
            return nil
        }
        if receiving != nil {
            guard marker == ConfigChunks.end[...] else {
                append(bytes)
                return nil
            }
            defer { receiving = nil }
            return receiving.map { .config($0) }
        }
        // A reply that was cut at the ATT MTU.
        if bytes.starts(with: Self.replyStart) { return .stray(bytes) }
        if bytes.first == UInt8(ascii: "{") { return .config(Received(bytes: bytes, parts: [bytes.count])) }
        if bytes.starts(with: Self.prefix) {
            let text = Array(bytes.dropFirst(Self.prefix.count))
            return .config(Received(bytes: text, parts: [bytes.count]))
        }
        return .stray(bytes)
    }

    /// Counts notifications that were lost on the way.
    package mutating func lost(_ count: Int) { receiving?.lost += count }

    /// Ends an incomplete config and returns the part that has arrived; nil if none was being
    /// received.
    package mutating func giveUp() -> Received? {
        defer { receiving = nil }
        return receiving
    }

    /// The firmware sends its markers with a NUL at the end.
    private static func withoutNULs(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[...(bytes.lastIndex { $0 != 0 } ?? -1)]
    }

    private mutating func append(_ bytes: [UInt8]) {
        let room = max(0, Self.lengthLimit - received)
        receiving?.bytes += bytes.prefix(room)
        receiving?.dropped += bytes.count - min(bytes.count, room)
        if (receiving?.parts.count ?? 0) < Self.lengthLimit { receiving?.parts.append(bytes.count) }
    }
}
