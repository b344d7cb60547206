import Advertising
import Concurrency
import Foundation
import GatewayModel
import LineFormats
import Payfrit
import Store

/// Registrations that wait for delivery, or were refused.
extension PayfritService {
    /// Returns registrations, oldest first, including those for other backends.
    ///
    /// - Parameters:
    /// - after: Number after which the list begins.
    ///   - limit: 1...1000.
    package func registrations(after: Int64, limit: Int) async throws -> PayfritRegistrationList {
        var found: [PayfritRegistration] = []
        var last = after
        let standing = try await standing()
        while found.count < limit {
            let entries = try await store.outbox.list(after: last, limit: 1_000)
            for entry in entries where entry.isRegistration && found.count < limit {
                var registration: PayfritRegistration
                if let readable = PayfritRegistration(entry) {
                    registration = readable
                } else {
                    registration = PayfritRegistration(
                        unreadable: entry, of: try await store.payfrit.table(entry: entry.id))
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
        /// Token of the logged-in user.
        var token: String?
        /// Reason that holds every registration of the lane.
        var held: RegistrationHold?
        /// Registration that is delivered next, and the reason that holds it.
        var next: (id: Int64, held: RegistrationHold?)?
        var now: Int64
    }

    private func standing() async throws -> Standing {
        load()
        // An error in the setting is reported by the requests that need it.
        guard let lane = (try? place())?.lane else { return Standing(held: .notSetUp, now: now) }
        guard let token = login?.token else {
            return Standing(lane: lane, held: .loggedOut, now: now)
        }
        var turn = Turn()
        let next = try await next(in: lane, token, &turn)?.entry.id
        return Standing(lane: lane, token: token, next: next.map { (id: $0, held: self.lane.held) }, now: now)
    }

    /// Notes the reason that holds a registration while it waits.
    private func keep(_ registration: inout PayfritRegistration, _ entry: OutboxEntry, _ standing: Standing) {
        if let lane = standing.lane, entry.lane != lane {
            registration.held = .otherBackend
        } else if let why = standing.held {
            registration.held = why
        } else if let token = standing.token, isOutOfReach(registration.business, token) {
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
        try await store.outbox.find(id)?.isRegistration ?? false
    }

    /// Changes a registration that is not being delivered; a refused one must then be retried with
    /// ``retry(_:)``.
    ///
    /// - Throws: ``PayfritServiceError/unknownRegistration(_:)``,
    ///   ``PayfritServiceError/registrationUnderWay(_:)``,
    ///   ``PayfritServiceError/badValue(_:of:expected:)``; `StoreError`.
    package func edit(_ id: Int64, _ change: PayfritRegistrationChange) async throws -> PayfritRegistration {
        let name = try change.name.map { try Self.name($0) }
        if let point = change.servicePoint, point < 1 {
            throw PayfritServiceError.badValue(
                "\(point)", of: "service_point", expected: "the number of a service point")
        }
        let (registration, isThere) = try await exclusively(id) {
            var registration = try await self.idle(id).registration
            registration.change(name: name, servicePoint: change.servicePoint)
            let isThere = try await self.store.payfrit.editRegistration(
                id, body: try registration.json, name: registration.name, servicePoint: registration.servicePoint,
                atMicroseconds: self.now)
            return (registration, isThere)
        }
        guard isThere, let entry = try await store.outbox.find(id), var edited = PayfritRegistration(entry) else {
            throw PayfritServiceError.unknownRegistration(id)
        }
        badges.addTable(registration.identity, registration.name)
        if entry.state == .waiting { keep(&edited, entry, try await standing()) }
        return edited
    }

    /// Retries a registration at once, even a refused one.
    ///
    /// - Throws: ``PayfritServiceError/unknownRegistration(_:)``,
    ///   ``PayfritServiceError/unreadableRegistration(_:)``; `StoreError`.
    package func retry(_ id: Int64) async throws {
        guard lane.current != id else {
            // The registration is being tried; if it has to wait afterwards, it is tried once more.
            return stirred.wake()
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
            _ = try await self.store.outbox.edit(id, body: try registration.json)
            guard try await self.store.outbox.retry(id, atMicroseconds: self.now) else {
                throw PayfritServiceError.unknownRegistration(id)
            }
        }
    }

    /// Tries at once all registrations that wait for their next attempt or are held.
    ///
    /// - Throws: `PayfritError`, `StoreError`.
    package func deliver() async throws {
        try await store.payfrit.hasten(lane: try place().lane, atMicroseconds: now)
        reach = nil
        if lane.held != .loggedOut { lane.held = nil }
        lane.changes += 1
        stirred.wake()
    }

    /// Drops a registration and its table. The backend keeps what it has received already.
    ///
    /// - Throws: ``PayfritServiceError/unknownRegistration(_:)``,
    ///   ``PayfritServiceError/registrationUnderWay(_:)``; `StoreError`.
    package func dropRegistration(_ id: Int64) async throws {
        guard try await isRegistration(id) else { throw PayfritServiceError.unknownRegistration(id) }
        let table = try await store.payfrit.table(entry: id)
        try await exclusively(id) {
            guard try await self.store.outbox.drop(id, atMicroseconds: self.now) else {
                throw PayfritServiceError.unknownRegistration(id)
            }
        }
        if let table { badges.dropTable(table.identity) }
    }

    /// Returns a registration that is not being delivered at the moment.
    private func idle(_ id: Int64) async throws -> (state: OutboxState, registration: Registration) {
        guard let entry = try await store.outbox.find(id), entry.isRegistration else {
            throw PayfritServiceError.unknownRegistration(id)
        }
        guard lane.current != id else { throw PayfritServiceError.registrationUnderWay(id) }
        do {
            return (entry.state, try Registration(json: entry.body))
        } catch {
            throw PayfritServiceError.unreadableRegistration(id)
        }
    }

    /// Keeps delivery from using an entry while it is changed.
    private func exclusively<Value: Sendable>(_ id: Int64, _ body: () async throws -> Value) async throws -> Value {
        guard lane.current != id, lane.changing.insert(id).inserted else {
            throw PayfritServiceError.registrationUnderWay(id)
        }
        // Anything that was read before must be read again.
        lane.changes += 1
        defer {
            lane.changing.remove(id)
            lane.changes += 1
            stirred.wake()
        }
        return try await body()
    }
}

extension OutboxEntry {
    var isRegistration: Bool { kind == PayfritStore.registrationKind && lane.hasPrefix(PayfritPlace.lanePrefix) }
}

extension PayfritRegistration {
    /// Creates the description of a registration; nil for other entries and for unreadable ones.
    init?(_ entry: OutboxEntry) {
        // The caller that lists registrations reports unreadable ones separately.
        guard entry.isRegistration, let registration = try? Registration(json: entry.body) else { return nil }
        let identity = registration.identity
        let isWaiting = entry.state == .waiting
        self.init(
            id: entry.id, state: isWaiting ? .waiting : .refused,
            base: String(entry.lane.dropFirst(PayfritPlace.lanePrefix.count)), business: registration.business,
            servicePoint: registration.servicePoint, name: registration.name, uuid: identity.uuid,
            major: Int(identity.major), minor: Int(identity.minor), address: registration.address,
            done: registration.done, beacon: registration.beacon,
            created: Timestamp(microsecondsSince1970: entry.createdMicroseconds), attempts: entry.attempts,
            nextAttempt: isWaiting ? Timestamp(microsecondsSince1970: entry.nextAttemptMicroseconds) : nil,
            lastError: entry.lastError)
    }

    /// Creates the description of an unreadable registration from its table.
    init(unreadable entry: OutboxEntry, of table: StoredTable?) {
        let identity = table?.identity ?? BeaconIdentity(uuid: ProximityUUID(0), major: 0, minor: 0)
        self.init(
            id: entry.id, state: entry.state == .waiting ? .waiting : .refused,
            base: String(entry.lane.dropFirst(PayfritPlace.lanePrefix.count)), business: table?.place.business ?? 0,
            servicePoint: table?.place.servicePoint ?? 0, name: table?.name ?? "cannot be read",
            uuid: identity.uuid, major: Int(identity.major), minor: Int(identity.minor),
            address: table?.address ?? BluetoothAddress(0), done: [], beacon: nil,
            created: Timestamp(microsecondsSince1970: entry.createdMicroseconds), attempts: entry.attempts,
            nextAttempt: nil, lastError: entry.lastError ?? "what is to be registered cannot be read")
    }
}
