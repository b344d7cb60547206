import GatewayModel

/// Tables that get beacons, and their registrations with the Payfrit backend.
extension GatewayClient {
    /// Tables, the oldest first.
    ///
    /// - Parameters:
    ///   - states: Nil = all that were not dropped.
    ///   - after: Only those with a higher id.
    ///   - limit: 1...1000.
    public func payfritTables(
        states: [PayfritTable.State]? = nil, after: Int64 = 0, limit: Int = 1000
    ) async throws -> PayfritTableList {
        var request = Request(.GET, "v1", "payfrit", "tables")
        request.query = [("after", String(after)), ("limit", String(limit))]
        if let states { request.query.append(("state", states.map(\.rawValue).joined(separator: ","))) }
        return try await answer(request, as: PayfritTableList.self)
    }

    /// Takes a table: the same service point gives the same table, however often it is asked for.
    public func planPayfritTable(_ order: PayfritTableOrder) async throws -> PayfritTable {
        try await answer(try Request(.POST, "v1", "payfrit", "tables", json: order), within: limits.backend)
    }

    public func payfritTable(_ id: Int64) async throws -> PayfritTable {
        try await answer(Request(.GET, "v1", "payfrit", "tables", String(id)))
    }

    /// Begins to give a table its beacon; ``provisioningProgress(batch:)`` tells how that goes. Once the beacon is seen on the air
    /// as it is to be, its registration is queued by itself.
    public func provisionPayfritTable(_ id: Int64, _ order: PayfritProvisioning) async throws -> PayfritTableRun {
        try await answer(try Request(.POST, "v1", "payfrit", "tables", String(id), "provision", json: order))
    }

    /// Queues the registration of a table whose beacon was written.
    ///
    /// - Parameter force: Whether one is registered that nobody has seen on the air.
    public func registerPayfritTable(_ id: Int64, force: Bool = false) async throws -> PayfritTable {
        let order = PayfritRegistering(force: force)
        return try await answer(try Request(.POST, "v1", "payfrit", "tables", String(id), "register", json: order))
    }

    /// Drops a table, and its registration where that has not arrived. Its service point stays.
    public func dropPayfritTable(_ id: Int64) async throws -> PayfritTable {
        try await answer(Request(.DELETE, "v1", "payfrit", "tables", String(id)))
    }

    // MARK: Registrations

    /// Registrations that are on their way or were refused, the oldest first. ``retryOutboxEntry(_:)`` and
    /// ``dropOutboxEntry(_:)`` are for these, too.
    ///
    /// - Parameters:
    ///   - after: Only those with a higher number.
    ///   - limit: 1...1000.
    public func payfritRegistrations(after: Int64 = 0, limit: Int = 1000) async throws -> [PayfritRegistration] {
        var request = Request(.GET, "v1", "payfrit", "queue")
        request.query = [("after", String(after)), ("limit", String(limit))]
        return try await answer(request, as: PayfritRegistrationList.self).registrations
    }

    /// Has what waits to be registered tried at once. Returns before anything has arrived.
    public func deliverPayfritRegistrations() async throws {
        try await order(Request(.POST, "v1", "payfrit", "deliver"))
    }

    /// Changes a registration that is not being delivered; one that was refused is to be tried again by
    /// ``retryOutboxEntry(_:)``.
    public func editPayfritRegistration(
        _ id: Int64, _ change: PayfritRegistrationChange
    ) async throws -> PayfritRegistration {
        try await answer(try Request(.PATCH, "v1", "payfrit", "queue", String(id), json: change))
    }
}
