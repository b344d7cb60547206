import ArgumentParser
import Failures
import Gateway
import GatewayClient
import GatewayModel
import SerialPort
import Settings
import SimulatedDongle
import Store

/// The options by which a verb finds its gateway and its dongle.
struct DongleOptions: ParsableArguments {
    @Option(
        name: .customLong("port"),
        help: ArgumentHelp(
            "The dongle: auto, sim, a path, or id:SERIAL; a running gateway is asked to use it.",
            valueName: "port"))
    private var namedPort: PortArgument = .real(.auto)

    @OptionGroup private var radio: RadioOptions

    @OptionGroup var speed: LineSpeedOptions

    @Option(help: "Id, name or port of one of the gateway's dongles.")
    var dongle: String?

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions

    @OptionGroup(title: "Simulation (with --port sim)")
    var air: AirOptions

    /// The port that `--port` or `--radio` names.
    var port: PortArgument { radio.port(namedPort) }

    func validate() throws {
        try radio.check(beside: namedPort)
        guard port == .simulated || air.isDefault else {
            throw ValidationError("--scenario, --replay, --speed, --loop and --seed need --port sim.")
        }
        guard port != .simulated || gateway.gateway == nil || gateway.gateway == .own else {
            throw ValidationError("--port sim is a dongle of this process; it cannot be used with another gateway.")
        }
        guard dongle == nil || port == .real(.auto) else {
            throw ValidationError("Give either --port or --radio, or else --dongle.")
        }
    }

    /// Refuses `--dongle`, for verbs that use the adverts of all dongles together.
    func refuseOneDongle() throws {
        guard dongle == nil else {
            throw ValidationError(
                "--dongle does not apply here: all dongles of a gateway follow beacons together.")
        }
    }

    /// Refuses `--port sim`, for options about regions: these are in this user's store, which a
    /// simulated dongle of this process does not use.
    func refuseSimulated(because what: String) throws {
        guard port != .simulated else {
            throw ValidationError(
                "\(what) cannot be used with --port sim, which knows no regions. "
                    + "Run `perch serve --port sim` in another terminal, and leave out --port here.")
        }
    }

    /// Finds or starts the gateway, has it use the named port, lends both to `body`, and releases
    /// them on every path. ^C cuts the greeting short, not `body`.
    ///
    /// - Parameters:
    ///   - needsStore: Whether a gateway inside this process must have this user's store.
    ///   - readsSettings: Whether this user's settings apply: those for beacons, notices of regions
    /// and profiles.
    ///   - replayFinished: Called when the replay of a simulated dongle has given its last advert.
    func withGateway<Value>(
        _ output: VerbOutput, needsStore: Bool = false, readsSettings: Bool = false,
        replayFinished: (@Sendable (Int) -> Void)? = nil, _ body: (GatewayLease) async throws -> Value
    ) async throws -> Value {
        guard let client = try gateway.choose(wantsOwn: port == .simulated).client(output) else {
            return try await withOwnGateway(
                output, needsStore: needsStore, settings: readsSettings ? try Settings.forVerb() : nil,
                replayFinished: replayFinished, body)
        }
        return try await GatewayOptions.lend(client) { client in
            var lease = GatewayLease(client: client, isOwn: false, dongle: dongle)
            if case .real(let choice) = port, choice != .auto {
                try await lease.adopt(choice.text(for: client.address), baud: speed.baud, output)
            }
            return try await body(lease)
        }
    }

    private func withOwnGateway<Value>(
        _ output: VerbOutput, needsStore: Bool, settings: Settings?,
        replayFinished: (@Sendable (Int) -> Void)?, _ body: (GatewayLease) async throws -> Value
    ) async throws -> Value {
        let simulation: PtyDongle?
        let store: Store
        let adopted: String
        switch port {
        case .simulated:
            let dongle = try PtyDongle(air.configuration(lineRate: nil), replayFinished: replayFinished)
            simulation = dongle
            store = try Store.inMemory()
            adopted = dongle.path
        case .real(let choice):
            simulation = nil
            store = needsStore ? try LocalStore.open() : try LocalStore.openIfPossible()
            adopted = choice.text
        }
        defer { simulation?.stop() }
        // The Payfrit settings are used only for badges, so unreadable settings must not prevent
        // listening.
        let payfrit = settings == nil ? try? Settings.ofThisUser().payfrit : nil
        return try await LocalGateway.lend(store: store, settings: settings, payfrit: payfrit, output) { client in
            var lease = GatewayLease(client: client, isOwn: true, dongle: nil)
            try await lease.adopt(adopted, baud: speed.baud, output)
            // If no dongle of that name is on the port, the gateway reports this.
            if let dongle { lease.dongle = dongle }
            return try await body(lease)
        }
    }
}
