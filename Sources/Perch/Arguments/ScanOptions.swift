import Advertising
import ArgumentParser
import GatewayModel

/// What to scan for, and for how long.
struct ScanOptions: ParsableArguments {
    enum Mode: String, EnumerableFlag {
        case passive, active
    }

    @Option(help: "Stop after this long, such as 500ms, 10s, 2m or 1h; without it at ^C.")
    var duration: DurationArgument?

    @Option(name: .customLong("min-rssi"), parsing: .unconditional, help: "Weakest signal, in dBm, -127...20.")
    var minimumRSSI: Int8?

    @Option(help: "Only devices with this in their name, in either case.")
    var name: String?

    @Option(help: "Only this iBeacon or service UUID.")
    var uuid: BluetoothUUID?

    @Flag(help: "Only listen, or also ask for scan responses (names are often in these).")
    var mode: Mode = .active

    func validate() throws {
        guard minimumRSSI.map({ (-127...20).contains($0) }) ?? true else {
            throw ValidationError("--min-rssi takes -127...20.")
        }
    }

    /// What the gateway is asked for.
    func query(dongle: String?) -> AdvertQuery {
        var query = AdvertQuery()
        query.dongle = dongle
        query.name = name
        query.uuid = uuid
        query.minimumRSSI = minimumRSSI
        query.isActive = mode == .active
        return query
    }
}

extension BluetoothUUID: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}
