import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

extension DevBackend {
    /// Serves until the task is cancelled; then every connection is closed.
    ///
    /// - Parameter ready: Called once with the port, as soon as it is served.
    func serve(_ ready: @escaping @Sendable (Int) -> Void) async throws {
        let connections = OpenConnections()
        let channel = RegisteredChannel(base: http, connections: connections)
        try await withTaskCancellationHandler {
            do {
                if let tls = configuration.tls {
                    let settings = try TLSFiles.configuration(certificate: tls.certificate, key: tls.key)
                    try await serve(try TLSChannel(channel, tlsConfiguration: settings), ready)
                } else {
                    try await serve(channel, ready)
                }
            } catch let error as IOError {
                throw unserved(String(cString: strerror(error.errnoCode)))
            } catch is SocketAddressError {
                throw unserved("there is no such host")
            }
        } onCancel: {
            connections.closeAll()
        }
    }

    private func serve(
        _ channel: some ServerChildChannel, _ ready: @escaping @Sendable (Int) -> Void
    ) async throws {
        var quiet = Logger(label: "perch-dev-backend")
        quiet.logLevel = .critical
        let server = Server(
            childChannelSetup: channel,
            configuration: ServerConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Limits.connections, logger: quiet)),
            onServerRunning: { ready($0.localAddress?.port ?? 0) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
        try await server.run()
    }

    private var http: HTTP1Channel {
        let responder = Responder(
            tables: tables, tokenLifetime: configuration.tokenLifetime, sleep: configuration.sleep,
            watch: configuration.watch)
        return HTTP1Channel(
            responder: { request, writer, channel in
                switch await responder.outcome(of: request) {
                case .answer(let answer):
                    let response = answer.response
                    try await writer.write(response: response.head, body: response.body)
                case .cut:
                    channel.cut()
                    throw CancellationError()
                }
            },
            configuration: .init(
                idleTimeout: Limits.idleTime,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: Limits.head, maxHeaderListSize: Limits.head, maxHeaderFieldCount: 100)))
    }

    private func unserved(_ reason: String) -> DevBackendError {
        .cannotListen(host: configuration.host, port: configuration.port, reason: reason)
    }
}
