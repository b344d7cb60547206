import Advertising

extension SimulatedCP28 {
    /// All that a beacon keeps: its name and its six frames.
    package struct Settings: Sendable, Hashable {
        /// At most 20 characters of ASCII.
        package var name: String
        /// The six frames; frame 1 comes first.
        package var frames: [Frame]
        /// Whether something may start a frame, such as the button.
        package var isTriggerOn = true

        static let frameCount = 6
        static let nameLimit = 20
        static let txPowers: ClosedRange<UInt8> = 0...7

        /// A beacon with one frame, an iBeacon in the first place. What the real one has there is not known; that the
        /// second is off makes a host that does not say what it wants of it fail.
        init(name: String, beacon: IBeacon, interval: Duration) {
            self.name = name
            let first = Frame(
                kind: .iBeacon, identity: beacon.identity, measuredPowerDBm: beacon.measuredPowerDBm,
                interval: interval)
            frames = [first] + Array(repeating: Frame(interval: interval), count: Settings.frameCount - 1)
        }

        /// The first iBeacon, which is the one that is advertised.
        package var advertised: Frame? { frames.first { $0.kind == .iBeacon } }

        /// What an advert of these settings holds: flags, and the iBeacon if there is one.
        var advert: [UInt8] {
            guard let frame = advertised else { return Settings.flags }
            let identity = frame.identity
            let head = Settings.flags + [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15]
            return head + identity.uuid.bytes + bigEndian(identity.major) + bigEndian(identity.minor)
                + [UInt8(bitPattern: frame.measuredPowerDBm)]
        }

        /// What an advert without the iBeacon holds: flags and the name.
        var plainAdvert: [UInt8] { Settings.flags + nameElement }

        /// What an active scanner gets on asking: the name, and the service FFE0 where there is one.
        func scanResponse(hasService: Bool) -> [UInt8] {
            nameElement + (hasService ? [0x03, 0x03, 0xE0, 0xFF] : [])
        }

        private static let flags: [UInt8] = [0x02, 0x01, 0x06]

        private var nameElement: [UInt8] {
            let name = Array(name.utf8)
            return [UInt8(name.count + 1), 0x09] + name
        }

        private func bigEndian(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)] }
    }

    /// One of the six things that a beacon can send.
    package struct Frame: Sendable, Hashable {
        /// All that a frame can send.
        package enum Kind: Sendable, Hashable {
            case disabled
            /// What it looks like is not known, so that it is not heard.
            case deviceInfo
            case iBeacon
        }

        /// What it sends.
        package var kind = Kind.disabled
        /// Of an iBeacon.
        package var identity = BeaconIdentity(uuid: ProximityUUID(0), major: 0, minor: 0)
        package var measuredPowerDBm: Int8 = -59
        /// Between two adverts.
        package var interval: Duration
        /// 0...7. What it means in dBm is not known, so that it changes nothing of what is heard.
        package var txPowerIndex: UInt8 = 0
    }
}
