import Advertising

extension SimulatedCP28 {
    /// All settings of a beacon: its name and its six frames.
    package struct Settings: Sendable, Hashable {
        /// Name of at most 20 ASCII characters.
        package var name: String
        /// The six frames; frame 1 comes first.
        package var frames: [Frame]
        /// Whether a trigger, such as the button, may start a frame.
        package var isTriggerOn = true

        static let frameCount = 6
        static let nameLimit = 20
        static let txPowers: ClosedRange<UInt8> = 0...7

        /// Creates settings with one enabled frame, an iBeacon as frame 1. The factory frames of
        /// the real beacon are unknown. Frame 2 is disabled so that a host that does not choose its
        /// kind fails.
        init(name: String, beacon: IBeacon, interval: Duration) {
            self.name = name
            let first = Frame(
                kind: .iBeacon, identity: beacon.identity, measuredPowerDBm: beacon.measuredPowerDBm,
                interval: interval)
            frames = [first] + Array(repeating: Frame(interval: interval), count: Settings.frameCount - 1)
        }

        /// The first iBeacon frame, which is the one advertised.
        package var advertised: Frame? { frames.first { $0.kind == .iBeacon } }

        /// Data of an advert with these settings: flags, and the iBeacon if there is one.
        var advert: [UInt8] {
            guard let frame = advertised else { return Settings.flags }
            let identity = frame.identity
            let head = Settings.flags + [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15]
            return head + identity.uuid.bytes + bigEndian(identity.major) + bigEndian(identity.minor)
                + [UInt8(bitPattern: frame.measuredPowerDBm)]
        }

        /// Data of an advert without the iBeacon: flags and the name.
        var plainAdvert: [UInt8] { Settings.flags + nameElement }

        /// Returns the scan response: the name, and the service FFE0 if the beacon has it.
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

    /// One of the six frames that a beacon can send.
    package struct Frame: Sendable, Hashable {
        /// Content that a frame can send.
        package enum Kind: Sendable, Hashable {
            case disabled
            /// Its format is unknown, so it is never heard.
            case deviceInfo
            case iBeacon
        }

        /// Kind of content that the frame sends.
        package var kind = Kind.disabled
        /// Identity of an iBeacon.
        package var identity = BeaconIdentity(uuid: ProximityUUID(0), major: 0, minor: 0)
        package var measuredPowerDBm: Int8 = -59
        /// Time between two adverts.
        package var interval: Duration
        /// Index of the transmit power, 0...7. Its meaning in dBm is unknown, so it has no effect
        /// on the signal.
        package var txPowerIndex: UInt8 = 0
    }
}
