import Advertising
import ArgumentParser
import CP28
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision one`: gives one beacon its identity.
struct ProvisionOne: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "one", abstract: "Provision one beacon.",
        discussion: """
            Ends with 0 when the beacon is heard with its new identity, with 75 when everything was written but the \
            beacon was not heard with it, and with 77 when the beacon refused every password. --next continues after \
            the beacon that was written last: the same UUID and major, the next minor, the next name.
            """)

    @Option(help: ArgumentHelp("The beacon's address, aa:bb:cc:dd:ee:ff.", valueName: "address"))
    var beacon: BluetoothAddress

    @Option(help: "New UUID of the beacon.")
    var uuid: String?

    @Option(help: "New major, 0...65535.")
    var major: Int?

    @Option(help: "New minor, 0...65535.")
    var minor: Int?

    @Option(help: "New name, 1 to 20 ASCII characters.")
    var name: String?

    @Flag(help: "Continue after the beacon that was written last; other options given here take precedence.")
    var next = false

    @Option(help: "Kind of the beacon's address; without it the gateway listens.")
    var type: AddressType?

    @Option(
        name: .customLong("rssi-at-1m"), parsing: .unconditional,
        help: "Signal at one metre for the beacon to state, in dBm, -128...0.")
    var rssiAt1m = BeaconConfiguration.standardRSSIAt1mDBm

    @Option(help: "Milliseconds between its adverts, a multiple of 100, 100...25500.")
    var intervalMs = BeaconConfiguration.standardIntervalMs

    @Option(help: "Index of its transmission power, 0...7.")
    var txPower = BeaconConfiguration.standardTxPowerIndex

    @Option(help: "Name of the beacon profile.")
    var profile = "cp28"

    @Flag(help: "Go on even if another beacon was given the identity before, or this one is at another table.")
    var replace = false

    @OptionGroup var options: ProvisionOptions
    @OptionGroup var frame: DongleFrame

    func validate() throws {
        let missing = [
            (uuid == nil, "--uuid"), (major == nil, "--major"), (minor == nil, "--minor"), (name == nil, "--name"),
        ].filter(\.0).map(\.1)
        guard next || missing.isEmpty else {
            throw ValidationError(
                "\(missing.joined(separator: ", ")) must be given, unless --next continues after the last beacon.")
        }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true, settings: true) }

    func prepare(_ output: VerbOutput) throws -> ProvisioningOrder? {
        let order = ProvisioningOrder(
            profile: profile, passwords: try options.passwords(), replace: replace, searchMs: options.searchMs,
            verifyMs: options.verifyMs, items: [])
        frame.dongle.warnOfPassingJournal()
        return order
    }

    func run(_ lease: GatewayLease, _ order: ProvisioningOrder, _ output: VerbOutput) async throws {
        await output.devBanner(of: lease.client)
        var order = order
        order.dongle = try await lease.oneDongle(output).name
        order.items = [try await item(lease.client)]
        let batch = try await lease.client.uninterrupted.provision(order)
        try await RunFollower(batch, lease: lease, output: output).run()
    }

    private func item(_ client: GatewayClient) async throws -> ProvisioningItem {
        var wanted = NextTable(uuid: try uuid.map(BeaconPattern.uuid), major: major, minor: minor, name: name)
        if next { try wanted.complete(after: try await NextTable.lastWritten(client)) }
        return ProvisioningItem(
            address: beacon, addressType: type, name: wanted.name ?? "",
            uuid: wanted.uuid ?? ProximityUUID(0), major: wanted.major ?? 0, minor: wanted.minor ?? 0,
            rssiAt1m: rssiAt1m,
            intervalMs: intervalMs, txPower: txPower)
    }
}
