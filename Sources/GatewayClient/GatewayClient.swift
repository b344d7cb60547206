import AsyncHTTPClient
import GatewayModel
import NIOCore
import NIOSSL

/// A client of one gateway's API.
///
/// Its methods throw ``ClientError``, or `CancellationError` if the task was cancelled, or the error
/// of ``interruption``. It follows no redirects, uses no proxy and stores nothing; each request is
/// sent once.
package final class GatewayClient: Sendable {
    package let address: GatewayAddress

    /// Longest wait for the answer to a quick operation.
    package static let usualLimit = Duration.seconds(10)
    /// Longest wait for a port to be opened and its dongle greeted; the gateway gives up after
    /// 25 s.
    package static let adoptionLimit = Duration.seconds(30)
    /// Longest wait for an operation that the gateway carries out on another server. It tries up to
    /// three times, 15 s each, with pauses that the server may lengthen.
    package static let backendLimit = Duration.seconds(120)
    /// Longest silence of a stream. A gateway sends an idle line every 15 s.
    package static let idleLimit = Duration.seconds(45)
    /// Largest answer that is not a stream, in bytes.
    package static let answerLimit = 16 * 1024 * 1024
    /// Longest line of a stream, in bytes. A ranging tick has up to 1,000 beacons, each with the
    /// readings of up to 16 dongles.
    package static let lineLimit = 4 * 1024 * 1024

    let limits: Limits
    /// Cuts requests short; nil = each waits for its answer.
    let interruption: (any RequestInterruption)?
    private let token: String?
    /// Two HTTP clients, because the limit on silence applies to a whole client: an answer may take
    /// longer than a stream may be silent.
    private let answers: HTTPClient
    private let streams: HTTPClient

    /// Time limits. Tests use shorter ones.
    struct Limits: Sendable {
        var usual = GatewayClient.usualLimit
        var adoption = GatewayClient.adoptionLimit
        var backend = GatewayClient.backendLimit
        var idle = GatewayClient.idleLimit
    }

    /// - Parameters:
    ///   - token: Token that a gateway on TCP requires.
    ///   - trustRoots: PEM file of trusted certificates, used instead of the system's.
    ///   - trust: Users whose unix sockets are trusted.
    ///   - interruption: Cuts requests short, such as at ^C; nil = each waits for its answer.
    package convenience init(
        address: GatewayAddress, token: String? = nil, trustRoots: String? = nil, trust: SocketTrust = SocketTrust(),
        interruption: (any RequestInterruption)? = nil
    ) {
        self.init(
            address: address, token: token, trustRoots: trustRoots, trust: trust, limits: Limits(),
            interruption: interruption)
    }

    init(
        address: GatewayAddress, token: String?, trustRoots: String?, trust: SocketTrust = SocketTrust(),
        limits: Limits, interruption: (any RequestInterruption)? = nil
    ) {
        self.address = address
        self.token = token
        self.limits = limits
        self.interruption = interruption
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        // Report a gateway that is not running at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Each stream occupies a connection.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.timeout.connect = TimeAmount(limits.usual)
        if case .socket(let path) = address {
            // The library calls this after connecting, before it sends anything.
            configuration.http1_1ConnectionDebugInitializer = { SocketPeer.check($0, path: path, trust) }
        }
        if let trustRoots {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(trustRoots)
            configuration.tlsConfiguration = tls
        }
        answers = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.timeout.read = TimeAmount(limits.idle)
        streams = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private init(uninterrupted other: GatewayClient) {
        address = other.address
        token = other.token
        limits = other.limits
        interruption = nil
        answers = other.answers
        streams = other.streams
    }

    /// The same client, for requests that must reach the gateway although ^C came: orders whose outcome has to be known,
    /// and the ones that end what was begun. It shares the connections, and ends with them.
    package var uninterrupted: GatewayClient { GatewayClient(uninterrupted: self) }

    /// Ends every stream and connection. Must be called on every path.
    package func close() async {
        // Shutting down fails only if it was done before.
        try? await streams.shutdown()
        try? await answers.shutdown()
    }

    // MARK: Requests

    /// Sends a request and waits for the head of the answer.
    ///
    /// - Throws: ``ClientError``, unless a gateway of this API version answers with a success
    ///   status.
    func send(_ request: APIRequest, within limit: Duration, isStream: Bool) async throws -> HTTPClientResponse {
        var http = HTTPClientRequest(url: address.base + request.target)
        http.method = request.method
        // A unix socket has no host, but HTTP/1.1 requires the field.
        if case .socket = address { http.headers.add(name: "Host", value: "localhost") }
        http.headers.add(name: APIVersion.header, value: String(APIVersion.current))
        http.headers.add(name: APIVersion.programHeader, value: APIVersion.program)
        http.headers.add(name: "Accept", value: request.accept)
        for (name, value) in request.headers { http.headers.add(name: name, value: value) }
        if let token { http.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body = request.body {
            http.headers.add(name: "Content-Type", value: "application/json")
            http.body = .bytes(body)
        } else if let upload = request.upload {
            http.headers.add(name: "Content-Type", value: upload.type)
            http.body = upload.body
        }
        do {
            let client = isStream ? streams : answers
            let response = try await client.execute(http, deadline: .now() + TimeAmount(limit))
            try await check(response)
            return response
        } catch {
            throw clientError(error)
        }
    }

    private func check(_ response: HTTPClientResponse) async throws {
        let status = Int(response.status.code)
        guard let text = response.headers.first(name: APIVersion.header), let api = Int(text) else {
            throw ClientError.notAGateway(address, status: status)
        }
        guard api == APIVersion.current else {
            let program = response.headers.first(name: APIVersion.programHeader) ?? "unknown"
            throw ClientError.otherVersion(address, api: api, program: program)
        }
        guard !(200..<300).contains(status) else { return }
        let type = response.headers.first(name: "Content-Type") ?? ""
        guard type.hasPrefix(Problem.mediaType) else {
            throw ClientError.malformedAnswer(address, what: "status \(status) without problem details")
        }
        let body = try await response.body.collect(upTo: GatewayClient.answerLimit)
        throw ClientError.problem(try decode(Problem.self, from: body))
    }
}
