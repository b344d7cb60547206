import LineFormats
import NIOHTTP1
import RESTClient

/// Who logs in: both belong to the account.
package struct Credentials: Sendable, Hashable {
    package var email: String
    package var mobile: String

    package init(email: String, mobile: String) {
        self.email = email
        self.mobile = mobile
    }
}

/// Result of a login.
package struct TillLogin: Sendable {
    /// Secret.
    package var token: String
    package var member: Member
    package var message: String?
}

extension DrinksClient {
    // MARK: Authentication

    /// Checks that the server answers.
    package func health() async throws(DrinksError) {
        _ = try await exchange(get("/health"))
    }

    /// Sets the PIN of a member who has none, and logs in.
    ///
    /// - Parameter pin: Four digits.
    package func firstLogin(_ who: Credentials, pin: String) async throws(DrinksError) -> TillLogin {
        try await logIn("/auth/first-login", who, pin)
    }

    /// - Parameter pin: Four digits.
    package func login(_ who: Credentials, pin: String) async throws(DrinksError) -> TillLogin {
        try await logIn("/auth/login", who, pin)
    }

    /// Has the server send a code with which the PIN can be reset.
    ///
    /// - Returns: The server's message; nil if there is none.
    package func requestPINReset(_ who: Credentials) async throws(DrinksError) -> String? {
        let request = once("/auth/reset-pin-request") { writer in
            writer.field("email", who.email)
            writer.field("mobile", who.mobile)
        }
        return try await exchange(request).notice
    }

    /// Sets a new PIN.
    ///
    /// - Parameters:
    ///   - code: The code that the server sent.
    ///   - pin: Four digits.
    package func confirmPINReset(_ who: Credentials, code: String, pin: String) async throws(DrinksError) {
        var request = once("/auth/reset-pin-confirm") { writer in
            writer.field("email", who.email)
            writer.field("mobile", who.mobile)
            writer.field("token", code)
            writer.field("newPin", pin)
        }
        request.secrets = [code, pin]
        _ = try await exchange(request)
    }

    /// Checks that a token is valid.
    package func validate(_ token: String) async throws(DrinksError) {
        _ = try await exchange(get("/auth/validate"), token: token)
    }

    private func logIn(_ path: String, _ who: Credentials, _ pin: String) async throws(DrinksError) -> TillLogin {
        var request = once(path) { writer in
            writer.field("email", who.email)
            writer.field("mobile", who.mobile)
            writer.field("pin", pin)
        }
        request.secrets = [pin]
        let answer = try await exchange(request)
        let token = try answer.whole { fields throws(DrinksError) in try fields.token("token") }
        return TillLogin(token: token, member: try answer.one("user", Member.init), message: answer.notice)
    }

    // MARK: The member

    package func me(_ token: String) async throws(DrinksError) -> Member {
        try await exchange(get("/me"), token: token).one("user", Member.init)
    }

    /// - Parameter threshold: Balance below which the member is warned.
    package func setThreshold(_ threshold: Cents, _ token: String) async throws(DrinksError) {
        let request = DrinksRequest(
            method: .PATCH, path: "/me/threshold", place: "/me/threshold", isIdempotent: true,
            body: body { $0.field("lowBalanceThresholdCents", threshold.rawValue) })
        _ = try await exchange(request, token: token)
    }

    /// Sent only once: a repetition would state a PIN that is no longer current.
    package func changePIN(from old: String, to new: String, _ token: String) async throws(DrinksError) {
        let request = DrinksRequest(
            method: .PATCH, path: "/me/pin", place: "/me/pin", isIdempotent: false,
            body: body { writer in
                writer.field("currentPin", old)
                writer.field("newPin", new)
            }, secrets: [old, new])
        _ = try await exchange(request, token: token)
    }

    package func favorites(_ token: String) async throws(DrinksError) -> Rows<Product> {
        try await exchange(get("/me/favorites"), token: token).rows("favorites", Product.init)
    }

