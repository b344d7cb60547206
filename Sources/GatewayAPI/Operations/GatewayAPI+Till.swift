import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird

extension GatewayAPI: TillOperations {
    func till(_ call: Call) async throws -> TillStatus { await gateway.till.status(of: call.tillClient) }

    // MARK: Login

    func logInToTill(_ body: TillLoginOrder, _ call: Call) async throws -> TillStatus {
        try await gateway.till.logIn(body, by: call.tillClient)
    }

    func logInToTillByBadge(_ body: TillBadgeLogin, _ call: Call) async throws -> TillStatus {
        try await gateway.till.logIn(body, by: call.tillClient)
    }

    func logOutOfTill(_ call: Call) async throws { await gateway.till.logOut(call.tillClient) }

    func changeTillPIN(_ body: TillPINChange, _ call: Call) async throws {
        try await gateway.till.changePIN(body, by: call.tillClient)
    }

    func requestTillPINReset(_ body: TillPINResetOrder, _ call: Call) async throws -> TillMessage {
        try await gateway.till.requestPINReset(body)
    }

    func confirmTillPINReset(_ body: TillPINReset, _ call: Call) async throws { try await gateway.till.resetPIN(body) }

    func setTillThreshold(_ body: TillThreshold, _ call: Call) async throws -> TillStatus {
        try await gateway.till.setThreshold(body, for: call.tillClient)
    }

    // MARK: Products

    func tillProducts(category: String?, search: String?, all: Bool?, _ call: Call) async throws -> TillProductList {
        try await gateway.till.products(category: category, search: search, all: all ?? false, for: call.tillClient)
    }

    func tillIcon(_ product: String, _ call: Call) async throws -> Response {
        let icon = try await gateway.till.icon(of: checked(product))
        return .icon(icon.bytes, type: icon.type)
    }

    func addTillFavorite(_ product: String, _ call: Call) async throws {
        try await gateway.till.addFavorite(checked(product), for: call.tillClient)
    }

    func removeTillFavorite(_ product: String, _ call: Call) async throws {
        try await gateway.till.removeFavorite(checked(product), for: call.tillClient)
    }

    /// - Throws: ``RequestError/invalidParameter(_:expected:)``.
    private func checked(_ product: String) throws(RequestError) -> String {
        guard (1...200).contains(product.unicodeScalars.count) else {
            throw .invalidParameter("product", expected: "a text of 1 to 200 characters")
        }
        return product
    }

    // MARK: Cart and bookings

    func tillCart(_ call: Call) async throws -> TillCart { try await gateway.till.cart(of: call.tillClient) }

    func clearTillCart(_ call: Call) async throws { try await gateway.till.clearCart(for: call.tillClient) }

    func setTillCartItem(_ product: String, _ body: TillQuantity, _ call: Call) async throws -> TillCart {
        try await gateway.till.setItem(checked(product), body, for: call.tillClient)
    }

    func removeTillCartItem(_ product: String, _ call: Call) async throws -> TillCart {
        try await gateway.till.removeItem(checked(product), for: call.tillClient)
    }

    func book(_ body: TillBookingOrder, _ call: Call) async throws -> TillBookingReport {
        try await gateway.till.book(body, for: call.tillClient)
    }

    func settleTillBooking(_ call: Call) async throws -> TillBookingReport {
        try await gateway.till.settleNow(call.tillClient)
    }

    func forgetTillBooking(_ call: Call) async throws { try await gateway.till.forgetOpenBooking(call.tillClient) }

    // MARK: History

    func tillBookings(from: String?, includeVoided: Bool?, _ call: Call) async throws -> TillBookingList {
        try await gateway.till.bookings(from: from, includeVoided: includeVoided ?? false, for: call.tillClient)
    }

    func tillTransactions(from: String?, type: String?, _ call: Call) async throws -> TillTransactionList {
        try await gateway.till.transactions(from: from, type: type, for: call.tillClient)
    }

    func tillStatistics(period: String?, _ call: Call) async throws -> TillStatistics {
        try await gateway.till.statistics(period: period, for: call.tillClient)
    }

    func exportTill(list: TillExport, from: String?, _ call: Call) async throws -> Response {
        let text = try await gateway.till.export(list, from: from, for: call.tillClient)
        var response = Response.bytes(text.utf8, type: "text/csv; charset=utf-8")
        response.headers[.contentDisposition] = "attachment; filename=\"\(list.rawValue).csv\""
        return response
    }

    // MARK: Badges

    func tillBadges(_ call: Call) async throws -> TillBadgeChoices {
        try await gateway.till.badgeChoices(for: call.tillClient)
    }

    func bindTillBadge(_ body: TillBadgeOrder, _ call: Call) async throws -> TillBadge {
        try await gateway.till.bind(body, for: call.tillClient)
    }

    func unbindTillBadge(_ call: Call) async throws { try await gateway.till.unbind(for: call.tillClient) }
}

extension Response {
    /// A picture from the club's server, which is not trusted.
    static func icon(_ bytes: [UInt8], type: String) -> Response {
        var response = Response.bytes(bytes, type: type)
        // An icon of SVG may have scripts. They do not run in images, and with this policy not in a
        // window either, where they would be of the console's origin.
        response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        response.headers[.cacheControl] = "private, max-age=86400"
        return response
    }
}

extension Call {
    /// Client of the till to which the request belongs.
    fileprivate var tillClient: TillClient { session.map { .session($0.id) } ?? .direct }
}
