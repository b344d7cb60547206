import Advertising
import GatewayModel
import Notifications
import Store

/// Order of the registrations. They are delivered in the order in which they were queued, but one
/// for which the backend fails repeatedly does not hold up the others for ever.
struct RegistrationOrder: Sendable {
    /// Number of attempts, the last of them answered with a 5xx status, after which later
    /// registrations are delivered first.
    fileprivate static let attemptsInOrder = 5
    /// Largest number of registrations that are passed over at a time. With more of them the
    /// backend itself fails, and everything waits.
    static let passedAtMost = 8
    /// Number of registrations searched at a time for one that may go first.
    private static let lookAhead = 200

    /// Number of times above which all are dropped, and computed again from the entries.
    private static let timeLimit = 1_000

    private let tools: PayfritTools
    private let account: PayfritAccount
    /// Times at which registrations may be tried, by a clock that does not jump.
    private var times: [Int64: (entry: OutboxEntry, time: Duration)] = [:]
    /// Whether registrations are passed over because they are for another user.
    private(set) var passesOthers = false

    init(_ tools: PayfritTools, _ account: PayfritAccount) {
        (self.tools, self.account) = (tools, account)
    }

    /// Returns the registration to deliver next, and its time by the gateway's clock; nil if none
    /// waits, or only registrations for another user. These are passed over once the businesses of
    /// the token are known.
    ///
    /// A registration for the same service point, beacon or identity as one that is passed over
    /// stays behind it.
    mutating func next(
        in lane: String, _ token: String
    ) async throws -> (entry: OutboxEntry, due: Duration)? {
        passesOthers = false
        guard let head = try await tools.store.outbox.next(lane: lane) else { return nil }
        let reach = await account.reach(of: token)
        var first: (entry: OutboxEntry, due: Duration)?
        var passed: [Registration] = []
        var failed = 0
        var page = [head]
        while let end = page.last?.id {
            for entry in page {
                // A registration that cannot be read is given up in its turn.
                guard let registration = try? Registration(json: entry.body) else { return (entry, due(entry)) }
                if reach.excludes(registration.business) {
                    passesOthers = true
                    passed.append(registration)
                    continue
                }
                if passed.contains(where: registration.isAbout) { continue }
                let time = due(entry)
                if first.map({ time < $0.due }) ?? true { first = (entry, time) }
                guard entry.isFailedByBackend, failed < Self.passedAtMost else { return first }
                if time <= tools.clock.now() { return (entry, time) }
                passed.append(registration)
                failed += 1
            }
            // Any number of registrations of another user may come first.
            guard first == nil || end == head.id else { return first }
            page = try await tools.store.outbox.list(state: .waiting, lane: lane, after: end, limit: Self.lookAhead)
        }
        return first
    }

    private mutating func due(_ next: OutboxEntry) -> Duration {
        if let known = times[next.id], known.entry == next { return known.time }
        if times.count >= Self.timeLimit { times = [:] }
        let wait = next.nextAttemptMicroseconds.subtractingReportingOverflow(tools.now).partialValue
        let time =
            tools.clock.now() + min(max(.microseconds(wait), .zero), RegistrationDelivery.retryPolicy.longest)
        times[next.id] = (next, time)
        return time
    }
}

extension OutboxEntry {
    /// Whether the last attempt got a 5xx status, after enough attempts to let others go first.
    fileprivate var isFailedByBackend: Bool {
        attempts >= RegistrationOrder.attemptsInOrder && lastError?.hasPrefix("HTTP 5") == true
    }
}

extension Registration {
    /// Returns whether the order of the two registrations matters.
    fileprivate func isAbout(_ other: Registration) -> Bool {
        address == other.address || identity == other.identity
            || (business == other.business && servicePoint == other.servicePoint)
    }
}
