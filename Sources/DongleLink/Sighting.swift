import Advertising
import DongleProtocol

/// One advert as the dongle heard it.
public struct Sighting: Sendable, Hashable {
    /// Number that the dongle gave the advert, from 0 in each session.
    public let number: UInt32
    /// Time at which the advert was heard, computed from the dongle's uptime. It is accurate to
    /// about half of the link's shortest round trip.
    public let microsecondsSince1970: Int64
    public let address: BluetoothAddress
    public let addressType: AddressType
    public let pdu: AdvertisingPDUType
    /// Signal in dBm; 127 if not available.
    public let rssiDBm: Int8
    /// Radio channel, 0...39; nil if the dongle does not know it.
    public let channel: UInt8?
    /// Whether the dongle truncated `data`.
    public let isTruncated: Bool
    /// The advert's AD structures, unchanged, at most 255 bytes.
    public let data: [UInt8]

    /// Creates a sighting.
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
    /// Decodes the sightings of a batch that the session has checked.
    ///
    /// - Parameter time: Converts an uptime of the dongle to microseconds since 1970. Called once
    ///   per batch.
    package static func all(in batch: [UInt8], time: (_ uptimeMs: UInt32) -> Int64) -> [Sighting] {
        var sightings: [Sighting] = []
        sightings.reserveCapacity(16)
        var base: (uptime: UInt32, time: Int64)?
        // This cannot fail, as the session has checked the batch.
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

/// Update of a scan.
public enum ScanUpdate: Sendable, Hashable {
    case sightings([Sighting])
    /// Exact number of adverts that were heard but did not arrive: dropped by a full dongle, or
    /// lost on the line.
    case lost(UInt64)
    /// Exact number of sightings that were dropped here because the reader was too slow.
    case missed(UInt64)
    /// The session ended. Adverts until ``restored`` were not heard and are not counted.
    case interrupted(Interruption)
    /// The scan runs again.
    case restored
    /// The dongle's scanner failed.
    case failed(Status)
}
