import AsyncHTTPClient
import NIOCore
import NIOSSL

/// A client of one backend.
///
/// It follows no redirects, uses no proxy and stores nothing. What can be repeated without harm is tried up to three times;
/// everything else is sent once.
package struct PayfritClient: Sendable {
    package let environment: PayfritEnvironment
    package let generation: APIGeneration

    /// How long is waited.
    package struct Limits: Sendable, Hashable {
        /// For a connection, TLS included.
        package var connect = Duration.seconds(5)
        /// For one attempt as a whole: connection, request and answer.
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

    /// How far the server's clock is ahead of this machine's, by its last answer; nil where it has not told it.
    package var clockGap: Duration? { gap.value }

    /// - Parameters:
    ///   - pinnedCertificate: Path of a PEM file. Only a server that has this certificate, or one whose chain ends in it, is talked
    ///     to. See ``PinnedCertificate``.
    /// - Throws: ``PayfritError/badSetting(_:)``.
    package init(
        environment: PayfritEnvironment, generation: APIGeneration, pinnedCertificate: String? = nil,
        limits: Limits = Limits(), clock: PayfritClock = .real
    ) throws(PayfritError) {
        guard let base = BaseURL(environment.base) else {
            throw .badSetting("not the URL of a server: \(environment.base)")
        }
        if pinnedCertificate != nil, !base.isEncrypted {
            throw .badSetting("a pinned certificate needs a URL that begins with https://")
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

    /// Takes the time from an answer.
    func note(date: String?) { gap.note(date, at: clock.timeOfDay()) }

    /// Ends every connection. To be called on every path.
    package func close() async {
        // It fails only where it was shut down before.
        try? await http.shutdown()
    }

    private static func configuration(limits: Limits, pin: PinnedCertificate?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = TimeAmount(limits.connect)
        // Whether to try again is decided here, by what the request does.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Servers close idle connections after as little as 5 s, and a request that meets the end of its connection has an
        // unknown outcome.
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
