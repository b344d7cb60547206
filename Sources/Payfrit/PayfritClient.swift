import AsyncHTTPClient
import NIOCore
import NIOSSL

/// A client of one backend.
///
/// It follows no redirects, uses no proxy and stores nothing. Requests that are harmless to repeat
/// are tried up to three times; all others are sent once.
package struct PayfritClient: Sendable {
    package let environment: PayfritEnvironment
    package let generation: APIGeneration

    /// Timeouts.
    package struct Limits: Sendable, Hashable {
        /// Longest time for a connection, TLS included.
        package var connect = Duration.seconds(5)
        /// Longest time for one attempt as a whole: connection, request and answer.
        package var request = Duration.seconds(15)

        package init() {}
    }

    /// Most bytes of an answer.
    package static let answerLimit = 4 * 1024 * 1024
    /// Most entries of a list.
    package static let listLimit = 10_000

    let limits: Limits
    let clock: PayfritClock
    let http: HTTPClient
    private let gap = ClockGap()

    /// Time by which the server's clock is ahead of this machine's, from its last answer with a
    /// date; nil if there was none.
    package var clockGap: Duration? { gap.value }

    /// - Parameters:
    ///   - pinnedCertificate: Path of a PEM file. The client then talks only to a server that has
    ///     this certificate, or whose chain ends in it. See ``PinnedCertificate``.
    /// - Throws: ``PayfritError/badSetting(_:)``.
    package init(
        environment: PayfritEnvironment, generation: APIGeneration, pinnedCertificate: String? = nil,
        limits: Limits = Limits(), clock: PayfritClock = .real
    ) throws(PayfritError) {
        guard let base = BaseURL(environment.base) else {
            throw .badSetting("This is not the URL of a server: \(environment.base)")
        }
        if pinnedCertificate != nil, !base.isEncrypted {
            throw .badSetting("A pinned certificate needs a URL that begins with https://")
        }
        self.environment = environment
        self.generation = generation
        self.limits = limits
        self.clock = clock
        let pin = try pinnedCertificate.map { path throws(PayfritError) in try PinnedCertificate(path: path) }
        http = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: PayfritClient.configuration(limits: limits, pin: pin))
    }

    /// Records the time in an answer.
    func note(date: String?) { gap.note(date, at: clock.timeOfDay()) }

    /// Closes every connection. Call this on every path.
    package func close() async {
        // Shutdown fails only if the client was shut down before.
        try? await http.shutdown()
    }

    private static func configuration(limits: Limits, pin: PinnedCertificate?) -> HTTPClient.Configuration {
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

extension TimeAmount {
    init(_ duration: Duration) {
        self = .nanoseconds(Int64(duration / .nanoseconds(1)))
    }
}
