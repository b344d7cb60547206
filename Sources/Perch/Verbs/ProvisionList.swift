import Advertising
import ArgumentParser
import CP28
import Failures
import Gateway
import GatewayModel
import LineFormats

/// `perch provision list`: lists beacons nearby that can be provisioned.
struct ProvisionList: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List factory beacons nearby, the strongest first.",
        discussion: """
            Listens, and asks for scan responses. A device counts as a factory beacon if it accepts connections and \
            either advertises the service of one of the gateway's beacon profiles, such as FFE0, or has a UUID that \
            beacons have from the factory, by a profile or by the ban list. It is listed as a CP28 if it advertises \
            that service, or has the UUID or the name of one; as a BlueCharm; or as another kind. A beacon that \
            cannot be provisioned is shown as unsuitable, with the reason. A beacon with the identity of a run, or a \
            UUID from the pool of shards, is shown as provisioned. All other devices are counted, and shown with \
            --all. Perch connects to none of them.
            """)

    @Option(help: "How long to listen.")
    var duration = DurationArgument(.seconds(5))

    @Flag(help: "Show every device that is heard.")
    var all = false

    @OptionGroup var frame: DongleFrame

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        try await lease.checkRadio(output)
        await output.devBanner(of: lease.client)
        let entries = try await BeaconCensus.nearby(lease, for: duration.duration, output)
        try await show(entries, output)
        try output.checkWhole(isBounded: true)
    }

    private func show(
        _ entries: [(device: BeaconCensus.Device, kind: BeaconCensus.Kind)], _ output: VerbOutput
    ) async throws {
        var (factory, unsuitable, provisioned, unknown) = (0, 0, 0, 0)
        var table = TextTable("Address", .right("Signal"), "Kind", "Name", "UUID", "Major/Minor", "Whose", "Maker")
        for (device, kind) in entries {
            switch kind {
            case .factory: factory += 1
            case .unsuitable: unsuitable += 1
            case .provisioned: provisioned += 1
            case .unknown:
                unknown += 1
                if !all { continue }
            }
            await output.line("nearby") { $0.fields(device, kind) }
            table.add(device, kind)
        }
        await output.text(table)
        output.setResult { [factory, unsuitable, provisioned, unknown] in
            $0.field("factory", factory)
            $0.field("unsuitable", unsuitable)
            $0.field("provisioned", provisioned)
            $0.field("unknown", unknown)
        }
        let hidden = all || unknown == 0 ? "" : " (--all shows them)"
        await output.text(
            "\(counted(factory, "factory beacon"))"
                + (unsuitable > 0 ? ", \(unsuitable) that cannot be provisioned" : "")
                + ", \(provisioned) provisioned, \(counted(unknown, "other device"))\(hidden).")
    }
}

extension TextTable {
    fileprivate mutating func add(_ device: BeaconCensus.Device, _ kind: BeaconCensus.Kind) {
        var (word, maker, note): (String, String?, String?) = (kind.word, nil, nil)
        switch kind {
        case .factory(let type, let vendors):
            word = "factory \(type.title)"
            maker = vendors.isEmpty ? nil : vendors.joined(separator: ", ")
        case .unsuitable(let reason): note = reason
        case .provisioned(_, let remark): note = remark
        case .unknown: word = device.isConnectable ? "other" : "other, takes no connections"
        }
        var name = device.name
        if case .provisioned(let known?, _) = kind { name = known }
        add(
            Cell("\(device.address)"), Cell(device.rssiDBm.map { "\($0) dBm" } ?? "?"), Cell(word), Cell(name),
            Cell(device.identity.map { "\($0.uuid)" }), Cell(device.identity.map { "\($0.major)/\($0.minor)" }),
            Cell(device.badge.flatMap { badge in device.identity.flatMap { badgeWords(badge, $0.uuid) } }), Cell(maker),
            note: note)
    }
}

extension JSONWriter {
    fileprivate mutating func fields(_ device: BeaconCensus.Device, _ kind: BeaconCensus.Kind) {
        field("address", "\(device.address)")
        field("address_type", device.addressType.rawValue)
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
        case .factory(let type, let vendors):
            field("factory", type.rawValue)
            array("vendors") { for vendor in vendors { $0.element(vendor) } }
        case .unsuitable(let reason): field("reason", reason)
        case .provisioned(let name, let remark):
            field("run_name", name)
            if let remark { field("reason", remark) }
        case .unknown: break
        }
        if let badge = device.badge { object("badge") { $0.fields(badge) } }
    }
}
