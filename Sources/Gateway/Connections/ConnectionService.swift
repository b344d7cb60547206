import Advertising
import Concurrency
import DongleLink
import DongleProtocol
import Logging

/// Connections held for clients: made, leased, and ended on every path.
package actor ConnectionService {
    /// Longest wait for connections to end when the gateway stops.
    private static let hangUpLimit = Duration.milliseconds(300)
    /// Part of that for the devices' receipt of unacknowledged writes.
    private static let lastAnswerLimit = Duration.milliseconds(150)

    private let limit: Int
    private let reservedSlots: Int
    private let hub: AdvertHub
    private let pool: WorkPool
    let clock: GatewayClock
    private let logger: Logger
    /// Returns the dongle with a name if it can be used.
    private let usable: @Sendable (String?) async throws -> (supervisor: DongleSupervisor, link: OpenLink)
    private var table: [String: HeldConnection] = [:]
    private(set) var leases = LeaseBook()
    /// Woken when a lease may expire earlier.
    private let leaseChanged = Signal()
    /// Connections that are still being made, by the number of the attempt.
    private var attempts: [UInt64: ConnectionOccupancy.Holder] = [:]
    private var lastAttempt: UInt64 = 0
    /// Attempts of proxies that are under way on the air.
    var proxiedAttempts: [UInt64: ProxiedAttempt] = [:]
    /// Number of the gateway's own attempts, by dongle; those of proxies wait meanwhile.
    var ownAttempts: [String: Int] = [:]
    /// Version of the occupancy.
    private var version: UInt64 = 0
    private var followers: [UInt64: AsyncStream<Void>.Continuation] = [:]
    /// Number of connections made so far.
    private var made = 0

    /// - Parameters:
    ///   - limit: Largest number of connections at a time.
    ///   - reservedSlots: Slots of each dongle that Bluetooth proxies leave free.
    init(
        limit: Int, reservedSlots: Int, hub: AdvertHub, pool: WorkPool, clock: GatewayClock, logger: Logger,
        usable: @escaping @Sendable (String?) async throws -> (supervisor: DongleSupervisor, link: OpenLink)
    ) {
        (self.limit, self.hub, self.pool, self.clock, self.logger) = (limit, hub, pool, clock, logger)
        self.reservedSlots = reservedSlots
        self.usable = usable
    }

    /// Connects, and holds the connection until it ends, is disconnected, or its lease has expired.
    ///
    /// - Throws: ``GatewayError``, `LinkError`.
    package func connect(_ wish: ConnectionWish) async throws -> GatewayConnection {
        let (supervisor, link) = try await usable(wish.dongle)
        do {
            return try await connect(wish, supervisor, link)
        } catch {
            throw await supervisor.explained(error)
        }
    }

    private func connect(
        _ wish: ConnectionWish, _ supervisor: DongleSupervisor, _ link: OpenLink
    ) async throws -> GatewayConnection {
        guard table.count + attempts.count < limit else { throw GatewayError.tooMany("connections", limit: limit) }
        if wish.isProxied {
            let slots = occupancy().proxySlots(of: link.id, slots: Int(link.hello.slots), reserved: reservedSlots)
            guard slots.free > 0 else { throw GatewayError.tooMany("connections of proxies", limit: slots.limit) }
        }
        let attempt = begin(
            ConnectionOccupancy.Holder(dongle: link.id, address: wish.address, isProxied: wish.isProxied))
        defer { end(attempt) }
        var type = wish.addressType
        if type == nil { type = try await heardType(of: wish.address, by: link.id, for: wish.listening) }
        var connection = try await connect(link, wish, type ?? .public, attempt)
        connection.deadline = wish.timeout
        // A supervisor is told to end before the connections on its port are forgotten. One that is
        // not ending here can only be told later, and then this connection is forgotten as well.
        guard !pool.isFinished, !supervisor.ending.isSet else {
            // The connection can no longer be handed out; closing the link would end it as well.
            try? await connection.disconnect()
            throw GatewayError.stopping
        }
        made += 1
        // An identifier is never used again: its second half differs after a restart.
        let id = "c\(made)-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let handle = GatewayConnection(
            id: id, dongle: link.id, address: wish.address, addressType: type ?? .public, mtu: Int(connection.mtu),
            lease: wish.lease, isSimulated: link.isSimulated, service: self)
        table[id] = HeldConnection(
            handle: handle, connection: connection, key: supervisor.key, number: attempt, isProxied: wish.isProxied,
            whenEnded: wish.whenEnded)
        // A proxy ends its connections itself.
        if !wish.isProxied { leases.add(id, length: wish.lease, at: clock.now()) }
        leaseChanged.wake()
        return handle
    }

    /// Returns the connections held, in the order in which they were made.
    package func list() -> [GatewayConnection] {
        table.values.map(\.handle).sorted {
            $0.id.count == $1.id.count ? $0.id < $1.id : $0.id.count < $1.id.count
        }
    }

    /// - Throws: ``GatewayError/unknownConnection(_:)``.
    package func connection(_ id: String) throws(GatewayError) -> GatewayConnection { try held(id).handle }

    private func held(_ id: String) throws(GatewayError) -> HeldConnection {
        guard let held = table[id] else { throw .unknownConnection(id) }
        return held
    }

    /// Returns the type of an address, by listening for the device without sending anything.
    private func heardType(
        of address: BluetoothAddress, by dongle: String, for limit: Duration
    ) async throws -> AddressType {
        let heard = try await hub.first(
            in: .dongle(dongle), ScanDemand(isActive: false, minimumRSSI: nil), until: clock.now() + limit
        ) { batch in
            batch.adverts.first { $0.sighting.address == address }?.sighting.addressType
        }
        guard let heard else { throw GatewayError.notHeard(address, limit: limit) }
        return heard
    }

    // MARK: Occupancy

    /// Returns the connections and those that are being made.
    package func occupancy() -> ConnectionOccupancy {
        let held = table.values.map { held in
            (
                held.number,
                ConnectionOccupancy.Holder(
                    dongle: held.handle.dongle, address: held.handle.address, isProxied: held.isProxied)
            )
        }
        let all = (held + attempts.map { ($0.key, $0.value) }).sorted { $0.0 < $1.0 }
        return ConnectionOccupancy(version: version, holders: all.map(\.1))
    }

    /// Returns a stream with an element after each change of the occupancy; a slow reader gets one for several.
    package func occupancyChanges() -> AsyncStream<Void> {
        let (stream, changes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        lastAttempt += 1
        let id = lastAttempt
        followers[id] = changes
        changes.onTermination = { [weak self] _ in Task { await self?.unfollow(id) } }
        return stream
    }

    private func unfollow(_ id: UInt64) { followers[id] = nil }

    private func begin(_ holder: ConnectionOccupancy.Holder) -> UInt64 {
        lastAttempt += 1
        attempts[lastAttempt] = holder
        occupancyChanged()
        return lastAttempt
    }

    private func end(_ attempt: UInt64) {
        attempts[attempt] = nil
        occupancyChanged()
    }

    private func occupancyChanged() {
        version += 1
        for follower in followers.values { follower.yield() }
    }

    // MARK: Operations

    func exchangeMTU(_ id: String, _ wanted: UInt16) async throws -> UInt16 {
        let mtu = try await using(id) { try await $0.exchangeMTU(wanted) }
        table[id]?.handle.mtu = Int(mtu)
        return mtu
    }

    func services(_ id: String) async throws -> [GATTService] {
        try await held(id).turns.take {
            if let services = table[id]?.services { return services }
            let services = try await using(id) { try await $0.discover() }
            table[id]?.services = services
            return services
        }
    }

    func read(_ id: String, _ handle: UInt16) async throws -> [UInt8] {
        let queued = table[id]?.writes.queued ?? 0
        let value = try await using(id) { try await $0.read(handle) }
        table[id]?.writes.answered(behind: queued)
        return value
    }

    func write(_ id: String, _ value: [UInt8], to handle: UInt16, confirmed: Bool) async throws {
        let queued = table[id]?.writes.queued ?? 0
        try await using(id) { connection in
            if confirmed {
                try await connection.write(value, to: handle)
            } else {
                try await connection.writeCommand(value, to: handle)
            }
        }
        if confirmed { table[id]?.writes.answered(behind: queued) } else { table[id]?.writes.queue() }
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

    func updates(_ id: String, _ handle: UInt16) async throws -> AsyncStream<GATTUpdate> {
        try await held(id).connection.updates(of: handle)
    }

    /// Performs an operation on a connection, and holds its lease meanwhile.
    private func using<Value: Sendable>(
        _ id: String, _ body: (GATTConnection) async throws -> Value
    ) async throws -> Value {
        let held = try held(id)
        leases.hold(id)
        defer { letGo(id) }
        do {
            return try await body(held.connection)
        } catch LinkError.refused(let operation, .notConnected, let body) {
            forget(id, .disconnected(.notConnected))
            throw LinkError.refused(operation: operation, status: .notConnected, body: body)
        }
    }

    /// Holds a lease until the result is released.
    private func hold(_ id: String) -> LeaseHold {
        leases.hold(id)
        return LeaseHold { [weak self, pool] in
            guard let self else { return }
            pool.join { await self.letGo(id) }
        }
    }

    private func letGo(_ id: String) {
        leases.letGo(id, at: clock.now())
        leaseChanged.wake()
    }

    // MARK: Ends

    /// Ends a connection, once the device has received all unacknowledged writes. Waits for that at
    /// most as long as for any operation on the connection.
    ///
    /// - Throws: ``GatewayError/unknownConnection(_:)``, ``GatewayError/writesUnanswered(_:)`` (the
    ///   connection has ended all the same), `LinkError`.
    func disconnect(_ id: String) async throws {
        // It stays in the table meanwhile: its slot is not free.
        let unanswered = try await unanswered(held(id), within: nil)
        if let held = forget(id, .requested) {
            do {
                try await held.connection.disconnect()
            } catch LinkError.refused(_, .notConnected, _) {
                // The connection has ended by itself, with the same result.
            } catch {
                throw unanswered ?? error
            }
        } else if unanswered == nil {
            throw GatewayError.unknownConnection(id)
        }
        if let unanswered { throw unanswered }
    }

    /// Waits until a device has received all writes; returns the error if that is not known.
    private func unanswered(_ held: HeldConnection, within limit: Duration?) async -> GatewayError? {
        do {
            try await held.settle(within: limit ?? held.connection.deadline)
            return nil
        } catch {
            return error
        }
    }

    /// Ends a connection that is no longer in the table, and that no client waits for.
    private func end(_ held: HeldConnection, within limit: Duration? = nil) async {
        if await unanswered(held, within: limit) != nil {
            logger.warning("It is unknown whether \(held.handle.address) received the last unacknowledged writes.")
        }
        try? await held.connection.disconnect()
    }

    @discardableResult
    private func forget(_ id: String, _ end: ConnectionEnd) -> HeldConnection? {
        leases.remove(id)
        guard let held = table.removeValue(forKey: id) else { return nil }
        // The client is told before anybody learns that the slot is free.
        held.whenEnded?(end)
        occupancyChanged()
        return held
    }

    /// Handles a dongle's report that a connection has ended.
    func ended(_ connection: Connection, on key: Int, _ status: Status) {
        for (id, held) in table where held.key == key && held.connection.connection == connection {
            forget(id, .disconnected(status))
        }
    }

    /// Removes the connections of a link that is gone, or whose session is.
    func forget(on key: Int) {
        for (id, held) in table where held.key == key { forget(id, .dongleLost) }
        occupancyChanged()
    }

    /// Notes that the slots of a dongle have appeared.
    func dongleAppeared() { occupancyChanged() }

    /// Ends connections whose lease has expired, until the task is cancelled.
    func endLeases() async {
        while !Task.isCancelled {
            for id in leases.ended(at: clock.now()) {
                guard let held = forget(id, .requested) else { continue }
                logger.debug("Connection \(id) to \(held.handle.address) was not used for its lease.")
                // Not awaited here: a device that does not answer must not delay the other leases.
                pool.join { await self.end(held) }
            }
            if let next = leases.nextEnd {
                await leaseChanged.wait(until: next, clock)
            } else {
                await leaseChanged.wait()
            }
        }
    }

    /// Ends every connection, waiting a limited time for them.
    func hangUp() async {
        let held = table.keys.compactMap { forget($0, .requested) }
        guard !held.isEmpty else { return }
        // Runs in a task of its own, which is awaited, because this task may be cancelled.
        await Task { [clock] in
            await clock.atMost(Self.hangUpLimit) {
                await withDiscardingTaskGroup { connections in
                    for held in held { connections.addTask { await self.end(held, within: Self.lastAnswerLimit) } }
                }
            }
        }.value
    }
}
