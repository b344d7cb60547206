import BluetoothProxy
import Failures
import Foundation
import Gateway
import GatewayAPI
import GatewayModel
import Logging
import Notifications
import Recording
import SerialPort
import ServiceLifecycle
import Settings
import SimulatedDongle
import Store
import UnixSignals

/// The long-running gateway of `perch serve`, with everything that it needs.
struct Daemon {
    /// Longest orderly shutdown. Streams end within 1 s; a dongle with an operation under way may
    /// need longer.
    private static let longestShutdown = Duration.seconds(10)
    /// Longest wait after cancellation. After that the process ends, whatever parts still run.
    private static let longestCancellation = Duration.seconds(5)

    let effective: EffectiveSettings
    let environment: [String: String]
    /// Simulated air around the simulated dongles, if any are among the ports.
    let air: AirOptions
    /// File that records the traffic on the serial lines; nil = no recording.
    let trace: String?
    let logFormat: LogFormat
    let signals: [UnixSignal]
    let logger: Logger

    /// Serves until a signal asks it to stop.
    func run() async throws {
        let settings = effective.settings
        var simulations: [PtyDongle] = []
        defer { for simulation in simulations { simulation.stop() } }
        for _ in settings.ports.filter({ $0 == "sim" }) {
            simulations.append(try simulate(number: simulations.count + 1))
        }
        let traced = try trace.map(makeTrace)
        do {
            var gatewayConfiguration = try settings.gateway(simulations: simulations.map(\.path))
            if let traced { gatewayConfiguration.trace = { traced.line($0) } }
            while try await serve(gatewayConfiguration) {}
        } catch {
            if let traced { finish(traced) }
            // A trace without a packet from a device is useless, and would prevent the next one.
            if let trace, traced?.counts.received == 0 { RegularFile.remove(trace) }
            throw error
        }
        if let traced { finish(traced) }
        logger.notice("Stopped.")
    }

    /// Serves until a signal asks it to stop, or a restored database requires a restart.
    ///
    /// - Returns: Whether to start again.
    private func serve(_ configuration: Gateway.Configuration) async throws -> Bool {
        let settings = effective.settings
        let folder = settings.stateFolder ?? "."
        let database = folder + "/perch.db"
        let manager = ServiceManager(environment: environment)
        // What prevents this look is reported by the opening below.
        if let seen = try? Store.inspect(path: database), seen.needsMigration {
            logger.notice("The database is copied, then upgraded.", metadata: ["path": "\(database)"])
            await manager?.tell("EXTEND_TIMEOUT_USEC=600000000", "STATUS=Copying the database before its upgrade")
        }
        let store = try Store.open(path: database, retention: settings.retention)
        defer {
            do { try store.close() } catch { logger.warning("\(Failure(error).message)") }
        }
        var gatewayConfiguration = configuration
        let restarter = RestartService()
        gatewayConfiguration.restart = { restarter.ask() }
        // The hardened service starts no programs; there a radio has a unit of its own.
        if settings.socket != Places.systemSocket {
            gatewayConfiguration.radios = .own(stateFolder: folder, environment: environment)
        }
        let notifier = Notifier(
            configuration: try settings.notifier(environment: environment), store: store, logger: logger)
        gatewayConfiguration.tell(by: notifier)
        let gateway = Gateway(configuration: gatewayConfiguration, store: store, logger: logger)
        var configuration = GatewayServer.Configuration(socket: settings.socket ?? Places.systemSocket)
        // The socket of a user's own gateway is for that user only.
        let isService = Places(environment: environment).socket == Places.systemSocket
        configuration.group = settings.socketGroup.map { .named($0) } ?? (isService ? .usual : .none)
        configuration.limits = ServerLimits(openFiles: OpenFiles.raise())
        configuration.settings = effective.entries.map(SettingDescription.init)
        configuration.examine = {
            try await DoctorFinding.ofMachine(running: settings).map(DoctorFindingDescription.init)
        }
        configuration.tcp = try settings.tcp(environment: environment, folder: folder, name: gatewayConfiguration.name)
        let proxies = try settings.proxies.map {
            try BluetoothProxyService(
                $0, reservedSlots: settings.reservedSlots, gateway: gateway, logger: logger,
                describe: { Failure($0).message })
        }
        configuration.proxies = proxies.map { proxies in
            BluetoothProxies(key: proxies.key, status: { await proxies.status() })
        }
        let api = APIService(
            server: GatewayServer(gateway: gateway, configuration: configuration, logger: logger),
            ready: { [self] addresses in
                await announce(addresses, to: manager)
                // A signal that came between two gateways was not handled.
                if ShutdownSignals.isAskedToStop { restarter.end() }
            })
        // The notifier comes first, so that it stops last and delivers the gateway's last notices
        // too.
        var services: [any Service] = [
            NotifierService(notifier: notifier, logger: logger), GatewayService(gateway: gateway),
        ]
        if let proxies { services.append(ProxyService(proxies: proxies)) }
        services += [api, restarter]
        if let manager {
            services.append(
                Watchdog(
                    manager: manager,
                    ask: { _ = await (gateway.connections.list(), gateway.dongles.lastError) }, logger: logger))
        }
        logger.info("perch \(APIVersion.program) starts.", metadata: ["pid": "\(getpid())", "state": "\(folder)"])
        try await group(services).run()
        guard restarter.isAsked else { return false }
        guard ShutdownSignals.isAskedToStop else { return true }
        logger.notice("The backup is beside the database, and replaces it at the next start.")
        return false
    }

