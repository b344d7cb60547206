import GatewayModel

/// What asks the Payfrit backend may take as long as ``backendLimit``.
extension GatewayClient {
    /// How the gateway stands with the backend, without asking it.
    public func payfritStatus() async throws -> PayfritStatus {
        try await answer(Request(.GET, "v1", "payfrit", "status"))
    }

    // MARK: Login

    /// Has a one-time password sent.
    public func sendPayfritOTP(to phone: String) async throws {
        let request = try Request(.POST, "v1", "payfrit", "otp", json: PayfritOTPRequest(phone: phone))
        try await order(request, within: limits.backend)
    }

    /// Logs in. Where the user has one business, it is chosen.
    public func logInToPayfrit(_ login: PayfritLogin) async throws -> PayfritStatus {
        try await answer(try Request(.POST, "v1", "payfrit", "login", json: login), within: limits.backend)
    }

    /// Throws the login away; registrations wait for the next.
    public func logOutOfPayfrit() async throws {
        try await order(Request(.POST, "v1", "payfrit", "logout"))
    }

    // MARK: Businesses

    /// The businesses of the user.
    public func payfritBusinesses() async throws -> PayfritBusinessList {
        try await answer(Request(.GET, "v1", "payfrit", "businesses"), within: limits.backend)
    }

    /// One business of the user.
    public func payfritBusiness(_ id: Int) async throws -> PayfritBusiness {
        try await answer(Request(.GET, "v1", "payfrit", "businesses", String(id)), within: limits.backend)
    }

    /// Chooses the business that later requests are about.
    ///
    /// - Parameter business: Its number, its name, or a beginning that no other name has.
    public func usePayfritBusiness(_ business: String) async throws -> PayfritBusiness {
        let choice = PayfritBusinessChoice(business: business)
        return try await answer(try Request(.PUT, "v1", "payfrit", "business", json: choice), within: limits.backend)
    }

    // MARK: Whose a beacon is

    /// What is registered with a UUID. Needs no login.
    public func payfritBeacons(withUUID uuid: String) async throws -> PayfritBeaconList {
        try await lookUp(("uuid", uuid))
    }

    /// What the hardware with this address is registered as: none or one. Needs no login.
    public func payfritBeacons(withAddress address: String) async throws -> PayfritBeaconList {
        try await lookUp(("mac", address))
    }

    /// Whose a UUID and a major are; nil = nobody's.
    public func payfritBusiness(ofUUID uuid: String, major: Int) async throws -> PayfritBusiness? {
        var request = Request(.GET, "v1", "payfrit", "resolve")
        request.query = [("uuid", uuid), ("major", String(major))]
        return try await answer(request, as: PayfritResolution.self, within: limits.backend).business
    }

    /// Whose these beacons are, one badge for each, in their order.
    ///
    /// - Parameter identities: `UUID/major/minor`, 1...1000 of them.
    public func payfritBadges(of identities: [String]) async throws -> PayfritBadgeList {
        let question = PayfritBadgeQuestion(identities: identities)
        return try await answer(try Request(.POST, "v1", "payfrit", "badges", json: question), within: limits.backend)
    }

    private func lookUp(_ field: (String, String)) async throws -> PayfritBeaconList {
        var request = Request(.GET, "v1", "payfrit", "lookup")
        request.query = [field]
        return try await answer(request, within: limits.backend)
    }
}
