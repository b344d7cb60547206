import LineFormats
import Synchronization

/// A member's login in memory. The process forgets it when it ends.
package final class HeldLogin: Sendable {
    private struct Login {
        var member: Member
        let token: String
        let ends: Timestamp
    }

    private let held: Mutex<Login?>

    /// - Parameter ends: Time at which the token is dropped.
    package init(_ login: TillLogin, ends: Timestamp) {
        held = Mutex(Login(member: login.member, token: login.token, ends: ends))
    }

    private init(_ login: Login?) { held = Mutex(login) }

    /// A login of its own with the same token.
    func copy() -> HeldLogin { HeldLogin(held.withLock { $0 }) }

    /// Replaces the token, unless the login was forgotten.
    func renew(_ login: TillLogin, ends: Timestamp) {
        held.withLock { if $0 != nil { $0 = Login(member: login.member, token: login.token, ends: ends) } }
    }

    func forget() { held.withLock { $0 = nil } }

    /// Forgets the login unless it was renewed.
    func forget(_ token: String) { held.withLock { if $0?.token == token { $0 = nil } } }

    /// Replaces what is known of the member.
    func note(_ member: Member) { held.withLock { $0?.member = member } }

    /// Adds the login to a state from the file.
    func complete(_ state: inout TillState) {
        state.current = nil
        guard let login = held.withLock({ $0 }) else { return }
        var member =
            state[login.member.id] ?? MemberState(member: login.member, token: nil, tokenEnds: login.ends)
        member.member = login.member
        member.token = login.token
        member.tokenEnds = login.ends
        state[login.member.id] = member
        state.current = login.member.id
    }

    /// Takes the member from a state, and returns what the file may have of it.
    func take(from state: TillState) -> TillState {
        if let current = state.current, let member = state[current] { note(member.member) } else { forget() }
        var kept = TillState(base: state.base)
        for member in state.members where !member.cart.isEmpty || member.open != nil {
            var member = member
            member.token = nil
            kept.members.append(member)
        }
        return kept
    }
}
