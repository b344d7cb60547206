import Advertising
import DongleLink
import Gateway
import LineFormats
import NIOCore
import Recording

/// Encodes the adverts of one reader as a capture, and counts them for its end.
struct AdvertCapture: Sendable {
    static let mediaType = "application/x-pcapng"

    private let encoder: PcapngEncoder
    private let filter: AdvertFilter
    private var counts = PcapngEncoder.Counts(received: 0, lost: 0, missed: 0, filtered: 0, omitted: 0)

    init(encoder: PcapngEncoder, filter: AdvertFilter) {
        self.encoder = encoder
        self.filter = filter
    }

    /// First bytes of the file.
    var header: ByteBuffer { ByteBuffer(bytes: encoder.header) }

    /// Last bytes of the file, with the counts.
    var statistics: ByteBuffer {
        ByteBuffer(bytes: encoder.statistics(counts, microsecondsSince1970: Timestamp.now.microsecondsSince1970))
    }

    /// Returns the packets of an update. Interruptions leave no trace in the format.
    mutating func take(_ update: AdvertUpdate) -> ByteBuffer {
        var packets = ByteBuffer()
        switch update {
        case .adverts(let batch):
            counts.received += UInt64(batch.adverts.count)
            for (sighting, advert) in batch.adverts {
                guard filter.passes(sighting, advert) else {
                    counts.filtered += 1
                    continue
                }
                if let packet = encoder.packet(for: RecordedAdvert(sighting)) {
                    packets.writeBytes(packet)
                } else {
                    counts.omitted += 1
                }
            }
        case .lost(_, let count): counts.lost += count
        case .missed(let count): counts.missed += count
        case .interrupted, .restored, .failed: break
        }
        return packets
    }
}

extension RecordedAdvert {
    fileprivate init(_ sighting: Sighting) {
        self.init(
            timeSeconds: Double(sighting.microsecondsSince1970) / 1_000_000, address: sighting.address,
            addressType: sighting.addressType, pdu: sighting.pdu, rssiDBm: sighting.rssiDBm, channel: sighting.channel,
            data: sighting.data)
    }
}
