import Drinks
import GatewayModel
import LineFormats
import RESTClient

extension TillService {
    /// Returns the state for a client, without a request to the server.
    package func status(of client: TillClient) async -> TillStatus {
        let environment = try? environment()
        var status = TillStatus(
            environment: setup.environment, base: environment?.base ?? "", isConfigured: setup.isConfigured,
            isDev: environment?.isDev ?? false, isSimulated: await hasSimulatedDongle(), badges: setup.hasBadges)
        dropIdle()
        if let login = logins[client] {
            do throws(TillError) {
                let state = try login.till.current()
                status.member = member(state, login, ends: try login.till.loginEnds())
                status.openBooking = state.open.map { booking($0, of: login.member) }
                status.settled = settled[login.member]
                status.message = login.message
            } catch {
                _ = translated(error, client, login.number)
            }
        }
        status.dropped = dropReason(of: client)
        if status.member == nil { status.near = await near() }
        return status
    }

    private func member(_ state: MemberState, _ login: Login, ends: Timestamp) -> TillMember {
        let member = state.member
        let idle = TillService.idleLimit - (clock.now() - login.usedAt)
        return TillMember(
            firstName: member.firstName, lastName: member.lastName, email: member.email, mobile: member.mobile,
            balanceCents: member.balance.rawValue, thresholdCents: member.lowBalanceThreshold.rawValue,
            isLow: member.hasLowBalance, byBadge: login.isByBadge, pinAboveCents: pinLimit(login)?.rawValue,
            until: ends,
            idleUntil: Timestamp(
                microsecondsSince1970: requests.timeOfDay().microsecondsSince1970 + Int64(idle / .microseconds(1))))
    }

    private func booking(_ open: OpenBooking, of member: String) -> TillOpenBooking {
        TillOpenBooking(
            product: open.product, name: open.name, quantity: open.quantity, unitPriceCents: open.unitPrice.rawValue,
            sent: open.sentAt, error: unsettled[member]?.doubt)
    }

    /// Sum above which a booking needs the PIN; nil if none does.
    func pinLimit(_ login: Login) -> Cents? {
        guard login.isByBadge else { return nil }
        // Without a badge, the member has not turned the question off.
        guard let badge = try? badges().badge(ofMember: login.member) else { return Cents(0) }
        return badge.pinAbove.map { Cents($0) }
    }
}
