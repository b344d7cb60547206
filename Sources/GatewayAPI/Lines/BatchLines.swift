import Gateway
import JSONLines
import NIOCore

/// The lines of a batch of adverts, written once and shared by every reader.
struct BatchLines: Sendable {
    /// Every line, newlines included.
    let bytes: ByteBuffer
    /// Where each line ends in ``bytes``, in the order of the batch.
    let ends: [Int]

    /// Writes the lines of a batch.
    init(_ batch: AdvertBatch) {
        var writer = JSONWriter()
        var ends: [Int] = []
        ends.reserveCapacity(batch.adverts.count)
        for (sighting, advert) in batch.adverts {
            writer.advert(sighting, advert, dongle: batch.dongle, isSimulated: batch.isSimulated)
            ends.append(writer.bytes.count)
        }
        bytes = ByteBuffer(bytes: writer.bytes)
        self.ends = ends
    }

    /// One line, its newline included.
    func line(_ index: Int) -> ByteBufferView {
        let start = index == 0 ? 0 : ends[index - 1]
        return bytes.viewBytes(at: bytes.readerIndex + start, length: ends[index] - start) ?? ByteBufferView()
    }
}
