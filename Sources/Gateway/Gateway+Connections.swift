import Advertising
import Concurrency
import DongleLink
import DongleProtocol
import Logging

/// Connections held for clients: made, leased, and ended on every path.
extension Gateway {
    /// Longest wait for connections to end when the gateway stops.
    private static let hangUpLimit = Duration.milliseconds(300)

    /// Connects, and holds the connection until it ends, is disconnected, or its lease has expired.
    ///
    /// - Throws: ``GatewayError``, `LinkError`.
    package func connect(_ wish: ConnectionWish) async throws -> GatewayConnection {
        let (key, link) = try await usable(wish.dongle)
        guard connectionTable.count + connecting < configuration.connectionLimit else {
            throw GatewayError.tooMany("connections", limit: configuration.connectionLimit)
        }
        connecting += 1
        defer { connecting -= 1 }
        var type = wish.addressType
        if type == nil { type = try await heardType(of: wish.address, by: link.id, for: wish.listening) }
        var connection = try await link.dongle.connect(
            to: wish.address, type: type ?? .public, deadline: wish.timeout)
        connection.deadline = wish.timeout
        guard !isStopping, ports[key] != nil else {
            // The connection can no longer be handed out; closing the link would end it as well.
            try? await connection.disconnect()
            throw GatewayError.stopping
        }
        let id = takeConnectionID()
        let made = GatewayConnection(
            id: id, dongle: link.id, address: wish.address, addressType: type ?? .public, mtu: Int(connection.mtu),
            lease: wish.lease, isSimulated: link.isSimulated, reference: reference)
        connectionTable[id] = HeldConnection(handle: made, connection: connection, key: key)
        leases.add(id, length: wish.lease, at: clock.now())
        leaseChanged.wake()
        return made
    }

    /// Returns the connections held, in the order in which they were made.
    package func connections() -> [GatewayConnection] {
        connectionTable.values.map(\.handle).sorted {
            $0.id.count == $1.id.count ? $0.id < $1.id : $0.id.count < $1.id.count
        }
    }

    /// - Throws: ``GatewayError/unknownConnection(_:)``.
    package func connection(_ id: String) throws(GatewayError) -> GatewayConnection {
        guard let held = connectionTable[id] else { throw .unknownConnection(id) }
        return held.handle
    }

    /// Ends a connection.
    ///
    /// - Throws: ``GatewayError/unknownConnection(_:)``, `LinkError`.
    func disconnect(_ id: String) async throws {
        guard let held = forgetConnection(id) else { throw GatewayError.unknownConnection(id) }
        do {
            try await held.connection.disconnect()
        } catch LinkError.refused(_, .notConnected, _) {
            // The connection has ended by itself, with the same result.
        }
    }

    /// Returns the type of an address, by listening for the device without sending anything.
    private func heardType(
        of address: BluetoothAddress, by dongle: String, for limit: Duration
    ) async throws -> AddressType {
        let adverts = try hub.subscribe(
            .dongle(dongle), ScanDemand(isActive: false, minimumRSSI: nil), isClient: false)
        defer { adverts.cancel() }
        let deadline = clock.now() + limit
        let heard = await withTaskGroup(of: AddressType?.self) { group in
            group.addTask {
                for await update in adverts {
                    guard case .adverts(let batch) = update else { continue }
                    if let advert = batch.adverts.first(where: { $0.sighting.address == address }) {
                        return advert.sighting.addressType
                    }
                }
                return nil
            }
            group.addTask { [clock] in
                await clock.sleep(deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        try Task.checkCancellation()
        guard let heard else { throw GatewayError.notHeard(address, limit: limit) }
        return heard
    }

    // MARK: Ends

    /// Removes a connection from the table.
    @discardableResult
    func forgetConnection(_ id: String) -> HeldConnection? {
        leases.remove(id)
        return connectionTable.removeValue(forKey: id)
    }

    /// Handles a dongle's report that a connection has ended.
    func connectionEnded(_ connection: Connection, on key: Int) {
        for (id, held) in connectionTable where held.key == key && held.connection.connection == connection {
            forgetConnection(id)
        }
    }

    /// Removes the connections of a link that is gone, or whose session is.
    func forgetConnections(on key: Int) {
        for (id, held) in connectionTable where held.key == key { forgetConnection(id) }
    }

    /// Ends connections whose lease has expired, until the task is cancelled.
    func endLeases() async {
        while !Task.isCancelled {
            for id in leases.ended(at: clock.now()) {
                guard let held = forgetConnection(id) else { continue }
                logger.debug("Connection \(id) to \(held.handle.address) was not used for its lease.")
                // Not awaited here: a device that does not answer must not delay the other leases.
                join { try? await held.connection.disconnect() }
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
        let held = connectionTable.keys.compactMap { forgetConnection($0) }
        guard !held.isEmpty else { return }
        // Runs in a task of its own, which is awaited, because this task may be cancelled.
        let deadline = clock.now() + Self.hangUpLimit
        await Task { [clock] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await withDiscardingTaskGroup { connections in
                        for held in held { connections.addTask { try? await held.connection.disconnect() } }
                    }
                }
                group.addTask { await clock.sleep(deadline) }
                await group.next()
                group.cancelAll()
            }
        }.value
    }
}
