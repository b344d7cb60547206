// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel
import Hummingbird

/// Operations with the tag `till`, which the server implements.
protocol TillOperations: Sendable {
    /// Get the state of the till.
    func till(_ call: Call) async throws -> TillStatus
    /// Log a member in.
    func logInToTill(_ body: TillLoginOrder, _ call: Call) async throws -> TillStatus
    /// Log in a member whose badge is near.
    func logInToTillByBadge(_ body: TillBadgeLogin, _ call: Call) async throws -> TillStatus
    /// Log the member out.
    func logOutOfTill(_ call: Call) async throws
    /// List the products.
    func tillProducts(category: String?, search: String?, all: Bool?, _ call: Call) async throws -> TillProductList
    /// Get the icon of a product.
    func tillIcon(_ product: String, _ call: Call) async throws -> Response
    /// Make a product a favourite.
    func addTillFavorite(_ product: String, _ call: Call) async throws
    /// Remove a product from the favourites.
    func removeTillFavorite(_ product: String, _ call: Call) async throws
    /// Get the member's cart.
    func tillCart(_ call: Call) async throws -> TillCart
    /// Empty the member's cart.
    func clearTillCart(_ call: Call) async throws
    /// Set the quantity of a product in the cart.
    func setTillCartItem(_ product: String, _ body: TillQuantity, _ call: Call) async throws -> TillCart
    /// Remove a product from the cart.
    func removeTillCartItem(_ product: String, _ call: Call) async throws -> TillCart
    /// List the member's bookings.
    func tillBookings(from: String?, includeVoided: Bool?, _ call: Call) async throws -> TillBookingList
    /// Book the cart or one product.
    func book(_ body: TillBookingOrder, _ call: Call) async throws -> TillBookingReport
    /// Look up the booking whose outcome is unknown.
    func settleTillBooking(_ call: Call) async throws -> TillBookingReport
    /// Give up the booking whose outcome is unknown.
    func forgetTillBooking(_ call: Call) async throws
    /// List the changes of the member's balance.
    func tillTransactions(from: String?, type: String?, _ call: Call) async throws -> TillTransactionList
    /// Get the member's spending.
    func tillStatistics(period: String?, _ call: Call) async throws -> TillStatistics
    /// Get the member's bookings or transactions as a file.
    func exportTill(list: TillExport, from: String?, _ call: Call) async throws -> Response
    /// Set the balance below which the member is warned.
    func setTillThreshold(_ body: TillThreshold, _ call: Call) async throws -> TillStatus
    /// Change the member's PIN.
    func changeTillPIN(_ body: TillPINChange, _ call: Call) async throws
    /// Set a new PIN with a code.
    func confirmTillPINReset(_ body: TillPINReset, _ call: Call) async throws
    /// Have the server send a code for a new PIN.
    func requestTillPINReset(_ body: TillPINResetOrder, _ call: Call) async throws -> TillMessage
    /// List the regions that are entered now.
    func tillBadges(_ call: Call) async throws -> TillBadgeChoices
    /// Bind a badge to the member.
    func bindTillBadge(_ body: TillBadgeOrder, _ call: Call) async throws -> TillBadge
    /// Unbind the member's badge.
    func unbindTillBadge(_ call: Call) async throws
}

extension TillOperations {
    var tillRoutes: [Route] {
        [
            Route(.get, "/v1/till", role: .till) { call in
                .json(try await till(call))
            },
            Route(.post, "/v1/till/login", role: .till) { call in
                .json(try await logInToTill(try await call.object(), call))
            },
            Route(.post, "/v1/till/login/badge", role: .till) { call in
                .json(try await logInToTillByBadge(try await call.object(), call))
            },
            Route(.post, "/v1/till/logout", role: .till) { call in
                try await logOutOfTill(call)
                return .done
            },
            Route(.get, "/v1/till/products", query: ["category", "search", "all"], role: .till) { call in
                .json(try await tillProducts(category: try call.query.text("category", limit: 40), search: try call.query.text("search", limit: 100), all: try call.query.flag("all"), call))
            },
            Route(.get, "/v1/till/products/{product}/icon", role: .till) { call in
                try await tillIcon(call.name("product"), call)
            },
            Route(.put, "/v1/till/favorites/{product}", role: .till) { call in
                try await addTillFavorite(call.name("product"), call)
                return .done
            },
            Route(.delete, "/v1/till/favorites/{product}", role: .till) { call in
                try await removeTillFavorite(call.name("product"), call)
                return .done
            },
            Route(.get, "/v1/till/cart", role: .till) { call in
                .json(try await tillCart(call))
            },
            Route(.delete, "/v1/till/cart", role: .till) { call in
                try await clearTillCart(call)
                return .done
            },
            Route(.put, "/v1/till/cart/{product}", role: .till) { call in
                .json(try await setTillCartItem(call.name("product"), try await call.object(), call))
            },
            Route(.delete, "/v1/till/cart/{product}", role: .till) { call in
                .json(try await removeTillCartItem(call.name("product"), call))
            },
            Route(.get, "/v1/till/bookings", query: ["from", "include_voided"], role: .till) { call in
                .json(try await tillBookings(from: try call.query.text("from", limit: 10), includeVoided: try call.query.flag("include_voided"), call))
            },
            Route(.post, "/v1/till/bookings", role: .till) { call in
                .json(try await book(try await call.object(), call))
            },
            Route(.post, "/v1/till/open-booking", role: .till) { call in
                .json(try await settleTillBooking(call))
            },
            Route(.delete, "/v1/till/open-booking", role: .till) { call in
                try await forgetTillBooking(call)
                return .done
            },
            Route(.get, "/v1/till/transactions", query: ["from", "type"], role: .till) { call in
                .json(try await tillTransactions(from: try call.query.text("from", limit: 10), type: try call.query.text("type", limit: 40), call))
            },
            Route(.get, "/v1/till/statistics", query: ["period"], role: .till) { call in
                .json(try await tillStatistics(period: try call.query.text("period", limit: 7), call))
            },
            Route(.get, "/v1/till/export", query: ["list", "from"], role: .till) { call in
                try await exportTill(list: try call.query.needed("list", call.query.word("list")), from: try call.query.text("from", limit: 10), call)
            },
            Route(.put, "/v1/till/threshold", role: .till) { call in
                .json(try await setTillThreshold(try await call.object(), call))
            },
            Route(.put, "/v1/till/pin", role: .till) { call in
                try await changeTillPIN(try await call.object(), call)
                return .done
            },
            Route(.put, "/v1/till/pin/reset", role: .till) { call in
                try await confirmTillPINReset(try await call.object(), call)
                return .done
            },
            Route(.post, "/v1/till/pin/reset", role: .till) { call in
                .json(try await requestTillPINReset(try await call.object(), call))
            },
            Route(.get, "/v1/till/badge", role: .till) { call in
                .json(try await tillBadges(call))
            },
            Route(.put, "/v1/till/badge", role: .till) { call in
                .json(try await bindTillBadge(try await call.object(), call))
            },
            Route(.delete, "/v1/till/badge", role: .till) { call in
                try await unbindTillBadge(call)
                return .done
            },
        ]
    }
}
