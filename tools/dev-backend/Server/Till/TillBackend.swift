import Hummingbird
import LineFormats

/// A small server of the club till's API, for development and tests only.
package struct TillBackend: Sendable {
    /// Settings of the server.
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        /// TCP port; 0 = a free one.
        package var port = 0
        /// Path of the file that keeps everything but faults, which is created if missing; nil = in
        /// memory.
        package var database: String?
        /// PEM files; nil = plain HTTP.
        package var tls: (certificate: String, key: String)?
        /// Lifetime of tokens.
        package var tokenLifetime = Duration.seconds(24 * 60 * 60)
        package var now: @Sendable () -> Timestamp = { .now }
        /// Waits for a delay; has to end early if its task is cancelled.
        package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Called with the path of every request that a fault has not answered. If it throws, the
        /// connection is cut, and a request that has only arrived is not carried out.
        package var watch: @Sendable (_ path: String, _ moment: DevBackend.RequestMoment) async throws -> Void = {
            _, _ in
        }

        package init() {}
    }

    let configuration: Configuration
    let club: KeptClub

    package init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        club = KeptClub(now: configuration.now())
    }

    /// Serves while `body` runs, and passes it the URL of the API: `http://127.0.0.1:PORT/v1`.
    ///
    /// - Throws: ``DevBackendError``, and errors of `body`.
    package func serving<Value: Sendable>(
        _ body: @escaping @Sendable (_ url: String) async throws -> Value
    ) async throws -> Value {
        if let database = configuration.database { try club.keep(in: database) }
        defer { club.release() }
        let responder = TillResponder(configuration: configuration, club: club)
        let server = BackendServer(
            host: configuration.host, port: configuration.port, tls: configuration.tls, answer: responder.outcome)
        return try await server.serving { try await body($0 + "/v1") }
    }

    /// - Parameter fault: Its path is one of ``TillRoute``, such as `/bookings` or `/products/{id}`.
    /// - Throws: If the fault is invalid; see ``Fault``.
    package func add(_ fault: Fault) throws {
        try fault.check(isKnown: TillRoute.isKnown)
        try club.change { $0.faults.append(fault) }
    }

    package func clearFaults() throws { try club.change { $0.faults = [] } }

    /// Every booking that was carried out, the oldest first.
    package var journal: [TillJournalEntry] { club.read(\.journal) }

    /// - Throws: If there is no member with this e-mail address.
    package func deposit(cents: Int, to email: String) throws {
        try club.change { try $0.deposit(cents, to: email, now: configuration.now()) }
    }

    /// Changes a product.
    ///
    /// - Throws: If there is none with this ID.
    package func change(product id: String, priceCents: Int? = nil, isActive: Bool? = nil) throws {
        try club.change { try $0.change(product: id, priceCents: priceCents, isActive: isActive) }
    }

    /// Voids a booking.
    ///
    /// - Throws: If there is none with this ID, or it is voided already.
    package func void(_ booking: String) throws {
        try club.change { try $0.void(booking, now: configuration.now()) }
    }
}

/// One booking in the journal, for checks.
package struct TillJournalEntry: Sendable, Hashable {
    package var id: String
    package var member: String
    package var product: String
    package var quantity: Int
    package var totalCents: Int
    package var isVoided: Bool
}
