import AsyncHTTPClient
import GatewayModel
import NIOCore
import NIOSSL

/// A client of one gateway's API.
///
/// Its calls throw ``ClientError``, or `CancellationError` where the task was cancelled. It follows no redirects, uses no
/// proxy and stores nothing; each call is sent once.
package final class GatewayClient: Sendable {
    package let address: GatewayAddress

    /// Longest wait for an answer to anything that takes no time by itself.
    package static let usualLimit = Duration.seconds(10)
    /// Longest wait for a port to be opened and its dongle to be greeted, which the gateway gives up after 25 s.
    package static let adoptionLimit = Duration.seconds(30)
    /// Longest wait for what the gateway asks another server for: it tries up to three times, 15 s each, with pauses that the
    /// server may make longer.
    package static let backendLimit = Duration.seconds(120)
    /// Longest silence of a stream. A gateway says that it is idle every 15 s.
    package static let idleLimit = Duration.seconds(45)
    /// Most bytes of an answer that is no stream.
    package static let answerLimit = 16 * 1024 * 1024
    /// Most bytes of one line of a stream. A tick of ranging has up to 1,000 beacons, as up to 16 dongles hear them.
    package static let lineLimit = 4 * 1024 * 1024

    let limits: Limits
    /// Cuts requests short; nil = each waits for its answer.
    let interruption: (any RequestInterruption)?
    private let token: String?
    /// A limit on silence belongs to a client as a whole, and an answer may take longer than a stream may be silent.
    private let answers: HTTPClient
    private let streams: HTTPClient

    /// The limits, which tests make shorter.
    struct Limits: Sendable {
        var usual = GatewayClient.usualLimit
        var adoption = GatewayClient.adoptionLimit
        var backend = GatewayClient.backendLimit
        var idle = GatewayClient.idleLimit
    }

    /// - Parameters:
    ///   - token: What a TCP gateway wants to be shown.
    ///   - trustRoots: PEM file of the certificates to trust, instead of the system's.
    ///   - trust: Whose unix sockets are taken.
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
        // A gateway that is not there is to be told of at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        // A stream keeps its connection.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.timeout.connect = TimeAmount(limits.usual)
        if case .socket(let path) = address {
            // The library calls it once a connection is made, and before anything is sent.
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

    /// Ends every stream and connection. To be called on every path.
    package func close() async {
        // They fail only where they were shut down before.
        try? await streams.shutdown()
        try? await answers.shutdown()
    }

    // MARK: Requests

    /// Sends a request and waits for the head of the answer.
    ///
    /// - Throws: ``ClientError/problem(_:)`` and so on, unless it is a gateway of this version and the status is a success.
    func send(_ request: APIRequest, within limit: Duration, isStream: Bool) async throws -> HTTPClientResponse {
        var http = HTTPClientRequest(url: address.base + request.target)
        http.method = request.method
        // A unix socket has no host, and HTTP/1.1 wants one all the same.
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
