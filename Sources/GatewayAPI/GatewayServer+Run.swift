import Gateway
import GatewayModel
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle

extension GatewayServer {
    /// Serves until the task is cancelled or the service group shuts down gracefully. When
    /// stopping, it ends the streams first, within 1 s.
    ///
    /// - Parameter ready: Called once, when every address is served.
    /// - Throws: ``ServerError``.
    package func run(ready: @escaping @Sendable (Addresses) async -> Void) async throws {
        // Check the TCP settings before binding anything.
        let tls = try configuration.tcp.flatMap { try $0.checkedTLS() }
        let socket = try UnixSocket(
            path: configuration.socket, isShared: configuration.isShared, group: configuration.group)
        let registry = ConnectionRegistry(configuration.limits)
        let sessions = ConsoleSessions()
        let listeners = listeners(tls, socket.stagedPath, registry, sessions)
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Child.self) { group in
                defer { group.cancelAll() }
                let (bound, announce) = AsyncStream.makeStream(of: Listener.Bound.self)
                for listener in listeners {
                    group.addTask {
                        try await listener.run { announce.yield($0) }
                        return .listener
                    }
                }
                group.addTask {
                    // Cancelled if the listeners end first.
                    try? await gracefulShutdown()
                    try? await Task.sleep(for: configuration.limits.shutdownTime)
                    return .graceIsOver
                }
                var open = listeners.count
                group.addTask { [count = listeners.count] in
                    var found: [Listener.Bound] = []
                    for await one in bound {
                        found.append(one)
                        if found.count == count { break }
                    }
                    return .bound(found)
                }
                while open > 0 {
                    switch try await group.next() {
                    case .listener, nil:
                        open -= 1
                    case .graceIsOver:
                        registry.closeAll()
                        group.cancelAll()
                    case .bound(let found):
                        guard found.count == listeners.count else { continue }
                        try socket.publish()
                        let addresses = addresses(found, sessions)
                        group.addTask {
                            await ready(addresses)
                            return .told
                        }
                    case .told:
                        continue
                    }
                }
            }
        } onCancel: {
            registry.closeAll()
        }
    }

    private enum Child: Sendable {
        case listener, graceIsOver, told
        case bound([Listener.Bound])
    }

    private func listeners(
        _ tls: TLSConfiguration?, _ socket: String, _ registry: ConnectionRegistry, _ sessions: ConsoleSessions
    ) -> [Listener] {
        let access = configuration.tcp.map { tcp in
            GatewayAPI.TCPAccess(
                tokens: TokenGuard(token: tcp.token, sessions: sessions) { [gateway] address in
                    Task {
                        await gateway.eventLog.record(
                            .authorization, "Wrong tokens",
                            detail: "\(address) sent more than \(AttemptTable.limit) wrong tokens in a minute.",
                            level: .warning
                        )
                    }
                }, sessions: sessions,
                rule: OriginRule(host: tcp.host, isSecure: tls != nil))
        }
        let api = GatewayAPI(
            gateway: gateway, settingList: configuration.settings, examine: configuration.examine,
            limits: configuration.limits, logger: logger,
            access: access)
        let responder = APIResponder(api)
        let unix = Listener(
            address: .socket(stagedAt: socket, path: configuration.socket), tls: nil, responder: responder,
            limits: configuration.limits, registry: registry, logger: logger)
        let tcp = configuration.tcp.map { tcp in
            Listener(
                address: .tcp(host: tcp.host, port: tcp.port), tls: tls, responder: responder,
                limits: configuration.limits, registry: registry, logger: logger)
        }
        return [unix] + [tcp].compactMap { $0 }
    }

    private func addresses(_ bound: [Listener.Bound], _ sessions: ConsoleSessions) -> Addresses {
        let port = bound.compactMap { bound in
            if case .tcp(let port) = bound { port } else { nil }
        }.first
        guard let tcp = configuration.tcp, let port else {
            return Addresses(socket: configuration.socket, url: nil, consoleLink: nil)
        }
        let host = tcp.host.contains(":") ? "[\(tcp.host)]" : tcp.host
        let url = "\(tcp.tls == nil ? "http" : "https")://\(host):\(port)"
        sessions.serve(at: url)
        return Addresses(socket: configuration.socket, url: url, consoleLink: sessions.makeLink(for: .admin))
    }
}

extension GatewayServer.TCP {
    /// Loads the certificate and key; nil without TLS.
    ///
    /// - Throws: ``ServerError/needsTLS(host:)``, ``ServerError/tlsUnusable(file:reason:)``.
    fileprivate func checkedTLS() throws(ServerError) -> TLSConfiguration? {
        if let tls { return try TLSFiles.configuration(certificate: tls.certificate, key: tls.key) }
        guard Loopback.isLoopback(host) else { throw .needsTLS(host: host) }
        return nil
    }
}
