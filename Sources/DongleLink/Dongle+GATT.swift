import Advertising
import DongleProtocol

/// One reader of notifications.
struct Subscriber {
    let connection: Connection
    let handle: UInt16
    let updates: AsyncStream<GATTUpdate>.Continuation
    /// Notifications dropped here and not yet reported to the reader.
    var missed: UInt32 = 0

    /// Passes a value to the reader. If the reader is too slow and its buffer is full, the value is
    /// dropped, counted and later reported as lost.
    mutating func yield(_ value: [UInt8]) {
        if missed > 0 {
            guard case .enqueued = updates.yield(.lost(missed)) else {
                countMissed()
                return
            }
            missed = 0
        }
        if case .dropped = updates.yield(.value(value)) { countMissed() }
    }

    /// Counts one dropped notification. The count stops at its largest value instead of wrapping.
    private mutating func countMissed() {
        if missed < .max { missed += 1 }
    }
}

/// Update of a subscription.
public enum GATTUpdate: Sendable, Hashable {
    case value([UInt8])
    /// Exact number of lost notifications. Losses in the dongle count for the whole connection;
    /// losses here count for one slow reader.
    case lost(UInt32)
    /// The connection ended; nothing follows.
    case disconnected(Status)
    /// The session or the port was lost, and the connection with it; nothing follows.
    case interrupted(Interruption)
}

extension Dongle {
    /// Connects to a peripheral.
    ///
    /// - Parameter deadline: Longest attempt, 100 ms...600 s. The dongle then ends it.
    /// - Throws: ``LinkError``: `refused` with SLOTS_FULL or ALREADY_CONNECTED, or `failed` with
    ///   DEADLINE if the peripheral did not answer.
    public func connect(
        to address: BluetoothAddress, type: AddressType, deadline: Duration = .seconds(10)
    ) async throws -> GATTConnection {
        let wanted = ConnectRequest(
            deadlineMs: deadline.deadlineMs, address: Address(rawValue: address.value),
            addressType: PeerAddressType(rawValue: type.bit))
        let result = try await request(wanted)
        // The epoch is still that of the request: opening another session takes several turns of
        // the event loop.
        return GATTConnection(
            dongle: self, connection: result.connection, epoch: epoch, address: address, mtu: result.mtu)
    }

    func subscribe(
        _ connection: Connection, epoch: UInt64, value handle: UInt16, configuration: UInt16,
        mode: SubscriptionMode, deadlineMs: UInt32
    ) async throws -> AsyncStream<GATTUpdate> {
        let (stream, updates) = AsyncStream.makeStream(of: GATTUpdate.self, bufferingPolicy: .bufferingOldest(1024))
        let id = newStreamID()
        // Registered before the answer comes, because a notification may follow it immediately.
        subscribers[id] = Subscriber(connection: connection, handle: handle, updates: updates)
        setSubscriptions(subscribers.count)
        updates.onTermination = { reason in
            Task {
                await self.unsubscribe(id)
                guard case .cancelled = reason else { return }
                let off = SubscribeRequest(
                    deadlineMs: deadlineMs, connection: connection, handle: configuration, mode: .off)
                // The reader is gone. If the connection is gone too, there is nothing to turn off.
                _ = try? await self.request(off, epoch: epoch)
            }
        }
        do {
            let wanted = SubscribeRequest(
                deadlineMs: deadlineMs, connection: connection, handle: configuration, mode: mode)
            _ = try await request(wanted, epoch: epoch)
        } catch {
            unsubscribe(id)
            throw error
        }
        return stream
    }

    /// Returns the values that the peripheral sends, without writing its configuration.
    ///
    /// - Throws: ``LinkError/notSent(operation:cause:)`` if the session of the connection is over.
    func updates(_ connection: Connection, epoch: UInt64, value handle: UInt16) throws -> AsyncStream<GATTUpdate> {
        guard epoch == self.epoch else { throw LinkError.notSent(operation: .subscribe, cause: .sessionLost) }
        let (stream, updates) = AsyncStream.makeStream(of: GATTUpdate.self, bufferingPolicy: .bufferingOldest(1024))
        let id = newStreamID()
        subscribers[id] = Subscriber(connection: connection, handle: handle, updates: updates)
        setSubscriptions(subscribers.count)
        updates.onTermination = { _ in Task { await self.unsubscribe(id) } }
        return stream
    }

    private func unsubscribe(_ id: UInt64) {
        subscribers[id] = nil
        setSubscriptions(subscribers.count)
    }

    /// Ends every subscription, because the connections are gone.
    func endSubscriptions(_ cause: Interruption) {
        for subscriber in subscribers.values {
            subscriber.updates.yield(.interrupted(cause))
            subscriber.updates.finish()
        }
        subscribers.removeAll()
    }

    func received(_ event: Notification) {
        for (id, subscriber) in subscribers
        where subscriber.connection == event.connection && subscriber.handle == event.handle {
            subscribers[id]?.yield(event.value)
        }
    }

    func received(_ event: Lost) {
        for subscriber in subscribers.values where subscriber.connection == event.connection {
            subscriber.updates.yield(.lost(event.count))
        }
    }

    func received(_ event: Disconnected) {
        announce(.disconnected(event))
        for subscriber in subscribers.values where subscriber.connection == event.connection {
            subscriber.updates.yield(.disconnected(event.status))
            subscriber.updates.finish()
        }
    }
}

extension Duration {
    /// This duration as a deadline of the protocol, limited to 100...600,000 ms.
    var deadlineMs: UInt32 { UInt32(min(max(100, microseconds / 1000), 600_000)) }
}
