import Concurrency
import GatewayModel
import Payfrit

/// Login, and choice of the business.
extension PayfritAccount {
    /// Logs in. If there is only one business, it is chosen; an earlier choice stays if the user
    /// still has that business.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`; in this case an earlier login stays
    ///   valid.
    func logIn(_ order: PayfritLogin) async throws {
        do {
            let state = try await begin(order)
            let business = login?.businessName.map { " for \($0)" } ?? ""
            await tools.eventLog.record(
                .authorization, "Logged in to Payfrit", detail: "\(state.name) at \(state.base)\(business).")
        } catch let error as PayfritError {
            switch error {
            case .refused, .unauthorized:
                await tools.eventLog.record(
                    .authorization, "Login to Payfrit refused", detail: tools.describe(error).message, level: .warning)
            default: break
            }
            throw error
        }
    }

    private func begin(_ order: PayfritLogin) async throws -> PayfritLoginState {
        load()
        let place = try tools.place()
        let login: Login
        let given: String
        switch (order.phone, order.otp, order.username, order.password) {
        case (let phone?, let otp?, nil, nil):
            given = try Self.phone(phone)
            login = try await ask(nil) { try await $0.verifyOTP(phone: given, password: otp) }
        case (nil, nil, let username?, let password?):
            guard !username.isEmpty, !password.isEmpty else { throw PayfritServiceError.incompleteLogin }
            given = username
            login = try await ask(nil) { try await $0.login(username: username, password: password) }
        default: throw PayfritServiceError.incompleteLogin
        }
        var state = PayfritLoginState(
            base: place.base, api: place.generation.rawValue, token: login.token, user: login.user,
            name: login.name ?? given)
        if let before = self.login ?? endedLogin, before.user == state.user, before.name == state.name {
            (state.business, state.businessName) = (before.business, before.businessName)
        }
        forgetFailure()
        try keep(state)
        try await checkBusiness(of: state)
        return state
    }

    /// Chooses the business after a login. If the list of businesses cannot be read, the login is
    /// still valid; the next request for the list reports the error.
    private func checkBusiness(of state: PayfritLoginState) async throws {
        guard let all = try? await businesses().businesses, login?.token == state.token,
            login?.business == state.business
        else { return }
        if let business = all.first(where: { $0.id == state.business }) ?? (all.count == 1 ? all[0] : nil) {
            return try choose(business, with: state.token)
        }
        guard state.business != nil else { return }
        var state = state
        (state.business, state.businessName) = (nil, nil)
        try keep(state)
        tools.badges.clear()
    }

    /// Deletes the login. Messages in the outbox wait for the next login.
    ///
    /// - Throws: ``PayfritServiceError/cannotUseSessionFile(path:errno:)``.
    package func logout() async throws {
        let name = login?.name
        try forget()
        if let name {
            await tools.eventLog.record(.authorization, "Logged out of Payfrit", detail: "\(name), as asked.")
        }
    }

    /// Returns the businesses of the user.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`.
    package func businesses() async throws -> PayfritBusinessList {
        let session = try session(needsBusiness: false)
        let businesses = try await ask(session) { try await $0.businesses(session) }
        learn(businesses.map(\.id), token: session.token)
        // Whether or not the lane is held already: it may be about to be.
        tools.gate.stirred.wake()
        return PayfritBusinessList(
            businesses: businesses.map { PayfritBusiness($0) }, leftOut: PayfritLeftOut(businesses))
    }

    /// Returns one business of the user, with all its fields.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`.
    package func business(_ id: Int) async throws -> PayfritBusiness {
        let session = try session(needsBusiness: false)
        return PayfritBusiness(
            try await ask(session) { try await $0.business(id, session) })
    }

    /// Chooses the business for later requests: by its number, its name, or an unambiguous
    /// beginning of its name.
    ///
    /// - Throws: ``PayfritServiceError/unknownBusiness(_:known:)``,
    ///   ``PayfritServiceError/ambiguousBusiness(_:matches:)``, and the errors of ``businesses()``.
    package func use(_ choice: PayfritBusinessChoice) async throws -> PayfritBusiness {
        let token = try session(needsBusiness: false).token
        let all = try await businesses().businesses
        let wanted = choice.business.lowercased()
        let matches = [
            all.filter { "\($0.id)" == wanted }, all.filter { $0.name.lowercased() == wanted },
            all.filter { $0.name.lowercased().hasPrefix(wanted) },
        ].first { !$0.isEmpty }
        guard let matches, let business = matches.first, !wanted.isEmpty else {
            throw PayfritServiceError.unknownBusiness(choice.business, known: all.map(\.words))
        }
        guard matches.count == 1 else {
            throw PayfritServiceError.ambiguousBusiness(choice.business, matches: matches.map(\.words))
        }
        try choose(business, with: token)
        return business
    }

    private func choose(_ business: PayfritBusiness, with token: String) throws {
        guard var state = login, state.token == token else { throw PayfritServiceError.notLoggedIn }
        (state.business, state.businessName) = (business.id, business.name)
        try keep(state)
        tools.badges.clear()
    }

    static func phone(_ text: String) throws(PayfritServiceError) -> String {
        let phone = String(text.filter { !" -()/.".contains($0) })
        let digits = phone.hasPrefix("+") ? phone.dropFirst() : phone[...]
        guard (3...20).contains(phone.utf8.count), !digits.isEmpty,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw .badValue(text, of: "phone", expected: "3 to 20 digits, perhaps with + before them") }
        return phone
    }
}

extension PayfritBusiness {
    init(_ business: Business) {
        self.init(id: business.id, name: business.name, city: business.city, parent: business.parent)
    }

    /// Name and number, such as `Marl Bar (12)`.
    fileprivate var words: String { "\(name) (\(id))" }
}
