import LineFormats
import RESTClient

/// Tills whose login is in memory only: one for each member who is logged in.
extension Till {
    /// - Parameters:
    ///   - login: Present login of the member.
    ///   - name: Name of the file in the folder; it belongs to this member alone.
    package init(
        _ login: TillLogin, client: DrinksClient, folder: String, name: String, clock: RequestClock
    ) {
        let held = HeldLogin(login, ends: clock.timeOfDay().adding(Till.loginLifetime))
        self.init(client: client, file: TillFile(folder: folder, name: name, login: held), clock: clock)
    }

    /// A till of the same member with a login of its own, which has the same token.
    package func copy() -> Till { Till(client: client, file: file.copy(), clock: clock) }

    /// Replaces the token in memory, unless the login was forgotten.
    package func renew(_ login: TillLogin) {
        file.login?.renew(login, ends: clock.timeOfDay().adding(Till.loginLifetime))
    }

    /// Forgets the token in memory. The cart and an open booking stay in the file.
    package func forgetLogin() { file.login?.forget() }

    /// Replaces what is known of the member, such as the balance.
    package func note(_ member: Member) { file.login?.note(member) }

    /// Time by the clock of this machine at which the login ends.
    package func loginEnds() throws(TillError) -> Timestamp { try login().0.tokenEnds }
}
