import Advertising
import Concurrency
import GatewayModel
import LineFormats
import Logging
import Notifications
import Payfrit
import Store

/// Delivery of registrations. Each step is stored before the next begins.
extension PayfritService {
    /// Wait between attempts to use a database that fails.
    private static let storeWait = Duration.seconds(5)
    /// Policy for retrying failed registrations, without an end.
    static let retryPolicy = {
        var policy = RetryPolicy()
        policy.givenUpAfter = .seconds(Int64(Int32.max) * 100)
        return policy
    }()

    /// Settles the leftovers of an earlier gateway, then delivers until the task is cancelled.
    package func run() async {
        begin()
        var turn = Turn()
        while !Task.isCancelled {
            do {
                try await settleLeftovers()
                if setup.delivers { try await deliverNext(&turn) } else { await stirred.wait() }
            } catch {
                failed(error)
                logger.error("Registrations are held up: \(describe(error).message)")
                await clock.sleep(clock.now() + Self.storeWait)
            }
        }
        await finish()
    }

    private func deliverNext(_ turn: inout Turn) async throws {
        lane.nextAttempt = nil
        let lane: String
        do throws(PayfritError) {
            lane = try place().lane
        } catch {
            // The settings do not change while the gateway runs.
            self.lane.held = .notSetUp
            await stirred.wait()
            return
        }
        load()
        guard let token = login?.token else {
            self.lane.held = .loggedOut
            await stirred.wait()
            return
        }
        if self.lane.held == .loggedOut { self.lane.held = nil }
        let changes = self.lane.changes
        guard let (entry, due) = try await next(in: lane, token, &turn) else {
            self.lane.held = turn.passesOthers ? .otherUser : nil
            await stirred.wait()
            return
        }
        guard !self.lane.changing.contains(entry.id) else {
            await stirred.wait()
            return
        }
        guard changes == self.lane.changes else { return }
        guard due <= clock.now() else {
            let wait = due - clock.now()
            self.lane.nextAttempt = Timestamp(microsecondsSince1970: now + wait.microseconds)
            await stirred.wait(until: due, clock)
            return
        }
        self.lane.current = entry.id
        self.lane.held = nil
        let isHeld: Bool
        do {
            isHeld = try await deliver(entry, token)
            self.lane.current = nil
        } catch {
            self.lane.current = nil
            throw error
        }
        if isHeld { await stirred.wait() }
    }

    /// - Returns: Whether nothing can be delivered before something changes.
    private func deliver(_ entry: OutboxEntry, _ token: String) async throws -> Bool {
        var registration: Registration
        do {
            registration = try Registration(json: entry.body)
        } catch {
            try await refuse(entry, "what is to be registered cannot be read")
            return false
        }
        let session = PayfritSession(token: token, business: registration.business)
        do {
            // `next` passes the registration over now that its business is known to be another
            // user's.
            guard try await isReached(registration.business, token) else { return false }
        } catch let failed as Unanswered {
            return try await settle(entry, failed.error, RegistrationVerdict(question: failed.error), token)
        }
        let isDoubtful = entry.attempts > 0 || registration.isBegun != false
        if registration.isBegun != true {
            registration.isBegun = true
            _ = try await store.outbox.edit(entry.id, body: try registration.json)
        }
        do {
            let backend = try backend()
            while let step = registration.next {
                try await perform(
                    step, &registration, key: entry.idempotencyKey, isDoubtful: isDoubtful, backend, session)
                registration.done.append(step)
                // The last step is stored by the removal of the entry.
                if registration.next != nil {
                    _ = try await store.outbox.edit(entry.id, body: try registration.json)
                }
            }
        } catch let failed as Unanswered {
            return try await settle(entry, failed.error, RegistrationVerdict(question: failed.error), token)
        } catch let error as PayfritError {
            if !isDoubtful, !error.mayHaveHappened, registration.done.isEmpty {
                registration.isBegun = false
                _ = try await store.outbox.edit(entry.id, body: try registration.json)
            }
            return try await settle(entry, error, RegistrationVerdict(error), token)
        }
        try await store.payfrit.registrationDelivered(entry.id, beacon: registration.beacon, atMicroseconds: now)
        lane.delivered += 1
        lane.held = nil
        return false
    }

