import Advertising
import Recording
import SimulatedDongle

extension Replay {
    /// Adverts that all differ, delivered as fast as they are read.
    package static func flood(_ count: Int) -> Replay {
        Replay(adverts: (0..<count).map(advert), options: .init(speed: .maximum))
    }

    private static func advert(_ number: Int) -> RecordedAdvert {
        let data: [UInt8] =
            [2, 1, 6, 5, 0xFF] + withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian, Array.init)
        return RecordedAdvert(
            timeSeconds: 0, address: BluetoothAddress(UInt64(number)), addressType: .random, pdu: .nonConnectable,
            rssiDBm: -60, channel: 37, data: data)
    }
}