    /// - Throws: ``DrinksError/refused(_:)`` with status 409 if the product is a favourite already.
    package func addFavorite(_ product: String, _ token: String) async throws(DrinksError) {
        let request = DrinksRequest(
            method: .POST, path: "/me/favorites", place: "/me/favorites", isIdempotent: true,
            body: body { $0.field("productId", product) })
        _ = try await exchange(request, token: token)
    }

    /// - Throws: ``DrinksError/refused(_:)`` with status 404 if the product is no favourite.
    package func removeFavorite(_ product: String, _ token: String) async throws(DrinksError) {
        let request = DrinksRequest(
            method: .DELETE, path: "/me/favorites/" + DrinksClient.escaped(product), place: "/me/favorites/{id}",
            isIdempotent: true)
        _ = try await exchange(request, token: token)
    }

    /// - Parameter from: First day, such as `2025-08-01`; nil = as far back as the server goes.
    package func bookings(
        from: String? = nil, includeVoided: Bool, _ token: String
    ) async throws(DrinksError) -> Rows<Booking> {
        let query = [("from", from), ("includeVoided", includeVoided ? "true" : "false")]
        return try await exchange(get("/me/bookings", query), token: token).rows("bookings", Booking.init)
    }

    /// - Parameter from: First day, such as `2025-08-01`; nil = as far back as the server goes.
    package func transactions(
        from: String? = nil, type: TransactionType? = nil, _ token: String
    ) async throws(DrinksError) -> Rows<Transaction> {
        let query = [("from", from), ("type", type?.rawValue)]
        return try await exchange(get("/me/transactions", query), token: token).rows("transactions", Transaction.init)
    }

    // MARK: Products and bookings

    /// - Parameter active: Whether only products that are sold now are listed.
    package func products(
        category: ProductCategory? = nil, active: Bool = true, _ token: String?
    ) async throws(DrinksError) -> Rows<Product> {
        let query = [("category", category?.rawValue), ("active", active ? "true" : nil)]
        return try await exchange(get("/products", query), token: token).rows("products", Product.init)
    }

    package func product(_ id: String, _ token: String?) async throws(DrinksError) -> Product {
        let request = DrinksRequest(
            method: .GET, path: "/products/" + DrinksClient.escaped(id), place: "/products/{id}", isIdempotent: true)
        return try await exchange(request, token: token).one("product", Product.init)
    }

    /// Books a product. The request is sent only once: if its outcome is unknown, see
    /// ``OpenBooking``.
    func book(_ product: String, quantity: Int, _ token: String) async throws(DrinksError) -> BookingResult {
        let request = once("/bookings") { writer in
            writer.field("productId", product)
            writer.field("quantity", quantity)
        }
        let answer = try await exchange(request, token: token)
        return BookingResult(
            booking: try answer.one("booking", Booking.init),
            newBalance: try answer.whole { fields throws(DrinksError) in
                fields.readable { fields throws(DrinksError) in try fields.optionalCents("newBalance") }
            },
            isBelowThreshold: try answer.whole { fields throws(DrinksError) in
                fields.readable { fields throws(DrinksError) in try fields.optionalFlag("balanceBelowThreshold") }
            } ?? false)
    }

    // MARK: Requests

    private func get(_ path: String, _ query: [(String, String?)] = []) -> DrinksRequest {
        let parts = query.compactMap { name, value in value.map { "\(name)=\(DrinksClient.escaped($0))" } }
        return DrinksRequest(
            method: .GET, path: path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&")), place: path,
            isIdempotent: true)
    }

    private func once(_ path: String, _ members: (inout JSONWriter) -> Void) -> DrinksRequest {
        DrinksRequest(method: .POST, path: path, place: path, isIdempotent: false, body: body(members))
    }

    private func body(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.element(members)
        return writer.take()
    }

    /// Writes every byte that is not unreserved as `%XX`.
    ///
    /// Source: RFC 3986, 2.3.
    package static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
