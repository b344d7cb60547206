import ESPHomeAPI
import Gateway
import GatewayModel
import Logging

/// Bluetooth proxies over a gateway's dongles, which speak ESPHome's native API.
package actor BluetoothProxyService {
    /// Shortest time between two events about refusals; further ones are only counted.
    private static let refusalPause = Duration.seconds(60)
    /// Time after which a dongle's port that could not be opened is tried again.
    private static let retryPause = Duration.seconds(5)
    /// Proxies at a time; as many as a gateway uses ports.
    private static let proxyLimit = 64

    private let configuration: ProxyConfiguration
    private let reservedSlots: Int
    private let gateway: Gateway
    private let logger: Logger
    private let clock: GatewayClock
    private let describe: @Sendable (any Error) -> String
    private let file: ProxyFile
    private var record: ProxyRecord
    private nonisolated let encryptionKey: EncryptionKey
    private nonisolated let stopping = Latch()
    private var servers: [ProxyServer] = []
    /// Dongles whose proxy could not listen, with the reason.
    private var failed: [String: String] = [:]
    private var refused: UInt64 = 0
    private var lastError: String?
    private var lastRefusal: Duration?
    /// Events about clients in use, one a minute for each.
    private var uses = ConnectionRate(limit: 1)
    private let announced: ServiceAnnouncer?

    /// Reads the key, or makes it.
    ///
    /// - Parameters:
    ///   - reservedSlots: Slots of each dongle that proxies leave free, as in the gateway's configuration.
    ///   - describe: Describes an error in words.
    /// - Throws: ``ProxyError``.
    package init(
        _ configuration: ProxyConfiguration, reservedSlots: Int, gateway: Gateway, clock: GatewayClock = .system(),
        logger: Logger, describe: @escaping @Sendable (any Error) -> String
    ) throws(ProxyError) {
        (self.configuration, self.gateway, self.clock) = (configuration, gateway, clock)
        (self.reservedSlots, self.logger, self.describe) = (reservedSlots, logger, describe)
        file = ProxyFile(folder: configuration.folder)
        (record, encryptionKey) = try file.record()
        announced = configuration.isAnnounced ? ServiceAnnouncer(host: configuration.host, clock: clock) : nil
    }

    /// Key of the clients, in Base64; nil without encryption.
    package nonisolated var key: String? { configuration.isEncrypted ? encryptionKey.base64 : nil }

    // MARK: Life

    /// Serves until ``stop()`` is called or the task is cancelled.
    ///
    /// - Parameter ready: Called when the proxy of all dongles listens, or at once if each dongle has its own.
    /// - Throws: ``ProxyError/cannotListen(host:port:errno:)`` for the proxy of all dongles.
    package func run(ready: @Sendable () -> Void = {}) async throws {
        let first: ProxyServer? =
            configuration.division == .one ? try await server(dongle: nil, port: configuration.port) : nil
        ready()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.announced?.run() }
            if let first {
                await first.run()
            } else {
                await followDongles()
            }
            await announced?.end()
            group.cancelAll()
        }
        servers = []
    }

    /// Says goodbye to all clients, and makes ``run()`` end.
    package func stop() async {
        stopping.set()
        for server in servers { await server.stop() }
    }

    /// Gives each dongle its proxy when it appears.
    private func followDongles() async {
        let changes = await gateway.connections.occupancyChanges()
        await withDiscardingTaskGroup { group in
            await withTaskGroup(of: Wake.self) { race in
                race.addTask { [stopping] in
                    await stopping.wait()
                    return .stop
                }
                var wake = Wake.change
                var isWaiting = false
                while wake != .stop {
                    for server in await newServers() { group.addTask { await server.run() } }
                    // Each round waits for one change; the stream keeps one that comes between two rounds.
                    if wake == .change {
                        race.addTask {
                            for await _ in changes { return .change }
                            return .stop
                        }
                    }
                    if wake == .retry { isWaiting = false }
                    if !failed.isEmpty, !isWaiting {
                        isWaiting = true
                        race.addTask { [clock] in
                            await clock.sleep(clock.now() + Self.retryPause)
                            return .retry
                        }
                    }
                    wake = await race.next() ?? .stop
                }
                race.cancelAll()
            }
        }
    }

    /// Why the dongles are looked at again.
    private enum Wake { case change, retry, stop }

    private func newServers() async -> [ProxyServer] {
        var made: [ProxyServer] = []
        let dongles = await gateway.dongles.connecting()
        // One that was unplugged is tried when it is back.
        failed = failed.filter { id, _ in dongles.contains { $0.id == id } }
        for dongle in dongles where !stopping.isSet {
            let isKnown = servers.contains { $0.setup.radio.dongle == dongle.id }
            guard !isKnown, servers.count < Self.proxyLimit else { continue }
            do {
                made.append(try await server(dongle: dongle.id, port: try port(of: dongle.id)))
                failed[dongle.id] = nil
            } catch {
                let reason = describe(error)
                lastError = reason
                if failed.updateValue(reason, forKey: dongle.id) != reason {
                    logger.error("Dongle \(dongle.id) is no Bluetooth proxy: \(reason)")
                }
            }
        }
        return made
    }

    /// Returns the port of a dongle, which it keeps for ever.
    private func port(of dongle: String) throws(ProxyError) -> Int {
        guard configuration.port > 0 else { return 0 }
        if let number = record.ports[dongle] { return configuration.port + number }
        let taken = Set(record.ports.values)
        let number = (0...taken.count).first { !taken.contains($0) } ?? taken.count
        record.ports[dongle] = number
        try file.write(record)
        return configuration.port + number
    }

    private func server(dongle: String?, port: Int) async throws(ProxyError) -> ProxyServer {
        let identity = ProxyIdentity(id: dongle ?? record.id)
        var name = gateway.name
        if let dongle { name = await gateway.dongles.alias(of: dongle) ?? "\(name) \(dongle.suffix(4))" }
        let info = identity.info(
            friendlyName: name, version: configuration.version, webPort: configuration.webPort,
            isEncrypted: configuration.isEncrypted)
        let server = try await ProxyServer(
            ProxySetup(
                configuration: configuration, info: info, key: configuration.isEncrypted ? encryptionKey : nil,
                radio: ProxyRadio(gateway: gateway, dongle: dongle, reservedSlots: reservedSlots, clock: clock),
                describe: describe), port: port, tell: { [weak self] in await self?.heard($0) })
        servers.append(server)
        await announced?.announce(info, port: server.port)
        logger.notice(
            "Bluetooth proxy \(info.name) listens on \(configuration.host) port \(server.port).",
            metadata: configuration.isEncrypted ? nil : ["encryption": "off"])
        return server
    }

    // MARK: News

    private func heard(_ news: ProxyServer.News) async {
        switch news {
        case .connected(let client, let address):
            // A client that comes and goes must not push other events out.
            guard uses.admit("\(client) \(address)", at: clock.now()) else { return }
            await gateway.eventLog.record(
                .authorization, "Bluetooth proxy in use", detail: "\(client) from \(address).", level: .info)
        case .refused(let address, let reason):
            refused += 1
            lastError = "\(address): \(reason)."
            logger.debug("A client of the Bluetooth proxy was refused: \(lastError ?? "")")
            if let last = lastRefusal, clock.now() - last < Self.refusalPause { return }
            lastRefusal = clock.now()
            await gateway.eventLog.record(
                .authorization, "Client of the Bluetooth proxy refused", detail: "\(address): \(reason).",
                level: .warning)
        case .ended(let client, let address, let reason):
            logger.info("\(client) at \(address) left the Bluetooth proxy\(reason.map { ": \($0)" } ?? "").")
        }
    }

    // MARK: Status

    package func status() async -> ESPHomeStatus {
        var proxies: [ESPHomeProxy] = []
        for server in servers { proxies.append(await server.description()) }
        return ESPHomeStatus(
            isListening: !servers.isEmpty, isEncrypted: configuration.isEncrypted,
            isAnnounced: await announced?.isWorking ?? false, refused: refused, proxies: proxies, lastError: lastError)
    }
}
