import Concurrency
import ESPHomeAPI
import Gateway
import GatewayModel
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// One proxy: listens on a port, and serves its clients.
final class ProxyServer: Sendable {
    /// What a server tells its service.
    enum News: Sendable {
        case connected(client: String, address: String)
        /// Refused before or by its hello, in words.
        case refused(address: String, reason: String)
        case ended(client: String, address: String, reason: String?)
    }

    typealias Listening = NIOAsyncChannel<ProxyClient.Connection, Never>

    let setup: ProxySetup
    /// Port that was bound.
    let port: Int
    private let channel: Listening
    private let tell: @Sendable (News) async -> Void
    private let stopping = Latch()

    private struct State {
        var clients: [UInt64: ProxyClient] = [:]
        var last: UInt64 = 0
        var rate: ConnectionRate
    }

    private let state: NIOLockedValueBox<State>

    /// Binds the port.
    ///
    /// - Throws: ``ProxyError/cannotListen(host:port:errno:)``.
    init(_ setup: ProxySetup, port: Int, tell: @escaping @Sendable (News) async -> Void) async throws(ProxyError) {
        (self.setup, self.tell) = (setup, tell)
        let host = setup.configuration.host
        state = NIOLockedValueBox(
            State(rate: ConnectionRate(limit: setup.configuration.limits.connectionsPerMinute)))
        do {
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.backlog, value: 128)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .bind(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try ProxyClient.Connection(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(
                                backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2),
                                inboundType: ByteBuffer.self, outboundType: ByteBuffer.self))
                    }
                }
        } catch let error as IOError {
            throw .cannotListen(host: host, port: port, errno: error.errnoCode)
        } catch {
            // The name cannot be resolved.
            throw .cannotListen(host: host, port: port, errno: EADDRNOTAVAIL)
        }
        self.port = channel.channel.localAddress?.port ?? port
    }

    /// Serves until ``stop()`` is called or the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followSlots() }
            group.addTask {
                await self.stopping.wait()
                // Already closed if the task was cancelled.
                try? await self.channel.channel.close()
            }
            await withDiscardingTaskGroup { clients in
                // An error means that the port is closed.
                try? await channel.executeThenClose { inbound in
                    for try await connection in inbound { clients.addTask { await self.serve(connection) } }
                }
            }
            group.cancelAll()
        }
    }

    /// Says goodbye to the clients, and makes ``run()`` end when they are gone.
    func stop() async {
        stopping.set()
        for client in clients { await client.dismiss() }
    }

    private var clients: [ProxyClient] {
        state.withLockedValue { $0.clients.sorted { $0.key < $1.key }.map(\.value) }
    }

    // MARK: Clients

    private func serve(_ connection: ProxyClient.Connection) async {
        let address = connection.channel.remoteAddress?.ipAddress ?? ""
        let client = ProxyClient(setup, address: address)
        let limits = setup.configuration.limits
        let (number, refusal) = state.withLockedValue { state -> (UInt64, String?) in
            state.last += 1
            if stopping.isSet { return (state.last, "the gateway is stopping") }
            if !state.rate.admit(address, at: setup.radio.clock.now()) {
                return (state.last, "more than \(limits.connectionsPerMinute) connections in a minute")
            }
            if state.clients.count >= limits.clients {
                return (state.last, "more than \(limits.clients) clients")
            }
            state.clients[state.last] = client
            return (state.last, nil)
        }
        if let refusal {
            try? await connection.executeThenClose { _, _ in }
            return await tell(.refused(address: address, reason: refusal))
        }
        let greeting = Task { [tell] in
            guard let name = await client.greeted() else { return }
            await tell(.connected(client: name, address: address))
        }
        let end = await client.run(connection)
        _ = state.withLockedValue { $0.clients.removeValue(forKey: number) }
        client.finishGreeting()
        await greeting.value
        if let name = await client.session.client {
            await tell(.ended(client: name, address: address, reason: end?.words))
        } else if let words = end?.words {
            await tell(.refused(address: address, reason: words))
        }
    }

    /// Tells every client each change of the slots.
    private func followSlots() async {
        for await _ in await setup.radio.gateway.connections.occupancyChanges() {
            for client in clients { await client.tellSlots() }
        }
    }

    // MARK: Status

    func description() async -> ESPHomeProxy {
        let slots = await setup.radio.slots().slots
        var described: [ESPHomeClient] = []
        for client in clients { described.append(await client.description) }
        return ESPHomeProxy(
            name: setup.info.name, friendlyName: setup.info.friendlyName, mac: setup.info.mac,
            host: setup.configuration.host, port: port, dongle: setup.radio.dongle, slots: slots.limit,
            free: slots.free, clients: described)
    }
}

extension APISession.End {
    /// Words that follow "because"; nil for an end in order.
    var words: String? {
        switch self {
        case .left, .dismissed: nil
        case .noHello: "it sent no hello in 60 s"
        case .silent: "it was silent for 150 s"
        case .unexpected(let type): "it sent message \(type.rawValue) before its hello"
        case .malformed(let type): "its message \(type.rawValue) is malformed"
        case .transport(.plainText): "it uses no encryption"
        case .transport(.unexpectedEncryption): "it uses encryption, and the proxy has no key"
        case .transport(.wrongKey): "it has a wrong key"
        case .transport(.wrongIndicator), .transport(.wrongHead), .transport(.tooLong), .transport(.wrongHandshake):
            "it does not speak ESPHome's protocol"
        case .transport(.wrongFrame): "a frame was damaged"
        case .congested: "it did not read"
        }
    }
}
