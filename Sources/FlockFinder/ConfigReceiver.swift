/// Puts together what a device notifies on its config characteristic: replies, and configs in one piece or in several.
package struct ConfigReceiver: Sendable {
    /// A config as it arrived.
    package struct Received: Sendable, Hashable {
        package var bytes: [UInt8]
        /// The length of each part.
        package var parts: [Int]
        /// Notifications that the link says were lost meanwhile.
        package var lost: Int
        /// Whether it stood between markers.
        package var isFramed: Bool
        /// Bytes beyond ``ConfigReceiver/lengthLimit``, which are not kept.
        package var dropped = 0

        package init(bytes: [UInt8] = [], parts: [Int] = [], lost: Int = 0, isFramed: Bool = false) {
            self.bytes = bytes
            self.parts = parts
            self.lost = lost
            self.isFramed = isFramed
        }

        /// Whether parts end where the ATT MTU ends a notification, so that the device probably meant to say more: the firmware
        /// that speaks the nested dialect does not look at the MTU.
        ///
        /// - Parameter mtu: The ATT MTU of the connection.
        package func looksCut(mtu: Int) -> Bool {
            mtu < 503 && parts.contains(mtu - 3) && bytes.starts(with: #"{"version""#.utf8)
        }
    }

    package enum Event: Sendable, Hashable {
        case reply(DeviceReply)
        case config(Received)
        /// Something else: the end of what had no beginning, or text that is none of these.
        case stray([UInt8])
    }

    /// Bytes of a config that are kept.
    package static let lengthLimit = 64 * 1024
    private static let prefix = Array("CONFIG:".utf8)
    private static let replyStart = Array(#"{"evt""#.utf8)

    private var receiving: Received?

    /// Bytes of the config under way.
    package var received: Int { receiving?.bytes.count ?? 0 }

    package init() {}

    /// Takes one notification. Returns nil for a part of a config that goes on.
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
        // A reply that the ATT MTU has cut.
        if bytes.starts(with: Self.replyStart) { return .stray(bytes) }
        if bytes.first == UInt8(ascii: "{") { return .config(Received(bytes: bytes, parts: [bytes.count])) }
        if bytes.starts(with: Self.prefix) {
            let text = Array(bytes.dropFirst(Self.prefix.count))
            return .config(Received(bytes: text, parts: [bytes.count]))
        }
        return .stray(bytes)
    }

    /// So many notifications were lost on the way.
    package mutating func lost(_ count: Int) { receiving?.lost += count }

    /// Ends a config that is incomplete, and gives the part that has arrived; nil if none was under way.
    package mutating func giveUp() -> Received? {
        defer { receiving = nil }
        return receiving
    }

    /// The firmware sends its markers with the NUL at their ends.
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
