import Crypto
import Drinks
import Foundation
import GatewayModel
import LineFormats
import RESTClient

/// Logins and logouts.
extension TillService {
    /// Logs a member in, with the PIN.
    ///
    /// - Throws: ``TillServiceError``.
    package func logIn(_ order: TillLoginOrder, by client: TillClient) async throws -> TillStatus {
        let who = Credentials(email: order.email, mobile: order.mobile)
        let login = try await confirm(who, pin: order.pin, isFirst: order.first ?? false)
        let till = try till(login)
        _ = try begin(till, of: login.member.id, client, isByBadge: false, message: login.message)
        await opened(till, login.member)
        return await status(of: client)
    }

    /// Logs in the member of a badge that is near, if a login stays for it.
    ///
    /// - Throws: ``TillServiceError``.
    package func logIn(_ order: TillBadgeLogin, by client: TillClient) async throws -> TillStatus {
        let badge = try badges().badge(order.id)
        guard try await beacons.entered(among: [badge.region]).contains(badge.region) else {
            throw TillServiceError.badgeAway
        }
        guard let login = staying[badge.member], let till = try? login.till.usableCopy() else {
            throw TillServiceError.badgeClosed
        }
        let number = try begin(till, of: badge.member, client, isByBadge: true, message: nil).number
        // The balance may be old, and the token refused.
        do {
            let member = try await till.request { server, token throws(DrinksError) in try await server.me(token) }
            till.note(member)
            await opened(till, member)
        } catch {
            switch error {
            case .loggedOut, .notLoggedIn:
                staying[badge.member] = nil
                login.till.forgetLogin()
            default: break
            }
            drop(client, number, .till(error))
            throw TillServiceError.till(error)
        }
        return await status(of: client)
    }

    package func logOut(_ client: TillClient) {
        if let login = logins.removeValue(forKey: client) { leave(login) }
    }

    /// Logs out the member of a session that has ended.
    package func sessionEnded(_ session: Int64) { logOut(.session(session)) }

    /// Logs out the members of all sessions.
    package func sessionsEnded() {
        for client in logins.keys where client != .direct { logOut(client) }
    }

    /// Forgets a login, unless it stays for the badge, or is needed to look up an open booking.
    func leave(_ login: Login) {
        if let state = try? login.till.current() {
            if state.open != nil { settle(login.till, of: login.member) }
            if let list = try? badges(), list.badge(ofMember: login.member)?.stays == true {
                if let last = staying[login.member], last.till.isNewer(than: login.till) {
                    login.till.forgetLogin()
                } else {
                    staying.updateValue(login, forKey: login.member)?.till.forgetLogin()
                }
                return
            }
        }
        login.till.forgetLogin()
    }

    // MARK: PIN

    /// Asks the server whether a PIN is right.
    ///
    /// - Throws: ``TillServiceError/tooManyLogins(retryAfter:)``, ``TillServiceError/till(_:)``.
    func confirm(_ who: Credentials, pin: String, isFirst: Bool = false) async throws -> TillLogin {
        let server = try server()
        return try await counted(who) { () throws(DrinksError) in
            isFirst ? try await server.firstLogin(who, pin: pin) : try await server.login(who, pin: pin)
        }
    }

    /// Sends a request with which a PIN could be guessed, and counts it if the server refuses it.
    func counted<Value: Sendable>(
        _ who: Credentials, always: Bool = false, _ body: @Sendable () async throws(DrinksError) -> Value
    ) async throws -> Value {
        let (number, wait) = limit.begin(who.account, at: clock.now())
        guard let number else {
            if limit.isNews(at: clock.now()) {
                await eventLog.record(
                    .authorization, "Too many wrong logins at the till",
                    detail: "Further logins of the same account are refused for \(wait) s.", level: .warning)
            }
            throw TillServiceError.tooManyLogins(retryAfter: wait)
        }
        do {
            let value = try await body()
            if !always { limit.accept(number) }
            return value
        } catch {
            switch error {
            case .refused: break
            default: if !error.mayHaveHappened { limit.accept(number) }
            }
            throw TillServiceError.till(.server(error))
        }
    }

    /// Throws unless the PIN is given and right, where the login was opened by badge. The server
    /// makes a new login of it, which replaces the old one.
    func needPIN(_ pin: String?, _ client: TillClient) async throws {
        let login = try login(of: client)
        guard login.isByBadge else { return }
        guard let pin else { throw TillServiceError.pinNeeded }
        let member = try await use(client) { till in try till.current().member }
        let renewed = try await confirm(Credentials(email: member.email, mobile: member.mobile), pin: pin)
        guard renewed.member.id == login.member, logins[client]?.number == login.number else {
            throw TillServiceError.notLoggedIn
        }
        login.till.renew(renewed)
        logins[client]?.isByBadge = false
    }

    /// - Throws: ``TillServiceError/till(_:)``.
    package func changePIN(_ order: TillPINChange, by client: TillClient) async throws {
        let login = try login(of: client)
        let member = try await use(client) { till in try till.current().member }
        do {
            try await counted(Credentials(email: member.email, mobile: member.mobile)) { () throws(DrinksError) in
                do throws(TillError) {
                    try await login.till.request { server, token throws(DrinksError) in
                        try await server.changePIN(from: order.currentPIN, to: order.newPIN, token)
                    }
                } catch {
                    switch error {
                    case .server(let error): throw error
                    default: throw .unauthorized
                    }
                }
            }
        } catch TillServiceError.till(.server(.unauthorized)) {
            throw translated(.loggedOut, client, login.number)
        }
    }

    /// Has the server send a code. Counts like a wrong login, because each may cost a message.
    package func requestPINReset(_ order: TillPINResetOrder) async throws -> TillMessage {
        let server = try server()
        let who = Credentials(email: order.email, mobile: order.mobile)
        return TillMessage(
            message: try await counted(who, always: true) { () throws(DrinksError) in
                try await server.requestPINReset(who)
            })
    }

    package func resetPIN(_ order: TillPINReset) async throws {
        let server = try server()
        let who = Credentials(email: order.email, mobile: order.mobile)
        try await counted(who) { () throws(DrinksError) in
            try await server.confirmPINReset(who, code: order.code, pin: order.pin)
        }
    }

    // MARK: Files

    /// A till for a member, with a file that belongs to the member at this server alone.
    private func till(_ login: TillLogin) throws -> Till {
        let folder = try folder()
        // An error is ignored: the file in the folder reports it.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let server = try server()
        let digest = SHA256.hash(data: Data((server.environment.base + "\n" + login.member.id).utf8))
        let name = digest.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ".json"
        let carts = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard carts.contains(name) || carts.count(where: { $0.hasSuffix(".json") }) < TillService.memberLimit else {
            throw TillServiceError.tooManyMembers(limit: TillService.memberLimit)
        }
        return Till(login, client: server, folder: folder, name: name, clock: requests)
    }
}

extension Credentials {
    /// Name under which attempts are counted.
    fileprivate var account: String { email.lowercased() + "\n" + mobile.filter(\.isNumber) }
}

extension Till {
    /// - Throws: If the login has ended.
    fileprivate func usableCopy() throws -> Till {
        _ = try current()
        return copy()
    }

    fileprivate func isNewer(than other: Till) -> Bool {
        guard let own = try? loginEnds() else { return false }
        guard let others = try? other.loginEnds() else { return true }
        return own.microsecondsSince1970 > others.microsecondsSince1970
    }
}
