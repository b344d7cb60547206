import AsyncHTTPClient
import LineFormats
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends requests to one server.
///
/// It follows no redirects, uses no proxy and stores nothing. Requests that are harmless to repeat
/// are tried up to three times; all others are sent once.
package struct HTTPTransport<Failure: RESTError>: Sendable {
    /// Result of one attempt.
    package enum Outcome<Value: Sendable>: Sendable {
        case answered(Value)
        case failed(Failure, retryAfter: Duration? = nil)
    }

    /// Most bytes of an answer.
    package static var answerLimit: Int { 4 * 1024 * 1024 }

    private let base: BaseURL
    private let limits: RequestLimits
    private let clock: RequestClock
    private let http: HTTPClient
    private let gap = ClockGap()

    /// Time by which the server's clock is ahead of this machine's, from its last answer with a
    /// date; nil if there was none.
    package var clockGap: Duration? { gap.value }

    /// - Parameters:
    ///   - base: URL of the server.
    ///   - pinnedCertificate: Path of a PEM file. The client then talks only to a server that has
    ///     this certificate, or whose chain ends in it. See ``PinnedCertificate``.
    /// - Throws: The failure's `badSetting`.
    package init(
        base: String, pinnedCertificate: String?, limits: RequestLimits, clock: RequestClock
    ) throws(Failure) {
        guard let url = BaseURL(base) else {
            throw Failure.badSetting("This is not the URL of a server: \(base)")
        }
        if pinnedCertificate != nil, !url.isEncrypted {
            throw Failure.badSetting("A pinned certificate needs a URL that begins with https://")
        }
        self.base = url
        self.limits = limits
        self.clock = clock
        let pin = try pinnedCertificate.map { path throws(Failure) in try PinnedCertificate<Failure>(path: path) }
        http = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: HTTPTransport.configuration(limits: limits, pin: pin))
    }

    /// Closes every connection. Call this on every path.
    package func close() async {
        // Shutdown fails only if the client was shut down before.
        try? await http.shutdown()
    }

    /// Sends a request, and repeats it where a repetition is harmless and may succeed.
    ///
    /// - Parameters:
    ///   - path: Path and query, appended to the base URL.
    ///   - isFromOrigin: Whether the path is appended to the URL's origin instead.
    ///   - complete: Adds method, headers and body.
    ///   - read: Reads an answer, including one that is a failure. Errors it throws are translated.
    package func exchange<Value: Sendable>(
        path: String, isFromOrigin: Bool = false, isIdempotent: Bool, _ complete: (inout HTTPClientRequest) -> Void,
        read: @escaping @Sendable (HTTPClientResponse) async throws -> Outcome<Value>
    ) async throws(Failure) -> Value {
        var message = HTTPClientRequest(url: (isFromOrigin ? base.origin : base.text) + path)
        complete(&message)
        let rule = RetryRule()
        var failures = 0
        while true {
            switch await attempt(message, read) {
            case .answered(let answer): return answer
            case .failed(let error, let retryAfter):
                failures += 1
                let wait = rule.wait(
                    after: error, failures: failures, retryAfter: retryAfter, chance: clock.chance())
                guard isIdempotent, let wait else { throw error }
                do { try await clock.sleep(wait) } catch { throw Failure.cancelled }
            }
        }
    }

    /// Sends a request within a limit on connection, request and answer together; the HTTP client's
    /// own timeout covers only the time until the head of the answer.
    private func attempt<Value: Sendable>(
        _ message: HTTPClientRequest, _ read: @escaping @Sendable (HTTPClientResponse) async throws -> Outcome<Value>
    ) async -> Outcome<Value> {
        await withTaskGroup(of: Outcome<Value>?.self) { group in
            group.addTask { await send(message, read) }
            group.addTask {
                do { try await clock.sleep(limits.request) } catch { return nil }
                return .failed(Failure.timedOut(limits.request))
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if Task.isCancelled, case .failed = first { return .failed(Failure.cancelled) }
            return first ?? .failed(Failure.cancelled)
        }
    }

    private func send<Value: Sendable>(
        _ message: HTTPClientRequest, _ read: (HTTPClientResponse) async throws -> Outcome<Value>
    ) async -> Outcome<Value> {
        do {
            let response = try await http.execute(message, deadline: .distantFuture)
            gap.note(response.headers.first(name: "date"), at: clock.timeOfDay())
            return try await read(response)
        } catch {
            return .failed(Failure(error, answerLimit: HTTPTransport.answerLimit))
        }
    }

    private static func configuration(
        limits: RequestLimits, pin: PinnedCertificate<Failure>?
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = TimeAmount(limits.connect)
        // This client itself decides on retries, depending on the request.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Servers close idle connections after as little as 5 s, and a request on a connection that
        // is being closed has an unknown outcome.
        configuration.connectionPool.idleTimeout = .seconds(4)
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        pin?.apply(to: &tls, &configuration)
        configuration.tlsConfiguration = tls
        return configuration
    }
}

extension HTTPClientResponse {
    /// Collects the body.
    ///
    /// - Parameter limit: Most bytes.
    /// - Throws: An error that the transport translates, such as for a body over the limit.
    package func bytes(upTo limit: Int) async throws -> [UInt8] {
        Array(try await body.collect(upTo: limit).readableBytesView)
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        self = .nanoseconds(Int64(duration / .nanoseconds(1)))
    }
}
