import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// Filters and duration of a scan.
struct ScanOptions: ParsableArguments {
    enum Mode: String, EnumerableFlag {
        case passive, active
    }

    @Option(help: "Stop after this time, such as 500ms, 10s, 2m or 1h; without it, run until ^C.")
    var duration: DurationArgument?

    @Option(
        name: .customLong("min-rssi"), parsing: .unconditional,
        help: "Leave out signals weaker than this, in dBm, -127...20.")
    var minimumRSSI: Int8?

    @Option(help: "Only devices whose name contains this text; case is ignored.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Only this service or beacon: UUID[/MAJOR[/MINOR]], beginning of a UUID, address, alias or name of a table.",
            valueName: "uuid"))
    var uuid: String?

    @Flag(help: "Only listen, or also ask for scan responses, which often contain the name.")
    var mode: Mode = .active

    func validate() throws {
        guard minimumRSSI.map({ (-127...20).contains($0) }) ?? true else {
            throw ValidationError("--min-rssi takes -127...20.")
        }
    }

    /// Returns the needs of a scan that ends when a replay ends, unless `--duration` was given.
    func needs(_ stop: StopCondition) -> DongleFrame.Needs {
        let endsWithReplay = duration == nil
        return DongleFrame.Needs(replayFinished: { _ in if endsWithReplay { stop.stop(.satisfied) } })
    }

    /// Returns the query for the gateway.
    ///
    /// - Throws: `Failure` where ``uuid`` names no beacon.
    func query(dongle: String?, _ client: GatewayClient, _ output: VerbOutput) async throws -> AdvertQuery {
        var query = AdvertQuery()
        query.dongle = dongle
        query.name = name
        if let uuid { try await query.keepOnly(uuid, client, output) }
        query.minimumRSSI = minimumRSSI
        query.isActive = mode == .active
        return query
    }
}

extension AdvertQuery {
    /// Restricts the query to the value of `--uuid`.
    fileprivate mutating func keepOnly(_ text: String, _ client: GatewayClient, _ output: VerbOutput) async throws {
        if let address = BluetoothAddress(text) {
            self.address = address
            return
        }
        if let whole = BluetoothUUID(text) {
            uuid = whole
            return
        }
        let meant = try await BeaconPattern.find(text, client, output)
        (uuid, major, minor) = (BluetoothUUID("\(meant.uuid)"), meant.major, meant.minor)
    }
}
