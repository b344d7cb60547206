import Hummingbird
import LineFormats
import NIOConcurrencyHelpers

/// A small server of the club till's API, for development and tests only. Everything is in memory.
package struct TillBackend: Sendable {
    /// Settings of the server.
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        /// TCP port; 0 = a free one.
        package var port = 0
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
    let club: NIOLockedValueBox<Club>

    package init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        club = NIOLockedValueBox(Club(now: configuration.now()))
    }

    /// Serves while `body` runs, and passes it the URL of the API: `http://127.0.0.1:PORT/v1`.
    ///
    /// - Throws: ``DevBackendError``, and errors of `body`.
    package func serving<Value: Sendable>(
        _ body: @escaping @Sendable (_ url: String) async throws -> Value
    ) async throws -> Value {
        let responder = TillResponder(configuration: configuration, club: club)
        let server = BackendServer(
            host: configuration.host, port: configuration.port, tls: configuration.tls, answer: responder.outcome)
        return try await server.serving { try await body($0 + "/v1") }
    }

    /// - Parameter fault: Its path is one of ``TillRoute``, such as `/bookings` or `/products/{id}`.
    /// - Throws: If the fault is invalid; see ``Fault``.
    package func add(_ fault: Fault) throws {
        try fault.check(isKnown: TillRoute.isKnown)
        club.withLockedValue { $0.faults.append(fault) }
    }

    /// Every booking that was carried out, the oldest first.
    package var journal: [TillJournalEntry] { club.withLockedValue { $0.journal } }

    /// - Returns: False if there is no member with this e-mail address.
    @discardableResult
    package func deposit(cents: Int, to email: String) -> Bool {
        club.withLockedValue { club in
            guard let index = club.members.firstIndex(where: { $0.email == email }) else { return false }
            club.deposit(cents, to: index, now: configuration.now())
            return true
        }
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
