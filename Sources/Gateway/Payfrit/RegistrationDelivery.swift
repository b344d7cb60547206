import Advertising
import GatewayModel
import LineFormats
import Logging
import Notifications
import Payfrit
import Store

/// Delivery of one registration. Each step is stored before the next begins.
struct RegistrationDelivery: Sendable {
    /// Policy for retrying failed registrations, without an end.
    static let retryPolicy = {
        var policy = RetryPolicy()
        policy.givenUpAfter = .seconds(Int64(Int32.max) * 100)
        return policy
    }()

    let tools: PayfritTools
    let account: PayfritAccount

    enum Outcome: Sendable {
        case delivered
        /// Refused, passed over, or to be retried later.
        case settled
        /// Nothing can be delivered before something changes.
        case held
    }

    func deliver(_ entry: OutboxEntry, _ token: String) async throws -> Outcome {
        var registration: Registration
        do {
            registration = try Registration(json: entry.body)
        } catch {
            try await refuse(entry, "what is to be registered cannot be read")
            return .settled
        }
        let session = PayfritSession(token: token, business: registration.business)
        do throws(PayfritError) {
            // The order passes the registration over now that its business is known to be another
            // user's.
            guard try await account.isReached(registration.business, token) else { return .settled }
        } catch {
            return try await settle(entry, error, RegistrationVerdict(question: error), token)
        }
        let isDoubtful = entry.attempts > 0 || registration.isBegun != false
        if registration.isBegun != true {
            registration.isBegun = true
            _ = try await tools.store.outbox.edit(entry.id, body: try registration.json)
        }
        do {
            let backend = try await account.backend()
            while let step = registration.next {
                try await perform(
                    step, &registration, key: entry.idempotencyKey, isDoubtful: isDoubtful, backend, session)
                registration.done.append(step)
                // The last step is stored by the removal of the entry.
                if registration.next != nil {
                    _ = try await tools.store.outbox.edit(entry.id, body: try registration.json)
                }
            }
        } catch let failed as Unanswered {
            return try await settle(entry, failed.error, RegistrationVerdict(question: failed.error), token)
        } catch let error as PayfritError {
            if !isDoubtful, !error.mayHaveHappened, registration.done.isEmpty {
                registration.isBegun = false
                _ = try await tools.store.outbox.edit(entry.id, body: try registration.json)
            }
            return try await settle(entry, error, RegistrationVerdict(error), token)
        }
        try await tools.store.payfrit.registrationDelivered(
            entry.id, beacon: registration.beacon, atMicroseconds: tools.now)
        tools.gate.held = nil
        return .delivered
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
    ) async throws -> Outcome {
        switch verdict {
        case .cut: return .held
        case .loggedOut:
            await account.tokenRefused(token)
            await account.failed(PayfritServiceError.loggedOut)
        case .held(let why):
            tools.gate.held = why
            await account.failed(error)
            return .held
        case .refused(let words):
            await account.failed(error)
            try await refuse(entry, words)
        case .retry(let words):
            // Cut short by the end of this process: not a failure of the backend.
            guard !Task.isCancelled else { return .settled }
            await account.failed(error)
            tools.logger.debug("A registration failed: \(words)", metadata: ["entry": "\(entry.id)"])
            guard
                case .retry(let wait) = Self.retryPolicy.verdict(
                    failures: entry.attempts + 1, age: .zero, chance: tools.chance())
            else { return .settled }
            try await tools.store.outbox.deliveryFailed(
                entry.id, error: words, nextAttemptMicroseconds: tools.now + wait.microseconds)
        }
        return .settled
    }

    private func refuse(_ entry: OutboxEntry, _ words: String) async throws {
        guard try await tools.store.outbox.giveUp(entry.id, error: words, atMicroseconds: tools.now) else { return }
        let name = PayfritRegistration(entry)?.name ?? "entry \(entry.id)"
        await tools.eventLog.record(.error, "Registration refused", detail: "\(name) (outbox \(entry.id)): \(words)")
    }
}

extension Duration {
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
