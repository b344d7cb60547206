import RESTClient

/// A client of one backend.
package struct PayfritClient: Sendable {
    package typealias Limits = RequestLimits

    package let environment: PayfritEnvironment
    package let generation: APIGeneration

    let transport: HTTPTransport<PayfritError>

    /// Time by which the server's clock is ahead of this machine's, from its last answer with a
    /// date; nil if there was none.
    package var clockGap: Duration? { transport.clockGap }

    /// - Parameters:
    ///   - pinnedCertificate: Path of a PEM file. The client then talks only to a server that has
    ///     this certificate, or whose chain ends in it.
    /// - Throws: ``PayfritError/badSetting(_:)``.
    package init(
        environment: PayfritEnvironment, generation: APIGeneration, pinnedCertificate: String? = nil,
        limits: Limits = Limits(), clock: PayfritClock = .real
    ) throws(PayfritError) {
        self.environment = environment
        self.generation = generation
        transport = try HTTPTransport(
            base: environment.base, pinnedCertificate: pinnedCertificate, limits: limits, clock: clock)
    }

    /// Closes every connection. Call this on every path.
    package func close() async { await transport.close() }
}

/// Time and randomness on which requests depend.
package typealias PayfritClock = RequestClock
