extension SimulatedCP28 {
    /// What a packet asks of the beacon.
    package struct Command: Sendable, Hashable {
        /// 0x60 saves, and so on.
        package let code: UInt8
        /// At most 255 bytes.
        package let data: [UInt8]

        package init(_ code: UInt8, _ data: [UInt8] = []) {
            self.code = code
            self.data = data
        }

        static let save: UInt8 = 0x60

        /// Reads a whole packet; nil where its header, length or checksum is wrong.
        ///
        ///     4E 4F   command   length   data (0…255)   command ^ length ^ data
        init?(packet: [UInt8]) {
            guard packet.count >= 5, packet[0] == 0x4E, packet[1] == 0x4F, Int(packet[3]) == packet.count - 5,
                packet[2...].reduce(0, ^) == 0
            else { return nil }
            self.init(packet[2], Array(packet[4..<packet.count - 1]))
        }

        /// The packet that answers a command: its code, and one byte of status. The real beacon's is not known.
        func reply(_ status: ReplyStatus) -> [UInt8] {
            [0x4E, 0x4F, code, 1, status.rawValue, code ^ 1 ^ status.rawValue]
        }
    }

    /// Assumed: no source says what the real beacon answers.
    enum ReplyStatus: UInt8 {
        case done = 0
        case refused = 1
    }
}
