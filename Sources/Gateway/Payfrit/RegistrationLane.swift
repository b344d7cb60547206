import Advertising
import Concurrency
import GatewayModel
import LineFormats
import Logging
import Payfrit
import Store

/// Registrations that wait for delivery, or were refused: their deliveries, one at a time, and
/// their changes by users.
package actor RegistrationLane {
    /// Wait between attempts to use a database that fails.
    private static let storeWait = Duration.seconds(5)

    private let tools: PayfritTools
    private let account: PayfritAccount
    private let delivery: RegistrationDelivery
    private let gate: DeliveryGate
    /// Entry that is being delivered.
    private var current: Int64?
    /// Entries that are being changed, whose delivery must not begin.
    private var changing: Set<Int64> = []
    /// Rises with every change of an entry that was not made by delivery.
    private var changes = 0
    private var delivered = 0
    private var nextAttempt: Timestamp?

    init(_ tools: PayfritTools, _ account: PayfritAccount) {
        (self.tools, self.account, gate) = (tools, account, tools.gate)
        delivery = RegistrationDelivery(tools: tools, account: account)
    }

    // MARK: Delivery

    /// Delivers until the task is cancelled.
    ///
    /// - Parameter settle: Settles the leftovers of an earlier gateway, once.
    func run(after settle: @Sendable () async throws -> Void) async {
        await account.begin()
        var order = RegistrationOrder(tools, account)
        while !Task.isCancelled {
            do {
                try await settle()
                if tools.setup.delivers { try await deliverNext(&order) } else { await gate.stirred.wait() }
            } catch {
                await account.failed(error)
                tools.logger.error("Registrations are held up: \(tools.describe(error).message)")
                await tools.clock.sleep(tools.clock.now() + Self.storeWait)
            }
        }
        await account.finish()
    }

    private func deliverNext(_ order: inout RegistrationOrder) async throws {
        nextAttempt = nil
        let lane: String
        do throws(PayfritError) {
            lane = try tools.place().lane
        } catch {
            // The settings do not change while the gateway runs.
            gate.held = .notSetUp
            await gate.stirred.wait()
            return
        }
        guard let token = await account.token() else {
            gate.held = nil
            await gate.stirred.wait()
            return
        }
        let changes = changes
        guard let (entry, due) = try await order.next(in: lane, token) else {
            gate.held = order.passesOthers ? .otherUser : nil
            await gate.stirred.wait()
            return
        }
        guard !changing.contains(entry.id) else {
            await gate.stirred.wait()
            return
        }
        guard changes == self.changes else { return }
        guard due <= tools.clock.now() else {
            let wait = due - tools.clock.now()
            nextAttempt = Timestamp(microsecondsSince1970: tools.now + wait.microseconds)
            await gate.stirred.wait(until: due, tools.clock)
            return
        }
        gate.held = nil
        guard try await deliver(entry, token) == .held else { return }
        await gate.stirred.wait()
    }

    private func deliver(_ entry: OutboxEntry, _ token: String) async throws -> RegistrationDelivery.Outcome {
        current = entry.id
        defer { current = nil }
        let outcome = try await delivery.deliver(entry, token)
        if outcome == .delivered { delivered += 1 }
        return outcome
    }

    /// Adds the state of the deliveries to a count of the outbox.
    func complete(_ queue: PayfritQueue) -> PayfritQueue {
        var queue = queue
        (queue.delivered, queue.held, queue.nextAttempt) = (delivered, gate.held, nextAttempt)
        // An entry that has left the outbox and is not counted yet is still being delivered.
        if current != nil { queue.waiting = max(queue.waiting, 1) }
        return queue
    }

    // MARK: Requests

    /// Returns registrations, oldest first, including those for other backends.
    ///
    /// - Parameters:
    ///   - after: Number after which the list begins.
    ///   - limit: 1...1000.
    package func list(after: Int64, limit: Int) async throws -> PayfritRegistrationList {
        var found: [PayfritRegistration] = []
        var last = after
        let standing = try await standing()
        while found.count < limit {
            let entries = try await tools.store.outbox.list(after: last, limit: 1_000)
            for entry in entries where entry.isRegistration && found.count < limit {
                var registration: PayfritRegistration
                if let readable = PayfritRegistration(entry) {
                    registration = readable
                } else {
                    registration = PayfritRegistration(
                        unreadable: entry, of: try await tools.store.payfrit.table(entry: entry.id))
                }
                if entry.state == .waiting { keep(&registration, entry, standing) }
                found.append(registration)
            }
            guard entries.count == 1_000, let end = entries.last?.id else { break }
            last = end
        }
        return PayfritRegistrationList(registrations: found)
    }

    /// Reasons that keep registrations from being tried.
    private struct Standing {
        /// Lane of the backend that is set up; nil if none is.
        var lane: String?
        /// Businesses of the logged-in user.
        var reach = PayfritReach()
        /// Reason that holds every registration of the lane.
        var held: RegistrationHold?
        /// Registration that is delivered next, and the reason that holds it.
        var next: (id: Int64, held: RegistrationHold?)?
        var now: Int64
    }

    private func standing() async throws -> Standing {
        // An error in the setting is reported by the requests that need it.
        guard let lane = (try? tools.place())?.lane else { return Standing(held: .notSetUp, now: tools.now) }
        guard let token = await account.token() else {
            return Standing(lane: lane, held: .loggedOut, now: tools.now)
        }
        var order = RegistrationOrder(tools, account)
        let next = try await order.next(in: lane, token)?.entry.id
        return Standing(
            lane: lane, reach: await account.reach(of: token), next: next.map { (id: $0, held: gate.held) },
            now: tools.now)
    }

    /// Notes the reason that holds a registration while it waits.
    private func keep(_ registration: inout PayfritRegistration, _ entry: OutboxEntry, _ standing: Standing) {
        if let lane = standing.lane, entry.lane != lane {
            registration.held = .otherBackend
        } else if let why = standing.held {
            registration.held = why
        } else if standing.reach.excludes(registration.business) {
            registration.held = .otherUser
        } else if let next = standing.next, next.id != entry.id {
            // A registration that was passed over waits for its own next attempt.
            if entry.nextAttemptMicroseconds <= standing.now { registration.behind = next.id }
        } else {
            registration.held = standing.next?.held
        }
    }

    /// Returns whether an entry of the outbox is a registration.
    func isRegistration(_ id: Int64) async throws -> Bool {
        try await tools.store.outbox.find(id)?.isRegistration ?? false
    }

    /// Changes a registration that is not being delivered; a refused one must then be retried with
    /// ``retry(_:)``.
    ///
    /// - Throws: ``PayfritServiceError/unknownRegistration(_:)``,
    ///   ``PayfritServiceError/registrationUnderWay(_:)``,
    ///   ``PayfritServiceError/badValue(_:of:expected:)``; `StoreError`.
    package func edit(_ id: Int64, _ change: PayfritRegistrationChange) async throws -> PayfritRegistration {
        let name = try change.name.map { try PayfritTools.name($0) }
        if let point = change.servicePoint, point < 1 {
            throw PayfritServiceError.badValue(
                "\(point)", of: "service_point", expected: "the number of a service point")
        }
        let (registration, isThere) = try await exclusively(id) {
            var registration = try await self.idle(id).registration
            registration.change(name: name, servicePoint: change.servicePoint)
            let isThere = try await self.tools.store.payfrit.editRegistration(
                id, body: try registration.json, name: registration.name, servicePoint: registration.servicePoint,
                atMicroseconds: self.tools.now)
            return (registration, isThere)
        }
        guard isThere, let entry = try await tools.store.outbox.find(id), var edited = PayfritRegistration(entry) else {
            throw PayfritServiceError.unknownRegistration(id)
        }
        tools.badges.addTable(registration.identity, registration.name)
        if entry.state == .waiting { keep(&edited, entry, try await standing()) }
        return edited
    }

    /// Retries a registration at once, even a refused one.
    ///
    /// - Throws: ``PayfritServiceError/unknownRegistration(_:)``,
    ///   ``PayfritServiceError/unreadableRegistration(_:)``; `StoreError`.
    package func retry(_ id: Int64) async throws {
        guard current != id else {
            // The registration is being tried; if it has to wait afterwards, it is tried once more.
            return gate.stirred.wake()
        }
        try await exclusively(id) {
            let (state, kept) = try await self.idle(id)
            var registration = kept
            if state == .givenUp {
                // Completed steps may have been undone since, which may be the reason for the
                // refusal.
                registration.beginAgain()
            }
            // The retry resets the count of failures, but a failed attempt may still have had an
            // effect.
            registration.isBegun = true
            _ = try await self.tools.store.outbox.edit(id, body: try registration.json)
            guard try await self.tools.store.outbox.retry(id, atMicroseconds: self.tools.now) else {
                throw PayfritServiceError.unknownRegistration(id)
            }
        }
    }

    /// Tries at once all registrations that wait for their next attempt or are held.
    ///
    /// - Throws: `PayfritError`, `StoreError`.
    package func deliverNow() async throws {
        try await tools.store.payfrit.hasten(lane: try tools.place().lane, atMicroseconds: tools.now)
        await account.forgetReach()
        gate.held = nil
        changes += 1
        gate.stirred.wake()
    }

    /// Drops a registration and its table. The backend keeps what it has received already.
    ///
    /// - Throws: ``PayfritServiceError/unknownRegistration(_:)``,
    ///   ``PayfritServiceError/registrationUnderWay(_:)``; `StoreError`.
    package func drop(_ id: Int64) async throws {
        guard try await isRegistration(id) else { throw PayfritServiceError.unknownRegistration(id) }
        let table = try await tools.store.payfrit.table(entry: id)
        try await exclusively(id) {
            guard try await self.tools.store.outbox.drop(id, atMicroseconds: self.tools.now) else {
                throw PayfritServiceError.unknownRegistration(id)
            }
        }
        if let table { tools.badges.dropTable(table.identity) }
    }

    /// Returns a registration that is not being delivered at the moment.
    private func idle(_ id: Int64) async throws -> (state: OutboxState, registration: Registration) {
        guard let entry = try await tools.store.outbox.find(id), entry.isRegistration else {
            throw PayfritServiceError.unknownRegistration(id)
        }
        guard current != id else { throw PayfritServiceError.registrationUnderWay(id) }
        do {
            return (entry.state, try Registration(json: entry.body))
        } catch {
            throw PayfritServiceError.unreadableRegistration(id)
        }
    }

    /// Keeps delivery from using an entry while it is changed.
    private func exclusively<Value: Sendable>(_ id: Int64, _ body: () async throws -> Value) async throws -> Value {
        guard current != id, changing.insert(id).inserted else {
            throw PayfritServiceError.registrationUnderWay(id)
        }
        // Anything that was read before must be read again.
        changes += 1
        defer {
            changing.remove(id)
            changes += 1
            gate.stirred.wake()
        }
        return try await body()
    }
}
