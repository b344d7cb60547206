import Concurrency
import DongleLink
import DongleProtocol

/// Operations on a connection, for ``GatewayConnection``.
extension Gateway {
    func exchangeMTU(_ id: String, _ wanted: UInt16) async throws -> UInt16 {
        let mtu = try await using(id) { try await $0.exchangeMTU(wanted) }
        connectionTable[id]?.handle.mtu = Int(mtu)
        return mtu
    }

    func read(_ id: String, _ handle: UInt16) async throws -> [UInt8] {
        try await using(id) { try await $0.read(handle) }
    }

    func write(_ id: String, _ value: [UInt8], to handle: UInt16, confirmed: Bool) async throws {
        try await using(id) { connection in
            if confirmed {
                try await connection.write(value, to: handle)
            } else {
                try await connection.writeCommand(value, to: handle)
            }
        }
    }

    func notifications(_ id: String, _ handle: UInt16) async throws -> AsyncStream<GATTUpdate> {
        let characteristics = try await services(id).flatMap(\.characteristics)
        guard let characteristic = characteristics.first(where: { $0.valueHandle == handle }) else {
            throw GatewayError.noSuchHandle(handle)
        }
        guard !characteristic.properties.isDisjoint(with: [.notify, .indicate]) else {
            throw GatewayError.cannotNotify(characteristic.uuid)
        }
        let indications = !characteristic.properties.contains(.notify)
        let updates = try await using(id) { try await $0.subscribe(to: characteristic, indications: indications) }
        let hold = hold(id)
        return AsyncStream {
            // The stream lends its buffer to every iterator, so a new iterator continues where the
            // last one stopped.
            var iterator = updates.makeAsyncIterator()
            defer { withExtendedLifetime(hold) {} }
            return await iterator.next()
        }
    }

    func services(_ id: String) async throws -> [GATTService] {
        guard let held = connectionTable[id] else { throw GatewayError.unknownConnection(id) }
        return try await held.turns.take {
            if let services = connectionTable[id]?.services { return services }
            let services = try await using(id) { try await $0.discover() }
            connectionTable[id]?.services = services
            return services
        }
    }

    /// Performs an operation on a connection, and holds its lease meanwhile.
    private func using<Value: Sendable>(
        _ id: String, _ body: (GATTConnection) async throws -> Value
    ) async throws -> Value {
        guard let held = connectionTable[id] else { throw GatewayError.unknownConnection(id) }
        leases.hold(id)
        defer { letGo(id) }
        do {
            return try await body(held.connection)
        } catch LinkError.refused(let operation, .notConnected, let body) {
            forgetConnection(id)
            throw LinkError.refused(operation: operation, status: .notConnected, body: body)
        }
    }

    /// Holds a lease until the result is released.
    private func hold(_ id: String) -> LeaseHold {
        leases.hold(id)
        return LeaseHold { [weak self] in
            guard let self else { return }
            self.join { await self.letGo(id) }
        }
    }

    private func letGo(_ id: String) {
        leases.letGo(id, at: clock.now())
        leaseChanged.wake()
    }

    /// Returns an identifier that is never used again: its first half counts up, and its other half
    /// differs after a restart.
    func takeConnectionID() -> String {
        "c\(takeKey())-" + String(UInt32.random(in: .min ... .max), radix: 36)
    }
}
