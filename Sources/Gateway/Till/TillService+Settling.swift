import Concurrency
import Drinks
import GatewayModel
import LineFormats
import Notifications
import RESTClient

/// Open bookings that are looked up, and balances that are followed, without a request of a client.
extension TillService {
    /// An open booking.
    struct Unsettled: Sendable {
        /// Has a login of its own, which outlasts the member's logout.
        let till: Till
        var lookups = 0
        /// Time of the next lookup.
        var due: Duration
        /// Reason why the last one did not tell the outcome.
        var doubt: ErrorReport?
    }

    /// Waits between two lookups; the last one is repeated.
    static let lookupWaits: [Duration] = [1, 2, 4, 8, 16, 30, 60, 120, 300].map { .seconds($0) }
    /// Mean time between two requests for a member's balance.
    static let refreshWait = Duration.seconds(15 * 60)
    /// Time between two looks for logins that nobody uses.
    static let sweepWait = Duration.seconds(30)

    /// Works until the task is cancelled; then forgets every login.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepSettling() }
            group.addTask { await self.keepRefreshing() }
            group.addTask { await self.keepSweeping() }
        }
        await finish()
    }

    // MARK: Open bookings

    /// Has an open booking looked up.
    func settle(_ till: Till, of member: String, because doubt: BookingOutcome.Doubt? = nil) {
        let report = doubt.map { self.report(TillServiceError.doubt($0)) }
        if unsettled[member] == nil {
            guard unsettled.count < TillService.memberLimit else { return }
            unsettled[member] = Unsettled(till: till.copy(), due: clock.now() + TillService.lookupWaits[0])
            stirred.wake()
        }
        if let report { unsettled[member]?.doubt = report }
    }

    func endLookups(of member: String) { unsettled.removeValue(forKey: member)?.till.forgetLogin() }

    private func keepSettling() async {
        while !Task.isCancelled {
            guard let next = unsettled.min(by: { $0.value.due < $1.value.due }) else {
                await stirred.wait()
                continue
            }
            guard next.value.due <= clock.now() else {
                await stirred.wait(until: next.value.due, clock)
                continue
            }
            await lookUp(next.key, next.value.till)
        }
    }

    private func lookUp(_ member: String, _ till: Till) async {
        do throws(TillError) {
            guard let (item, outcome) = try await till.settle(waits: false) else { return endLookups(of: member) }
            guard case .unknown(let doubt) = outcome else {
                await refresh(till, of: member)
                endLookups(of: member)
                if settled.count >= TillService.memberLimit { settled = [:] }
                settled[member] = describe(item, outcome)
                return await tell(item, outcome, member)
            }
            // The open booking stays in the member's file, until the next login.
            if doubt == .loggedOut { return endLookups(of: member) }
            again(member, TillServiceError.doubt(doubt))
        } catch {
            switch error {
            case .loggedOut, .notLoggedIn: endLookups(of: member)
            default: again(member, TillServiceError.till(error))
            }
        }
    }

    private func again(_ member: String, _ reason: TillServiceError) {
        guard var open = unsettled[member] else { return }
        open.lookups += 1
        let wait = TillService.lookupWaits[min(open.lookups, TillService.lookupWaits.count - 1)]
        open.due = clock.now() + min(jittered(wait), timeUntilSettled(open.till) ?? .seconds(86_400))
        open.doubt = report(reason)
        unsettled[member] = open
    }

    /// Time until a booking that the server does not have by then was not carried out; nil if that has
    /// passed.
    private func timeUntilSettled(_ till: Till) -> Duration? {
        guard let open = try? till.current().open else { return nil }
        let age = requests.timeOfDay().microsecondsSince1970.subtractingReportingOverflow(
            open.sentAt.microsecondsSince1970)
        let left = OpenBooking.grace - .microseconds(age.partialValue)
        guard !age.overflow, left > .zero, left <= OpenBooking.grace else { return nil }
        // Not sooner than a lookup may follow another.
        return max(left + .milliseconds(100), TillService.lookupWaits[0])
    }

    /// ±20 %, so that gateways do not ask at the same time.
    private func jittered(_ wait: Duration) -> Duration { wait * (0.8 + 0.4 * requests.chance()) }

    private func tell(_ item: CartItem, _ outcome: BookingOutcome, _ member: String) async {
        let what = "\(item.quantity) × \(item.name)"
        switch outcome {
        case .booked, .found: await send("tillBooking", "Booking found", "\(what) was booked.", member)
        case .notBooked: await send("tillBooking", "Not booked", "\(what) was not booked.", member)
        case .unknown: break
        }
    }

    // MARK: Balances

    /// Notes a member's balance after a login, and has an open booking looked up.
    func opened(_ till: Till, _ member: Member) async {
        await noteBalance(member, of: member.id)
        guard let state = try? till.current(), state.open != nil else { return }
        // The last login may not be valid any more.
        endLookups(of: member.id)
        settle(till, of: member.id)
    }

    /// Tells a low balance, once until it is no longer low.
    func noteBalance(_ member: Member, of id: String) async {
        for login in logins.values where login.member == id { login.till.note(member) }
        guard member.hasLowBalance else {
            told.remove(id)
            return
        }
        guard told.count < TillService.memberLimit, told.insert(id).inserted else { return }
        await send(
            "tillLowBalance", "Low balance", "\(member.balance) is below \(member.lowBalanceThreshold).", id)
    }

    /// Asks the server for a member's balance.
    func refresh(_ till: Till, of member: String) async {
        guard let found = try? await till.request({ server, token throws(DrinksError) in try await server.me(token) })
        else { return }
        till.note(found)
        await noteBalance(found, of: member)
    }

    /// Asks for the balance of the member whom a client logged in: it is shown beside what was asked for.
    func refreshBalance(of client: TillClient) async {
        guard let login = logins[client] else { return }
        await refresh(login.till, of: login.member)
    }

    private func keepRefreshing() async {
        while !Task.isCancelled {
            await clock.sleep(clock.now() + jittered(TillService.refreshWait))
            for (member, login) in staying where !Task.isCancelled {
                await refresh(login.till, of: member)
                if (try? login.till.current()) == nil { staying[member] = nil }
            }
            for (client, login) in logins where !Task.isCancelled && staying[login.member] == nil {
                await refresh(login.till, of: login.member)
                if (try? login.till.current()) == nil { drop(client, login.number, .till(.loggedOut)) }
            }
        }
    }

    private func keepSweeping() async {
        while !Task.isCancelled {
            await clock.sleep(clock.now() + TillService.sweepWait)
            dropIdle()
        }
    }

    private func send(_ type: String, _ title: String, _ reason: String, _ member: String) async {
        guard setup.sendsNotices else { return }
        let name = name(ofMember: member)
        await notify(
            Notice(
                type: type, ts: requests.timeOfDay(), title: title,
                reason: name.isEmpty ? reason : "\(name): \(reason)",
                region: "", beacon: nil, rssi: nil, dongle: nil, simulated: false))
    }

    private func name(ofMember member: String) -> String {
        let till =
            logins.values.first { $0.member == member }?.till ?? staying[member]?.till ?? unsettled[member]?.till
        return (try? till?.current())?.member.firstName ?? ""
    }
}
