import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// One address that the API is served on.
struct Listener: Sendable {
    enum Address: Sendable {
        /// `stagedAt` is where the socket is bound, `path` where it is published.
        case socket(stagedAt: String, path: String)
        case tcp(host: String, port: Int)
    }

    /// Address that the listener was bound to.
    enum Bound: Sendable, Hashable {
        case socket
        case tcp(port: Int)
    }

    let address: Address
    let tls: TLSConfiguration?
    let responder: APIResponder
    let limits: ServerLimits
    let registry: ConnectionRegistry
    let logger: Logger

    /// Serves until the task is cancelled or the service group shuts down gracefully.
    ///
    /// - Throws: ``ServerError``.
    func run(_ announce: @escaping @Sendable (Bound) -> Void) async throws {
        let channel = GuardedChannel(
            base: http, limits: limits, registry: registry,
            origin: { [isTCP, tls] channel in
                isTCP
                    ? .tcp(address: channel.remoteAddress?.ipAddress ?? "", isSecure: tls != nil)
                    : .unixSocket
            })
        do {
            if let tls {
                try await serve(try TLSChannel(channel, tlsConfiguration: tls), announce)
            } else {
                try await serve(channel, announce)
            }
        } catch let error as IOError {
            throw serverError(error.errnoCode)
        } catch is SocketAddressError {
            // The name cannot be resolved.
            throw serverError(EADDRNOTAVAIL)
        } catch is NIOConnectionError {
            throw serverError(EADDRNOTAVAIL)
        }
    }

    private func serve(
        _ channel: some ServerChildChannel, _ announce: @escaping @Sendable (Bound) -> Void
    ) async throws {
        let configuration = ServerConfiguration(
            address: bindAddress, serverName: nil, backlog: 4_096,
            availableConnectionsDelegate: MaximumAvailableConnections(mostOpen, logger: quiet))
        let server = Server(
            childChannelSetup: channel, configuration: configuration,
            onServerRunning: { [isTCP] channel in
                announce(isTCP ? .tcp(port: channel.localAddress?.port ?? 0) : .socket)
            }, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
        try await server.run()
    }

    private var http: HTTP1Channel {
        HTTP1Channel(
            responder: { [responder, registry] request, writer, channel in
                // The channel is closed already, so no answer is needed.
                guard let connection = registry[channel] else { return }
                let response = await responder.respond(to: request, on: connection, origin: connection.origin)
                try await writer.write(response: response.head, body: response.body)
            },
            configuration: .init(
                idleTimeout: TimeAmount(limits.idleTime),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.head, maxHeaderListSize: limits.head, maxHeaderFieldCount: 100)))
    }

    private var isTCP: Bool {
        if case .tcp = address { true } else { false }
    }

    /// Maximum number of open connections; further ones are not accepted. On TCP, the registry
    /// keeps the number below this limit. The reserve allows for connections that are still
    /// closing.
    private var mostOpen: Int { isTCP ? limits.connections + 2 * limits.strangers : limits.connections }

    private var bindAddress: BindAddress {
        switch address {
        case .socket(let staged, _): .unixDomainSocket(path: staged)
        case .tcp(let host, let port): .hostname(host, port: port)
        }
    }

    /// Hides Hummingbird's messages about starts and lost connections; the program reports the
    /// start itself.
    private var quiet: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }

    private func serverError(_ code: CInt) -> ServerError {
        switch address {
        case .socket(_, let path): .cannotBind(path: path, errno: code)
        case .tcp(let host, let port) where code == EADDRINUSE: .portTaken(host: host, port: port)
        case .tcp(let host, let port): .cannotListen(host: host, port: port, errno: code)
        }
    }
}
