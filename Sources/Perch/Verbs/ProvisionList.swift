import Advertising
import ArgumentParser
import CP28
import Failures
import GatewayModel
import JSONLines

/// `perch provision list`: beacons nearby that can be provisioned.
struct ProvisionList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List factory beacons nearby, the strongest first.",
        discussion: """
            Listens, and asks for scan responses. A device is taken for a factory beacon when it takes connections and \
            either advertises the service of a beacon profile of the gateway, such as FFE0, or has a UUID that beacons \
            have from the factory, by a profile or by the ban list. One that has an identity of a run, or a UUID of the \
            pool of shards, is shown as provisioned. Everything else is counted, and shown with --all. Nothing is \
            connected to.
            """)

    @Option(help: "How long to listen.")
    var duration = DurationArgument(.seconds(5))

    @Flag(help: "Show every device that is heard.")
    var all = false

    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await dongle.withGateway(output, needsStore: true) { lease in
                let entries = try await BeaconCensus.nearby(lease, for: duration.duration, output)
                try await show(entries, output)
                try output.checkWhole(isBounded: true)
            }
        }
    }

    private func show(
        _ entries: [(device: BeaconCensus.Device, kind: BeaconCensus.Kind)], _ output: VerbOutput
    ) async throws {
        var (factory, provisioned, unknown) = (0, 0, 0)
        for (device, kind) in entries {
            switch kind {
            case .factory: factory += 1
            case .provisioned: provisioned += 1
            case .unknown:
                unknown += 1
                if !all { continue }
            }
            await output.line("nearby") { $0.fields(device, kind) }
            await output.text(device.line(kind))
        }
        output.setResult { [factory, provisioned, unknown] in
            $0.field("factory", factory)
            $0.field("provisioned", provisioned)
            $0.field("unknown", unknown)
        }
        let hidden = all || unknown == 0 ? "" : " (--all shows them)"
        await output.text(
            "\(counted(factory, "factory beacon")), \(provisioned) provisioned, \(unknown) unknown\(hidden).")
    }
}

extension BeaconCensus.Device {
    /// A line for people.
    fileprivate func line(_ kind: BeaconCensus.Kind) -> String {
        let rssi = rssiDBm.map(String.init) ?? "?"
        let shown = String(repeating: " ", count: max(0, 4 - rssi.count)) + rssi
        let more: String? =
            switch kind {
            case .factory(let vendors): vendors.isEmpty ? nil : "(\(vendors.joined(separator: ", ")))"
            case .provisioned(let known): known == name ? nil : known
            case .unknown: isConnectable ? nil : "(takes no connections)"
            }
        let shownBadge = badge.flatMap { badge in identity.flatMap { badgeWords(badge, $0.uuid) } }
        let words = [identity.map { "\($0)" }, shownBadge, name, more].compactMap { $0 }.joined(separator: "  ")
        return printable("\(address)  \(shown) dBm  \(fit(kind.word, 11))  \(words)")
    }
}

extension JSONWriter {
    fileprivate mutating func fields(_ device: BeaconCensus.Device, _ kind: BeaconCensus.Kind) {
        field("address", "\(device.address)")
        field("address_type", device.addressType.name)
        field("kind", kind.word)
        field("connectable", device.isConnectable)
        field("adverts", device.adverts)
        if let rssi = device.rssiDBm { field("rssi", rssi) }
        field("name", device.name)
        if let identity = device.identity {
            field("uuid", "\(identity.uuid)")
            field("major", identity.major)
            field("minor", identity.minor)
        }
        switch kind {
        case .factory(let vendors): array("vendors") { for vendor in vendors { $0.element(vendor) } }
        case .provisioned(let name): field("run_name", name)
        case .unknown: break
        }
        if let badge = device.badge { object("badge") { $0.fields(badge) } }
    }
}
