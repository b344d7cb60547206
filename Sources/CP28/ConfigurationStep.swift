/// One command of the sequence that configures a beacon.
package struct ConfigurationStep: Sendable, Hashable {
    /// Position in the sequence, 1...24.
    package let number: Int
    /// Description of the step.
    package let title: String
    package let packet: CP28Packet

    /// Number of steps in the sequence.
    package static let count = 24

    /// Returns the sequence, which ends with the command to save.
    ///
    /// Frame 1 sends device information, frame 2 is the iBeacon, frames 3 to 6 are off.
    package static func all(for wanted: BeaconConfiguration) -> [ConfigurationStep] {
        var steps: [ConfigurationStep] = []
        /// Never skips a step for its length: a configuration contains nothing longer than 20
        /// bytes.
        func add(_ title: String, _ command: CP28Command?, _ data: [UInt8] = []) {
            guard let command, let packet = CP28Packet(command, data) else { return }
            steps.append(ConfigurationStep(number: steps.count + 1, title: title, packet: packet))
        }
        func addSignal(of frame: Int) {
            add("frame \(frame): RSSI at 1 m", .rssiAt1m, [UInt8(bitPattern: wanted.rssiAt1mDBm)])
            add("frame \(frame): interval", .interval, [wanted.intervalUnits])
            add("frame \(frame): TX power", .txPower, [wanted.txPowerIndex])
        }
        add("name", .name, Array(wanted.name.utf8))
        add("select frame 1", .selectFrame(1))
        add("frame 1: device information", .deviceInfo)
        addSignal(of: 1)
        add("select frame 2", .selectFrame(2))
        add("frame 2: iBeacon", .iBeacon)
        add("frame 2: UUID", .uuid, wanted.identity.uuid.bytes)
        add("frame 2: major", .major, wanted.identity.major.bytes)
        add("frame 2: minor", .minor, wanted.identity.minor.bytes)
        addSignal(of: 2)
        add("trigger off", .triggerOff)
        for frame in 3...6 {
            add("select frame \(frame)", .selectFrame(frame))
            add("frame \(frame): off", .disableFrame)
        }
        add("save", .save)
        return steps
    }

    /// Whether the step asks the beacon to save.
    package var isSave: Bool { packet.command == .save }
}

extension UInt16 {
    /// The two bytes, most significant first.
    fileprivate var bytes: [UInt8] { [UInt8(self >> 8), UInt8(truncatingIfNeeded: self)] }
}
