import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// An HTTP server of one of the development backends.
struct BackendServer: Sendable {
    let host: String
    /// TCP port; 0 = a free one.
    let port: Int
    /// PEM files; nil = plain HTTP.
    let tls: (certificate: String, key: String)?
    let answer: @Sendable (Request) async -> Responder.Outcome

    /// Serves while `body` runs, and passes it the URL of the server, such as
    /// `http://127.0.0.1:8080`.
    func serving<Value: Sendable>(_ body: @escaping @Sendable (_ url: String) async throws -> Value) async throws
        -> Value
    {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                defer { port.finish() }
                try await serve { port.yield($0) }
                return nil
            }
            group.addTask {
                for await port in ports { return try await body(url(port)) }
                return nil
            }
            while let ended = try await group.next() {
                if let value = ended { return value }
            }
            throw CancellationError()
        }
    }

    private func url(_ port: Int) -> String {
        "\(tls == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Serves until the task is cancelled; then every connection is closed.
    ///
    /// - Parameter ready: Called once with the port, as soon as it is served.
    private func serve(_ ready: @escaping @Sendable (Int) -> Void) async throws {
        let connections = OpenConnections()
        let channel = RegisteredChannel(base: http, connections: connections)
        try await withTaskCancellationHandler {
            do {
                if let tls {
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
                address: .hostname(host, port: port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Limits.connections, logger: quiet)),
            onServerRunning: { ready($0.localAddress?.port ?? 0) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
        try await server.run()
    }

    private var http: HTTP1Channel {
        HTTP1Channel(
            responder: { request, writer, channel in
                switch await answer(request) {
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
        .cannotListen(host: host, port: port, reason: reason)
    }
}