    /// Returns the group of services. The last service is stopped first: the API ends its streams
    /// before the gateway closes its links.
    private func group(_ services: [any Service]) -> ServiceGroup {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        var configuration = ServiceGroupConfiguration(
            services: services.map {
                // Only the restart service ends by itself.
                .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup)
            }, gracefulShutdownSignals: signals, logger: quiet)
        configuration.maximumGracefulShutdownDuration = Daemon.longestShutdown
        configuration.maximumCancellationDuration = Daemon.longestCancellation
        return ServiceGroup(configuration: configuration)
    }

    /// - Parameter number: Number of the dongle, from 1. Each has its own id, and its own simulated
    ///   air with the same scenario.
    private func simulate(number: Int) throws -> PtyDongle {
        let configuration = try air.configuration(
            lineRate: nil, deviceID: FirmwareIdentity.deviceID(number: number))
        let dongle = try PtyDongle(configuration) { [logger] count in
            logger.info("The replay has finished.", metadata: ["adverts": "\(count)"])
        }
        logger.warning(
            "SIMULATED: the dongle on \(dongle.path) is simulated; no radio is used.",
            metadata: ["scenario": "\(configuration.scenario.name)"])
        return dongle
    }

    /// Opens the trace. If the file can no longer be written, scanning goes on.
    private func makeTrace(_ path: String) throws -> WireTraceFile {
        try WireTraceFile.named(path, hint: "Choose another name, or remove it.") { [logger] error in
            logger.error("The wire trace ends: \(Failure(error).message)")
        }
    }

    private func finish(_ trace: WireTraceFile) {
        // An earlier error was already logged.
        try? trace.close()
        let counts = trace.counts
        logger.notice(
            "The wire trace has \(counts.received) packets from dongles and \(counts.sent) to them.",
            metadata: ["dropped": "\(counts.dropped)"])
    }

    private func announce(_ addresses: GatewayServer.Addresses, to manager: ServiceManager?) async {
        let places = [addresses.socket, addresses.url].compactMap { $0 }.joined(separator: " and ")
        logger.notice("perch \(APIVersion.program) serves on \(places).", metadata: ["pid": "\(getpid())"])
        if let link = addresses.consoleLink {
            // Others may read the journal, and the first program to open the link gets access.
            let isKept = logFormat == .journal
            let links = ([link] + addresses.furtherLinks).joined(separator: " or ")
            logger.notice(
                isKept
                    ? "`perch console` prints a link to the console."
                    : "Open the console once, as an admin, with \(links)")
        }
        if let fingerprint = addresses.fingerprint {
            logger.notice("The gateway made its certificate itself. SHA-256 fingerprint: \(fingerprint)")
        }
        guard let manager else { return }
        let code = await manager.tell("READY=1", "STATUS=Serving on \(places)")
        if code != 0 {
            logger.warning("The service manager cannot be notified.", metadata: ["reason": "\(systemMessage(code))"])
        }
    }
}

extension DoctorFindingDescription {
    fileprivate init(_ finding: DoctorFinding) {
        self.init(
            check: finding.check, verdict: finding.verdict.rawValue, message: finding.cause, next: finding.next)
    }
}

extension SettingDescription {
    /// Creates the API's description of a setting in effect.
    init(_ entry: EffectiveSettings.Entry) {
        self.init(key: entry.key.path, value: entry.shown, origin: entry.origin.words)
    }
}

extension Settings {
    /// - Parameter simulations: Ports of the simulated dongles, one for each `sim`.
    /// - Throws: `SettingsError` where profiles of beacons are invalid.
    fileprivate func gateway(simulations: [String]) throws(SettingsError) -> Gateway.Configuration {
        var configuration = Gateway.Configuration()
        let real = ports.filter { $0 != "sim" }.compactMap { PortChoice($0) }
        let named = radios.compactMap { try? RadioName($0) }.map(PortChoice.radio).filter { !real.contains($0) }
        configuration.ports = real + named + simulations.map(PortChoice.path)
        configuration.baud = baud
        if let gatewayName { configuration.name = gatewayName }
        configuration.scansAlways = scansAlways
        configuration.scansActively = scansActively
        configuration.minimumRSSI = minimumRSSI.map { Int8(clamping: $0) }
        configuration.detects = detects
        if proxyListen != nil { configuration.reservedSlots = reservedSlots }
        configuration.beacons = beacons
        configuration.profiles = try profiles()
        configuration.payfrit = payfrit
        configuration.till = till
        configuration.describe = {
            let failure = Failure($0)
            return (failure.code, failure.message, failure.hint)
        }
        return configuration
    }

    /// Returns the configuration for TCP; nil where TCP is not configured. Creates a missing token.
    fileprivate func tcp(environment: [String: String], folder: String, name: String) throws -> GatewayServer.TCP? {
        guard let address = listen.flatMap(ListenAddress.init) else { return nil }
        var tls: (certificate: String, key: String)?
        if let tlsCertificate, let tlsKey { tls = (tlsCertificate, tlsKey) }
        return GatewayServer.TCP(
            host: address.host, port: address.port, token: try TokenSource(self, environment: environment).token(),
            tls: tls, folder: folder, name: name)
    }
}
