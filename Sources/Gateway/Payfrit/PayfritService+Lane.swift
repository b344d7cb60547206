import Advertising
import GatewayModel
import JSONLines
import Logging
import Notifications
import Payfrit
import Store

/// Delivers registrations, each step written down before the next.
extension PayfritService {
    /// Between attempts to use a database that fails.
    private static let storeWait = Duration.seconds(5)
    /// When what failed is tried again: for ever.
    static let retryPolicy = {
        var policy = RetryPolicy()
        policy.givenUpAfter = .seconds(Int64(Int32.max) * 100)
        return policy
    }()

    /// Settles what an earlier gateway has left, then delivers until the task is cancelled.
    public func run() async {
        begin()
        var turn = Turn()
        var isSettled = false
        while !Task.isCancelled {
            do {
                if !isSettled {
                    try await inherit()
                    try await settleTables()
                    isSettled = true
                }
                try await deliverNext(&turn)
            } catch {
                failed(error)
                logger.error("Registrations are held up: \(error)")
                await clock.sleep(clock.now() + Self.storeWait)
            }
        }
        await finish()
    }

    /// Which entries an earlier gateway may have begun: to be called before one is added.
    func inherit() async throws(StoreError) {
        guard !lane.isInheritedKnown else { return }
        let last = try await store.lastInOutbox()
        // Somebody else may have asked meanwhile, and added one since.
        guard !lane.isInheritedKnown else { return }
        lane.inheritedUpTo = last
        lane.isInheritedKnown = true
    }

    private func deliverNext(_ turn: inout Turn) async throws {
        lane.nextAttempt = nil
        let lane: String
        do throws(PayfritError) {
            lane = try place().lane
        } catch {
            // The settings do not change while this runs.
            self.lane.held = RegistrationVerdict.heldSetup
            await stirred.wait()
            return
        }
        load()
        guard let token = login?.token else {
            self.lane.held = "logged-out"
            await stirred.wait()
            return
        }
        let changes = self.lane.changes
        guard let (entry, due) = try await next(in: lane, &turn) else {
            self.lane.held = nil
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
        let isDoubtful = entry.attempts > 0 || entry.id <= lane.inheritedUpTo || lane.begun.contains(entry.id)
        lane.begun.insert(entry.id)
        do {
            let backend = try backend()
            while let step = registration.next {
                try await perform(
                    step, &registration, key: entry.idempotencyKey, isDoubtful: isDoubtful, backend, session)
                registration.done.append(step)
                // The last is written down by the entry's leaving.
                if registration.next != nil {
                    _ = try await store.editInOutbox(entry.id, body: try registration.json)
                }
            }
        } catch let error as PayfritError {
            return try await settle(entry, error, token)
        }
        try await store.registrationDelivered(entry.id, beacon: registration.beacon, atMicroseconds: now)
        lane.begun.remove(entry.id)
        lane.delivered += 1
        lane.held = nil
        return false
    }

    private func perform(
        _ step: Registration.Step, _ registration: inout Registration, key: String, isDoubtful: Bool,
        _ backend: any PayfritBackend, _ session: PayfritSession
    ) async throws(PayfritError) {
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
            let uuid = registration.identity.uuid
            if let beacon = registration.beacon {
                let change = BeaconChange(name: registration.name, uuid: uuid, isActive: true)
                _ = try await backend.updateBeacon(beacon, change, session)
            } else {
                let draft = BeaconDraft(name: registration.name, uuid: uuid, servicePoint: registration.servicePoint)
                registration.beacon = try await backend.createBeacon(draft, key: requestKey, session).id
            }
        case .verify:
            let sighting = BroadcastSighting(
                identity: registration.identity, address: registration.address, rssiDBm: registration.rssi,
                seenAt: registration.seenAt)
            try await backend.verifyBroadcast(sighting, key: requestKey, session)
        }
    }

    /// The beacon, where the backend knows the hardware as what is to be registered.
    private func known(
        _ registration: Registration, _ backend: any PayfritBackend
    ) async throws(PayfritError) -> Int? {
        let found: Beacon?
        do {
            found = try await backend.lookup(mac: registration.address)
        } catch .refused {
            // Some say so of what they do not know.
            return nil
        }
        guard let found, found.isActive, found.identity == registration.identity,
            found.business == registration.business,
            found.servicePoint == nil || found.servicePoint == registration.servicePoint
        else { return nil }
        return found.id
    }

    private func settle(_ entry: OutboxEntry, _ error: PayfritError, _ token: String) async throws -> Bool {
        if !error.mayHaveHappened { lane.begun.remove(entry.id) }
        switch RegistrationVerdict(error) {
        case .cut: return true
        case .loggedOut:
            lane.held = "logged-out"
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
            // Cut short by the end of this process: no failure of the backend's.
            guard !Task.isCancelled else { return false }
            failed(error)
            logger.debug("A registration failed: \(words)", metadata: ["entry": "\(entry.id)"])
            guard
                case .retry(let wait) = Self.retryPolicy.verdict(
                    failures: entry.attempts + 1, age: .zero, chance: chance())
            else { return false }
            try await store.deliveryFailed(
                entry.id, error: words, nextAttemptMicroseconds: now + wait.microseconds)
        }
        return false
    }

    private func refuse(_ entry: OutboxEntry, _ words: String) async throws {
        guard try await store.giveUp(entry.id, error: words, atMicroseconds: now) else { return }
        logger.warning("A registration is refused: \(words)", metadata: ["entry": "\(entry.id)"])
        let name = PayfritRegistration(entry)?.name ?? "entry \(entry.id)"
        await eventLog.record(
            .error, "Registration refused", detail: "\(name): \(words)", dongle: nil, isSimulated: false)
    }
}

extension Duration {
    var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
