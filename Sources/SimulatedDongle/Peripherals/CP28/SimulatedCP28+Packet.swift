extension SimulatedCP28 {
    /// Command in a packet.
    package struct Command: Sendable, Hashable {
        /// Code of the command, such as 0x60 for a save.
        package let code: UInt8
        /// Data of at most 255 bytes.
        package let data: [UInt8]

        package init(_ code: UInt8, _ data: [UInt8] = []) {
            self.code = code
            self.data = data
        }

        static let save: UInt8 = 0x60

        /// Decodes a whole packet; nil if its header, length or checksum is wrong.
        ///
        ///     4E 4F   command   length   data (0…255)   command ^ length ^ data
        init?(packet: [UInt8]) {
            guard packet.count >= 5, packet[0] == 0x4E, packet[1] == 0x4F, Int(packet[3]) == packet.count - 5,
                packet[2...].reduce(0, ^) == 0
            else { return nil }
            self.init(packet[2], Array(packet[4..<packet.count - 1]))
        }

        /// Returns the packet that answers a command: its code and one status byte. The real
        /// beacon's packet is unknown.
        func reply(_ status: ReplyStatus) -> [UInt8] {
            [0x4E, 0x4F, code, 1, status.rawValue, code ^ 1 ^ status.rawValue]
        }
    }

    /// Status of an answer. Assumed: no source describes the real beacon's answers.
    enum ReplyStatus: UInt8 {
        case done = 0
        case refused = 1
    }
}