    private func perform(
        _ step: RegistrationStep, _ registration: inout Registration, key: String, isDoubtful: Bool,
        _ backend: any PayfritBackend, _ session: PayfritSession
    ) async throws {
        let requestKey = registration.requestKey(step, of: key)
        switch step {
        case .register:
            if isDoubtful, let beacon = try await known(registration, backend) {
                registration.beacon = beacon
                return
            }
            let hardware = HardwareRegistration(
                servicePoint: registration.servicePoint, identity: registration.identity,
                address: registration.address, name: registration.name)
            registration.beacon = try await backend.registerHardware(hardware, key: requestKey, session).beacon.id
        case .save:
            // Without the beacon's number, a different step follows.
            guard let beacon = registration.beacon else { return }
            let change = BeaconChange(
                name: registration.name, uuid: registration.identity.uuid, isActive: true)
            _ = try await backend.updateBeacon(beacon, change, session)
        case .verify:
            let sighting = BroadcastSighting(
                identity: registration.identity, address: registration.address, rssiDBm: registration.rssi,
                seenAt: registration.seenAt)
            try await backend.verifyBroadcast(sighting, key: requestKey, session)
        }
    }

    /// Error of a question before the registration. The step that the answer might rule out must
    /// not be taken.
    private struct Unanswered: Error {
        let error: PayfritError
    }

    /// Returns whether a business belongs to the logged-in user.
    private func isReached(_ business: Int, _ token: String) async throws -> Bool {
        if let login, login.token == token, login.business == business { return true }
        if reach?.token != token {
            do throws(PayfritError) {
                let all = try await backend().businesses(PayfritSession(token: token, business: nil))
                reach = (token, Set(all.map(\.id)))
            } catch {
                throw Unanswered(error: error)
            }
        }
        return reach?.businesses.contains(business) == true
    }

    /// Returns whether a business is known not to belong to the user.
    func isOutOfReach(_ business: Int, _ token: String) -> Bool {
        if let login, login.token == token, login.business == business { return false }
        guard let reach, reach.token == token else { return false }
        return !reach.businesses.contains(business)
    }

    /// Returns the number of the beacon if the backend already knows this hardware with the same
    /// identity, business and service point.
    private func known(_ registration: Registration, _ backend: any PayfritBackend) async throws -> Int? {
        let found: Beacon?
        do throws(PayfritError) {
            found = try await backend.lookup(mac: registration.address)
        } catch {
            throw Unanswered(error: error)
        }
        guard let found, found.isActive, found.identity == registration.identity,
            found.business == registration.business,
            found.servicePoint == nil || found.servicePoint == registration.servicePoint
        else { return nil }
        return found.id
    }

    private func settle(
        _ entry: OutboxEntry, _ error: PayfritError, _ verdict: RegistrationVerdict, _ token: String
    ) async throws -> Bool {
        switch verdict {
        case .cut: return true
        case .loggedOut:
            lane.held = .loggedOut
            await tokenRefused(token)
            failed(PayfritServiceError.loggedOut)
        case .held(let why):
            lane.held = why
            failed(error)
            return true
        case .refused(let words):
            failed(error)
            try await refuse(entry, words)
        case .retry(let words):
            // Cut short by the end of this process: not a failure of the backend.
            guard !Task.isCancelled else { return false }
            failed(error)
            logger.debug("A registration failed: \(words)", metadata: ["entry": "\(entry.id)"])
            guard
                case .retry(let wait) = Self.retryPolicy.verdict(
                    failures: entry.attempts + 1, age: .zero, chance: chance())
            else { return false }
            try await store.outbox.deliveryFailed(
                entry.id, error: words, nextAttemptMicroseconds: now + wait.microseconds)
        }
        return false
    }

    private func refuse(_ entry: OutboxEntry, _ words: String) async throws {
        guard try await store.outbox.giveUp(entry.id, error: words, atMicroseconds: now) else { return }
        let name = PayfritRegistration(entry)?.name ?? "entry \(entry.id)"
        await eventLog.record(.error, "Registration refused", detail: "\(name) (outbox \(entry.id)): \(words)")
    }
}

extension Duration {
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
