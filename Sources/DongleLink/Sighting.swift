import Advertising
import DongleProtocol

/// One advert as the dongle heard it.
public struct Sighting: Sendable, Hashable {
    /// The number the dongle gave it, from 0 in each session.
    public let number: UInt32
    /// When it was heard, mapped from the dongle's uptime; good to about half the link's shortest round trip.
    public let microsecondsSince1970: Int64
    public let address: BluetoothAddress
    public let addressType: AddressType
    public let pdu: AdvertisingPDUType
    /// 127 = not available.
    public let rssiDBm: Int8
    /// 0...39; nil where the dongle does not know.
    public let channel: UInt8?
    /// Whether the dongle had to cut `data`.
    public let isTruncated: Bool
    /// The AD structures, untouched, at most 255 bytes.
    public let data: [UInt8]

    /// One sighting.
    public init(
        number: UInt32, microsecondsSince1970: Int64, address: BluetoothAddress,
        addressType: AddressType, pdu: AdvertisingPDUType, rssiDBm: Int8, channel: UInt8?,
        isTruncated: Bool, data: [UInt8]
    ) {
        self.number = number
        self.microsecondsSince1970 = microsecondsSince1970
        self.address = address
        self.addressType = addressType
        self.pdu = pdu
        self.rssiDBm = rssiDBm
        self.channel = channel
        self.isTruncated = isTruncated
        self.data = data
    }
}

extension Sighting {
    /// The sightings of a batch that the session has checked.
    ///
    /// - Parameter time: Microseconds since 1970 at an uptime of the dongle. Asked once a batch.
    package static func all(in batch: [UInt8], time: (_ uptimeMs: UInt32) -> Int64) -> [Sighting] {
        var sightings: [Sighting] = []
        sightings.reserveCapacity(16)
        var base: (uptime: UInt32, time: Int64)?
        // Whole: the session has checked it.
        try? AdvertBatch.forEach(in: batch.span.bytes) { record, data in
            let start = base ?? (record.uptimeMs, time(record.uptimeMs))
            base = start
            sightings.append(
                Sighting(
                    number: record.number,
                    microsecondsSince1970: start.time + Int64(record.uptimeMs &- start.uptime) * 1000,
                    address: BluetoothAddress(record.address.rawValue),
                    addressType: record.traits.addressType.rawValue & 1 == 0 ? .public : .random,
                    pdu: AdvertisingPDUType(rawValue: record.traits.pdu.rawValue),
                    rssiDBm: record.rssiDBm,
                    channel: record.channel <= 39 ? record.channel : nil,
                    isTruncated: record.traits.isTruncated,
                    data: data.array))
        }
        return sightings
    }
}

/// What a scan brings.
public enum ScanUpdate: Sendable, Hashable {
    case sightings([Sighting])
    /// So many adverts were heard and did not arrive: dropped by a full dongle, or lost on the line. Exact.
    case lost(UInt64)
    /// So many sightings were dropped here, because the reader was too slow. Exact.
    case missed(UInt64)
    /// The session ended; adverts until ``restored`` were not heard and are not counted.
    case interrupted(Interruption)
    /// The scan runs again.
    case restored
    /// The dongle's scanner failed.
    case failed(Status)
}
