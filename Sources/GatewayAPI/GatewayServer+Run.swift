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
        let served = try configuration.tcp.map { try $0.served(logger) }
        let socket = try UnixSocket(
            path: configuration.socket, isShared: configuration.isShared, group: configuration.group)
        let registry = ConnectionRegistry(configuration.limits)
        let access = served.map(access)
        let listeners = listeners(served?.tls, socket.stagedPath, registry, access)
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
                        do {
                            try socket.publish()
                        } catch {
                            // A listener that was closed meanwhile has removed its socket.
                            guard Task.isShuttingDownGracefully else { throw error }
                            continue
                        }
                        let addresses = addresses(found, access)
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

    private func access(_ served: ServedTCP) -> GatewayAPI.TCPAccess {
        let kept = KeptSessions(folder: served.tcp.folder)
        let sessions = ConsoleSessions(kept: kept) { [logger] error in
            logger.warning(
                "Tills need a new link after a restart: their sessions cannot be kept.",
                metadata: ["path": "\(kept.path)", "reason": "\(error)"])
        }
        let tokens = TokenGuard(token: served.tcp.token, sessions: sessions) { [gateway] address in
            Task {
                await gateway.eventLog.record(
                    .authorization, "Wrong tokens",
                    detail: "\(address) sent more than \(AttemptTable.limit) wrong tokens in a minute.",
                    level: .warning
                )
            }
        }
        return GatewayAPI.TCPAccess(tokens: tokens, sessions: sessions, rule: served.rule, places: served.places)
    }

    private func listeners(
        _ tls: LoadedTLS?, _ socket: String, _ registry: ConnectionRegistry, _ access: GatewayAPI.TCPAccess?
    ) -> [Listener] {
        let api = GatewayAPI(
            gateway: gateway, settingList: configuration.settings, examine: configuration.examine,
            limits: configuration.limits, logger: logger, proxies: configuration.proxies, access: access)
        let responder = APIResponder(api)
        let unix = Listener(
            address: .socket(stagedAt: socket, path: configuration.socket), tls: nil, responder: responder,
            limits: configuration.limits, registry: registry, logger: logger)
        let tcp = configuration.tcp.map { tcp in
            Listener(
                address: .tcp(host: tcp.host, port: tcp.port), tls: tls?.configuration, responder: responder,
                limits: configuration.limits, registry: registry, logger: logger)
        }
        return [unix] + [tcp].compactMap { $0 }
    }

    private func addresses(_ bound: [Listener.Bound], _ access: GatewayAPI.TCPAccess?) -> Addresses {
        let port = bound.compactMap { bound in
            if case .tcp(let port) = bound { port } else { nil }
        }.first
        guard let access, let port else { return Addresses(socket: configuration.socket) }
        access.places.serve(on: port)
        let link = access.makeLink(for: .admin)
        return Addresses(
            socket: configuration.socket, url: access.places.listening, consoleLink: link?.url,
            furtherLinks: link?.furtherURLs ?? [], fingerprint: link?.fingerprint)
    }
}

/// A TCP address with what serves it.
private struct ServedTCP {
    let tcp: GatewayServer.TCP
    /// Nil without TLS.
    let tls: LoadedTLS?
    let rule: OriginRule
    let places: ConsolePlaces
}

extension GatewayServer.TCP {
    /// Loads certificate and key. Where other machines can reach the address and no files are set,
    /// these are the gateway's own.
    ///
    /// - Throws: ``ServerError``.
    fileprivate func served(_ logger: Logger) throws(ServerError) -> ServedTCP {
        let machine = MachineAddresses.current()
        var tls: LoadedTLS?
        var own: OwnCertificate?
        if let files = self.tls {
            tls = try TLSFiles.load(certificate: files.certificate, key: files.key)
        } else if !Loopback.isLoopback(host) {
            let certificate = OwnCertificate(folder: folder, host: host, name: name, machine: machine)
            if let reason = try certificate.prepare() {
                logger.notice("A certificate for TLS was made: \(reason.words).")
            }
            tls = try TLSFiles.load(certificate: certificate.certificatePath, key: certificate.keyPath)
            own = certificate
        }
        var names = tls?.names ?? CertificateNames()
        names.names += machine.names
        return ServedTCP(
            tcp: self, tls: tls, rule: OriginRule(host: host, names: names, isSecure: tls != nil),
            places: ConsolePlaces(
                host: host, isSecure: tls != nil, given: own == nil ? tls?.names : nil,
                fingerprint: own == nil ? nil : tls?.fingerprint))
    }
}

extension OwnCertificate.Reason {
    fileprivate var words: String {
        switch self {
        case .missing: "there was none"
        case .unusable: "the files of the previous one were damaged"
        case .outdated: "the previous one was not valid now and for another 30 days"
        case .notCovering(let host): "the previous one was not for \(host)"
        }
    }
}
