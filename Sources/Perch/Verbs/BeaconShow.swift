import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch beacon show`: shows one beacon with its last hour.
struct BeaconShow: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one beacon, and its last hour minute by minute.")

    @Argument(help: ArgumentHelp("The beacon, or its name.", valueName: "uuid/major/minor"))
    var beacon: String

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        await output.devBanner(of: client)
        let identity = try await BeaconPattern.findOne(beacon, client, output)
        let known = try await client.beacon(identity)
        try await output.line("beacon", of: known)
        for line in known.prose { await output.text(line) }
        for reception in known.now?.receptions ?? [] {
            await output.text("    \(reception.dongle)  \(oneDecimal(reception.smoothedRSSI)) dBm")
        }
        let hourAgo = Timestamp(microsecondsSince1970: Timestamp.now.microsecondsSince1970 - 3_600_000_000)
        let page = try await client.history(beacon: identity, from: hourAgo, limit: 1000)
        for interval in page.intervals {
            await output.line("history", at: interval.ts) { $0.fields(interval) }
            await output.text("    \(interval.words)")
        }
        output.setResult { $0.field("intervals", page.intervals.count) }
    }
}

extension BeaconInterval {
    /// Line of the text output.
    fileprivate var words: String {
        let rssi =
            rssiMean.map { "\(rssiMin ?? 0)…\(rssiMax ?? 0) dBm, mean \(oneDecimal($0))" } ?? "no signal strength"
        let metres = distance.map { ", \(oneDecimal($0)) m" } ?? ""
        return "\(ts.words)  \(counted(count, "advert"))  \(rssi)\(metres)  \(printable(dongle))"
    }
}

extension JSONWriter {
    /// Writes every field except the time, which is in the envelope of the line.
    mutating func fields(_ interval: BeaconInterval) {
        field("uuid", text: interval.uuid)
        field("major", interval.major)
        field("minor", interval.minor)
        field("dongle", interval.dongle)
        field("count", interval.count)
        if let rssi = interval.rssiMin { field("rssi_min", rssi) }
        if let rssi = interval.rssiMean { field("rssi_mean", thousandths: rssi) }
        if let rssi = interval.rssiMax { field("rssi_max", rssi) }
        if let metres = interval.distance { field("distance", thousandths: metres) }
    }
}
