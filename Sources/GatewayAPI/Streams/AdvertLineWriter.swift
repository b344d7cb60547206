import Advertising
import DongleLink
import Failures
import Gateway
import GatewayModel
import NIOCore
import struct DongleProtocol.ErrorBody

/// Writes the lines of one reader of adverts, and counts adverts for the last line.
struct AdvertLineWriter: Sendable {
    private let filter: AdvertFilter
    private let lines: LineWriter
    private let badge: @Sendable (BeaconIdentity) -> PayfritBadge?
    private var end = StreamEnd(
        received: 0, lost: 0, missed: 0, filtered: 0, malformed: 0, interruptions: 0, reason: .stopping)

    /// - Parameter badge: Returns the owner of a beacon, as far as it is known; the same function
    ///   for every stream of a gateway.
    init(
        filter: AdvertFilter, lines: LineWriter,
        badge: @escaping @Sendable (BeaconIdentity) -> PayfritBadge? = { _ in nil }
    ) {
        self.filter = filter
        self.lines = lines
        self.badge = badge
    }

    mutating func take(_ update: AdvertUpdate) async {
        switch update {
        case .adverts(let batch):
            await take(batch)
        case .lost(let dongle, let count):
            end.lost += count
            await lines.line("lost") { $0.fields(CountLine(dongle: dongle, count: count)) }
        case .missed(let count):
            end.missed += count
            await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
        case .interrupted(let dongle, let cause):
            end.interruptions += 1
            await lines.line("interrupted") { $0.fields(LinkLine(dongle: dongle, message: cause.sentence)) }
        case .restored(let dongle):
            await lines.line("restored") { $0.fields(LinkLine(dongle: dongle, message: "The dongle hears again.")) }
        case .failed(let dongle, let status, let radio):
            let problem = Problem(
                radio.map { Failure($0) } ?? Failure(status: status, body: ErrorBody(), operation: .scanStart))
            await lines.line("failed") {
                $0.fields(LinkLine(dongle: dongle, message: problem.detail, error: problem))
            }
        }
    }

    /// Writes the last line.
    func finish(_ reason: StreamEndReason) async {
        var end = end
        end.reason = reason
        await lines.line("end") { $0.fields(end) }
    }

    private mutating func take(_ batch: HeardAdverts) async {
        end.received += UInt64(batch.adverts.count)
        for (_, advert) in batch.adverts where advert.malformation != nil { end.malformed += 1 }
        let encoded = batch.encoded { EncodedLines($0, badge: badge) }
        if filter.isOpen, lines.format == .lines {
            await lines.outbox.push(encoded.bytes)
            return
        }
        var picked = ByteBuffer()
        for (index, (sighting, advert)) in batch.adverts.enumerated() {
            guard filter.passes(sighting, advert) else {
                end.filtered += 1
                continue
            }
            var line = lines.format.frame(encoded.line(index), type: "advert")
            picked.writeBuffer(&line)
        }
        await lines.outbox.push(picked)
    }
}
