import LineFormats
import RESTClient

/// A till of one or more members: logins, carts, and bookings that are never sent twice.
///
/// Every call that changes something holds the lock of the till's file, so that two tills of one
/// machine do not book at once.
package struct Till: Sendable {
    /// Lifetime of a login.
    package static let loginLifetime = Duration.seconds(24 * 60 * 60)

    package let client: DrinksClient
    let file: TillFile
    let clock: RequestClock

    package init(client: DrinksClient, file: TillFile, clock: RequestClock = .real) {
        self.client = client
        self.file = file
        self.clock = clock
    }

    // MARK: Login

    /// Logs a member in.
    ///
    /// - Parameters:
    ///   - pin: Four digits.
    ///   - isFirst: Whether the PIN is set; the member has none yet.
    package func logIn(_ who: Credentials, pin: String, isFirst: Bool) async throws(TillError) -> TillLogin {
        guard Till.isPIN(pin) else { throw .badPIN }
        let lock = try file.lock()
        defer { lock.release() }
        var state = try ownState()
        let login: TillLogin
        do {
            login = isFirst ? try await client.firstLogin(who, pin: pin) : try await client.login(who, pin: pin)
        } catch {
            throw .server(error)
        }
        var member =
            state[login.member.id] ?? MemberState(member: login.member, token: nil, tokenEnds: clock.timeOfDay())
        guard state[login.member.id] != nil || state.members.count < TillState.memberLimit else {
            throw .manyMembers(limit: TillState.memberLimit)
        }
        if let last = state.current, last != login.member.id { state.dropLogin(of: last) }
        member.member = login.member
        member.token = login.token
        member.tokenEnds = clock.timeOfDay().adding(Till.loginLifetime)
        state[login.member.id] = member
        state.current = login.member.id
        try file.write(state)
        return login
    }

    /// Drops the login. The cart and a booking whose outcome is open stay for the next login.
    package func logOut() throws(TillError) {
        let lock = try file.lock()
        defer { lock.release() }
        var state = try file.read(base: client.environment.base)
        guard let current = state.current else { throw .notLoggedIn }
        state.dropLogin(of: current)
        try file.write(state)
    }

    /// Whether a text has four digits.
    package static func isPIN(_ text: String) -> Bool {
        text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    // MARK: Requests

    /// Sends a request with the login of the member who is logged in. Drops the login if it has
    /// expired.
    package func request<Value>(
        _ body: (DrinksClient, String) async throws(DrinksError) -> Value
    ) async throws(TillError) -> Value {
        let (member, token) = try login()
        do {
            return try await body(client, token)
        } catch .unauthorized {
            if file.login != nil { throw try dropped(member.member.id, token) }
            let lock = try file.lock()
            defer { lock.release() }
            throw try dropped(member.member.id, token)
        } catch {
            throw .server(error)
        }
    }

    /// State of the member who is logged in, as kept.
    package func current() throws(TillError) -> MemberState { try login().0 }

    func ownState() throws(TillError) -> TillState {
        let state = try file.read(base: client.environment.base)
        if state.base != client.environment.base {
            guard state.members.allSatisfy({ $0.open == nil && $0.cart.isEmpty }) else {
                throw .otherServer(kept: state.base)
            }
            return TillState(base: client.environment.base)
        }
        return state
    }

    /// Returns the member who is logged in, and the token. Drops a login whose 24 h are over.
    ///
    /// - Parameter hasLock: Whether the caller holds the lock of the file.
    func login(hasLock: Bool = false) throws(TillError) -> (MemberState, String) {
        let state = try ownState()
        guard let current = state.current, let member = state[current], let token = member.token else {
            throw .notLoggedIn
        }
        guard clock.timeOfDay().microsecondsSince1970 < member.tokenEnds.microsecondsSince1970 else {
            let lock = hasLock || file.login != nil ? nil : try file.lock()
            defer { lock?.release() }
            throw try dropped(current, token)
        }
        return (member, token)
    }

    /// Drops a login that has expired, with the lock held if the login is in the file.
    func dropped(_ member: String, _ token: String) throws(TillError) -> TillError {
        if let login = file.login {
            login.forget(token)
            return .loggedOut
        }
        var state = try ownState()
        // Another login may have replaced it meanwhile.
        if state[member]?.token == token {
            state.dropLogin(of: member)
            try file.write(state)
        }
        return .loggedOut
    }

    // MARK: Cart

    /// Changes the cart of the member who is logged in.
    package func changeCart(
        _ body: (inout [CartItem]) throws(TillError) -> Void
    ) throws(TillError) -> [CartItem] {
        let lock = try file.lock()
        defer { lock.release() }
        var (member, _) = try login(hasLock: true)
        try body(&member.cart)
        guard member.cart.count <= TillState.cartLimit else { throw .fullCart(limit: TillState.cartLimit) }
        for item in member.cart where !Booking.quantities.contains(item.quantity) {
            throw .badQuantity(item.quantity)
        }
        var state = try ownState()
        state[member.member.id] = member
        try file.write(state)
        return member.cart
    }

    /// Finds a product by its ID, its name, or the only name that contains the text.
    package func product(_ text: String) async throws(TillError) -> Product {
        let rows = try await request { client, token throws(DrinksError) in
            try await client.products(active: true, token)
        }
        return try Till.choose(text, among: rows.values)
    }

    package static func choose(_ text: String, among products: [Product]) throws(TillError) -> Product {
        if let product = products.first(where: { $0.id == text }) { return product }
        let wanted = text.lowercased()
        let same = products.filter { $0.name.lowercased() == wanted }
        let matches = same.isEmpty && !wanted.isEmpty ? products.filter { $0.name.lowercased().contains(wanted) } : same
        guard let first = matches.first else { throw .unknownProduct(text) }
        guard matches.count == 1 else { throw .ambiguousProduct(text, matches.map { "\($0.id) \($0.name)" }) }
        return first
    }
}

extension Timestamp {
    func adding(_ duration: Duration) -> Timestamp {
        let sum = microsecondsSince1970.addingReportingOverflow(Int64(duration / .microseconds(1)))
        return Timestamp(microsecondsSince1970: sum.overflow ? .max : sum.partialValue)
    }

    /// Day in UTC, such as `2025-08-01`.
    package var day: String { String("\(self)".prefix(10)) }
}
