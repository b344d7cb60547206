import Advertising
import Gateway
import GatewayModel
import LineFormats
import NIOCore

extension EncodedLines {
    /// Writes the lines of a batch, with newlines.
    ///
    /// - Parameter badge: Returns the owner of a beacon, as far as it is known. It must not block.
    init(_ batch: HeardAdverts, badge: (BeaconIdentity) -> PayfritBadge? = { _ in nil }) {
        var writer = JSONWriter()
        var ends: [Int] = []
        ends.reserveCapacity(batch.adverts.count)
        for (sighting, advert) in batch.adverts {
            writer.advert(
                sighting, advert, dongle: batch.dongle, badge: advert.beacon?.identity.flatMap(badge),
                isSimulated: batch.isSimulated)
            ends.append(writer.bytes.count)
        }
        self.init(bytes: ByteBuffer(bytes: writer.bytes), ends: ends)
    }

    /// Returns one line, with its newline.
    func line(_ index: Int) -> ByteBufferView {
        let start = index == 0 ? 0 : ends[index - 1]
        return bytes.viewBytes(at: bytes.readerIndex + start, length: ends[index] - start) ?? ByteBufferView()
    }
}
