import Advertising

extension SimulatedCP28.Settings {
    /// Executes a command, except for saving.
    ///
    /// - Parameter selected: Number of the selected frame, 1...6; nil = none selected yet.
    /// - Returns: False if the command is unknown, its data is out of range or the selected frame
    ///   does not accept it. Nothing is changed then.
    mutating func execute(_ command: SimulatedCP28.Command, selected: inout Int?) -> Bool {
        let data = command.data
        switch command.code {
        case 0x11...0x16 where data.isEmpty: selected = Int(command.code - 0x10)
        case SimulatedCP28.Command.save where data.isEmpty: break
        case 0x71: return rename(data)
        case 0xA0 where data.isEmpty: isTriggerOn = false
        default:
            guard let number = selected else { return false }
            return frames[number - 1].execute(command)
        }
        return true
    }

    private mutating func rename(_ data: [UInt8]) -> Bool {
        guard (1...SimulatedCP28.Settings.nameLimit).contains(data.count), data.allSatisfy({ $0 < 0x80 }) else {
            return false
        }
        name = String(decoding: data, as: UTF8.self)
        return true
    }
}

extension SimulatedCP28.Frame {
    /// Executes a command on the selected frame; see
    /// ``SimulatedCP28/Settings/execute(_:selected:)``.
    fileprivate mutating func execute(_ command: SimulatedCP28.Command) -> Bool {
        let data = command.data
        switch (command.code, data.count) {
        case (0x61, 0): kind = .deviceInfo
        case (0x62, 0): kind = .iBeacon
        case (0x74, 16) where kind == .iBeacon:
            identity = with(uuid: ProximityUUID(data.reduce(0) { $0 << 8 | UInt128($1) }))
        case (0x75, 2) where kind == .iBeacon: identity = with(major: number(data))
        case (0x76, 2) where kind == .iBeacon: identity = with(minor: number(data))
        case (0x77, 1) where kind != .disabled: measuredPowerDBm = Int8(bitPattern: data[0])
        case (0x78, 1) where kind != .disabled && data[0] > 0: interval = .milliseconds(Int(data[0]) * 100)
        case (0x79, 1) where kind != .disabled && SimulatedCP28.Settings.txPowers.contains(data[0]):
            txPowerIndex = data[0]
        case (0xFF, 0): kind = .disabled
        default: return false
        }
        return true
    }

    private func with(uuid: ProximityUUID? = nil, major: UInt16? = nil, minor: UInt16? = nil) -> BeaconIdentity {
        BeaconIdentity(
            uuid: uuid ?? identity.uuid, major: major ?? identity.major, minor: minor ?? identity.minor)
    }

    private func number(_ data: [UInt8]) -> UInt16 { UInt16(data[0]) << 8 | UInt16(data[1]) }
}
