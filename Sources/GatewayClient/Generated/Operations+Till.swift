// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension GatewayClient {
    /// Get the state of the till.
    ///
    /// The club's server is not contacted, and the login's idle time goes on. Each session of the console has a login
    /// of its own; all clients without a session share one.
    package func till(within time: Duration? = nil) async throws -> TillStatus {
        let request = APIRequest(.GET, ["v1", "till"])
        return try await answer(request, within: time)
    }

    /// Log a member in.
    ///
    /// The login's token stays in the gateway's memory. It is dropped at logout, when the session ends, when the server
    /// no longer accepts it, after 24 h, and after 120 s without a request of the member. A refusal of the server has
    /// the code `till-login-refused` (wrong PIN or unknown member) or `till-forbidden` (account locked, or no PIN set
    /// yet), in the server's words.
    package func logInToTill(_ body: TillLoginOrder, within time: Duration? = nil) async throws -> TillStatus {
        let request = try APIRequest(.POST, ["v1", "till", "login"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Log in a member whose badge is near.
    ///
    /// Only for members in `near` with `opens`: their login is still valid. A booking above the member's
    /// `pin_above_cents` then needs the PIN, as do changes of badge and threshold.
    package func logInToTillByBadge(_ body: TillBadgeLogin, within time: Duration? = nil) async throws -> TillStatus {
        let request = try APIRequest(.POST, ["v1", "till", "login", "badge"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Log the member out.
    ///
    /// The cart stays. So does a login that the member lets stay for the badge, in memory.
    package func logOutOfTill(within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "till", "logout"])
        try await order(request, within: time)
    }

    /// List the products.
    ///
    /// Needs no login; `favorite` does.
    package func tillProducts(
        category: String? = nil, search: String? = nil, all: Bool? = nil, within time: Duration? = nil
    ) async throws -> TillProductList {
        let request = APIRequest(
            .GET, ["v1", "till", "products"],
            query: [("category", category), ("search", search), ("all", all.map { $0 ? "yes" : "no" })]
        )
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Make a product a favourite.
    package func addTillFavorite(_ product: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.PUT, ["v1", "till", "favorites", product])
        try await order(request, within: time ?? limits.backend)
    }

    /// Remove a product from the favourites.
    package func removeTillFavorite(_ product: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "till", "favorites", product])
        try await order(request, within: time ?? limits.backend)
    }

    /// Get the member's cart.
    ///
    /// It belongs to the member, not to the session, and is kept on the gateway's disk. While the server is out of
    /// reach, `error` says so, and current prices are absent.
    package func tillCart(within time: Duration? = nil) async throws -> TillCart {
        let request = APIRequest(.GET, ["v1", "till", "cart"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Empty the member's cart.
    package func clearTillCart(within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "till", "cart"])
        try await order(request, within: time)
    }

    /// Set the quantity of a product in the cart.
    ///
    /// The item keeps the price that it had when it was added, so that a change can be shown.
    package func setTillCartItem(
        _ product: String, _ body: TillQuantity, within time: Duration? = nil
    ) async throws -> TillCart {
        let request = try APIRequest(.PUT, ["v1", "till", "cart", product], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Remove a product from the cart.
    package func removeTillCartItem(_ product: String, within time: Duration? = nil) async throws -> TillCart {
        let request = APIRequest(.DELETE, ["v1", "till", "cart", product])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// List the member's bookings.
    package func tillBookings(
        from: String? = nil, includeVoided: Bool? = nil, within time: Duration? = nil
    ) async throws -> TillBookingList {
        let request = APIRequest(
            .GET, ["v1", "till", "bookings"],
            query: [("from", from), ("include_voided", includeVoided.map { $0 ? "yes" : "no" })]
        )
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Book the cart or one product.
    ///
    /// The cart is booked item by item until the outcome of one is unknown. A booking whose answer was lost is looked
    /// up, and never repeated; until its outcome is known, nothing else can be booked for the member
    /// (`booking-unknown`). Nothing is booked if the sum is not `total_cents` (`till-price-changed`, 409), or if the
    /// PIN is needed and absent (`till-pin-needed`, 403). While another session books for the same member, this is
    /// refused (`till-busy`, 503).
    package func book(_ body: TillBookingOrder, within time: Duration? = nil) async throws -> TillBookingReport {
        let request = try APIRequest(.POST, ["v1", "till", "bookings"], json: body)
        return try await answer(request, within: time ?? .seconds(60))
    }

    /// Look up the booking whose outcome is unknown.
    ///
    /// The gateway also does this by itself, after 1 s to 60 s. The server may carry out a request up to 60 s after it
    /// was sent, so that `not-booked` cannot be said before.
    package func settleTillBooking(within time: Duration? = nil) async throws -> TillBookingReport {
        let request = APIRequest(.POST, ["v1", "till", "open-booking"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Give up the booking whose outcome is unknown.
    ///
    /// Look at the bookings first: the booking may have been carried out.
    package func forgetTillBooking(within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "till", "open-booking"])
        try await order(request, within: time)
    }

    /// List the changes of the member's balance.
    package func tillTransactions(
        from: String? = nil, type: String? = nil, within time: Duration? = nil
    ) async throws -> TillTransactionList {
        let request = APIRequest(.GET, ["v1", "till", "transactions"], query: [("from", from), ("type", type)])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Get the member's spending.
    ///
    /// Voided bookings do not count.
    package func tillStatistics(period: String? = nil, within time: Duration? = nil) async throws -> TillStatistics {
        let request = APIRequest(.GET, ["v1", "till", "statistics"], query: [("period", period)])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Set the balance below which the member is warned.
    package func setTillThreshold(_ body: TillThreshold, within time: Duration? = nil) async throws -> TillStatus {
        let request = try APIRequest(.PUT, ["v1", "till", "threshold"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Change the member's PIN.
    ///
    /// The request is sent to the server once.
    package func changeTillPIN(_ body: TillPINChange, within time: Duration? = nil) async throws {
        let request = try APIRequest(.PUT, ["v1", "till", "pin"], json: body)
        try await order(request, within: time ?? limits.backend)
    }

    /// Set a new PIN with a code.
    ///
    /// Needs no login, and logs nobody in.
    package func confirmTillPINReset(_ body: TillPINReset, within time: Duration? = nil) async throws {
        let request = try APIRequest(.PUT, ["v1", "till", "pin", "reset"], json: body)
        try await order(request, within: time ?? limits.backend)
    }

    /// Have the server send a code for a new PIN.
    ///
    /// Needs no login.
    package func requestTillPINReset(
        _ body: TillPINResetOrder, within time: Duration? = nil
    ) async throws -> TillMessage {
        let request = try APIRequest(.POST, ["v1", "till", "pin", "reset"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// List the regions that are entered now.
    ///
    /// A member chooses the badge among them. Regions of other members' badges are left out.
    package func tillBadges(within time: Duration? = nil) async throws -> TillBadgeChoices {
        let request = APIRequest(.GET, ["v1", "till", "badge"])
        return try await answer(request, within: time)
    }

    /// Bind a badge to the member.
    ///
    /// Only if `till.badges` is on. With `major` and `minor`, the gateway creates the region, unless one has exactly
    /// this beacon.
    package func bindTillBadge(_ body: TillBadgeOrder, within time: Duration? = nil) async throws -> TillBadge {
        let request = try APIRequest(.PUT, ["v1", "till", "badge"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Unbind the member's badge.
    ///
    /// A login that stays for the badge is dropped; the one of this session stays.
    package func unbindTillBadge(within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "till", "badge"])
        try await order(request, within: time)
    }
}
