import LineFormats

/// A small server of the Payfrit API, for development and tests only: anyone who reaches it can log
/// in as any user.
package struct DevBackend: Sendable {
    /// Settings of the server.
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        /// TCP port; 0 = a free one.
        package var port = 0
        /// Path of the database file, which is created if missing; nil = in memory.
        package var database: String?
        /// Content of a new database.
        package var seed = Seed.small
        /// Lifetime of tokens; nil = they do not expire.
        package var tokenLifetime: Duration?
        /// PEM files; nil = plain HTTP.
        package var tls: (certificate: String, key: String)?
        package var now: @Sendable () -> Timestamp = { .now }
        /// Waits for a delay; has to end early if its task is cancelled.
        package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Called with the path of every request that a fault has not answered. If it throws, the
        /// connection is cut, and a request that has only arrived is not carried out.
        package var watch: @Sendable (_ path: String, _ moment: RequestMoment) async throws -> Void = { _, _ in }

        package init() {}
    }

    let configuration: Configuration
    let tables: Tables

    package init(_ configuration: Configuration = Configuration()) throws(DevBackendError) {
        self.configuration = configuration
        tables = try Tables(path: configuration.database, seed: configuration.seed, now: configuration.now)
    }

    /// Serves while `body` runs, and passes it the URL of the API: `http://127.0.0.1:PORT/api`.
    ///
    /// - Throws: ``DevBackendError``, and errors of `body`.
    package func serving<Value: Sendable>(
        _ body: @escaping @Sendable (_ url: String) async throws -> Value
    ) async throws -> Value {
        let responder = Responder(
            tables: tables, tokenLifetime: configuration.tokenLifetime, sleep: configuration.sleep,
            watch: configuration.watch)
        let server = BackendServer(
            host: configuration.host, port: configuration.port, tls: configuration.tls, answer: responder.outcome)
        return try await server.serving { try await body($0 + "/api") }
    }

    /// - Throws: If the fault is invalid; see ``Fault``.
    package func add(_ fault: Fault) async throws { try await tables.add(fault) }

    package func clearFaults() async throws { try await tables.clearFaults() }

    package func state() async throws -> BackendState { try await tables.state() }

    /// Restores the initial state: tokens, faults and counts are deleted, too.
    package func reset() async throws { try await tables.reset() }
}
