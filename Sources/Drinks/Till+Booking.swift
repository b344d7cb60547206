import LineFormats
import RESTClient

/// What became of a booking.
package enum BookingOutcome: Sendable, Hashable {
    /// The server confirmed it.
    case booked(BookingResult)
    /// The answer was lost, and the member's bookings have it.
    case found(Booking)
    /// It was not carried out. An item of the cart is in the cart again.
    case notBooked(DrinksError?)
    /// Whether it was carried out is not known; nothing more is booked for this member until it is.
    case unknown(Doubt)

    /// Reason why the outcome is not known.
    package enum Doubt: Sendable, Hashable {
        /// The member's bookings cannot be asked for.
        case unreachable(DrinksError)
        /// The member's login has expired.
        case loggedOut
        /// Another till booked the same: this many bookings may be the one.
        case otherTill(Int)
        /// Some of the member's bookings cannot be read.
        case unreadable
        /// A request that is still on its way may be carried out.
        case tooEarly
    }
}

extension Till {
    /// Waits between two looks at the member's bookings; together more than ``OpenBooking/grace``.
    private static let waits: [Duration] = [
        .zero, .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16), .seconds(30),
    ]

    /// Books the cart, or one item, item by item, until one is unknown. The sum of the items can
    /// therefore be booked in part.
    ///
    /// - Parameters:
    ///   - item: An item that is not in the cart; nil = the cart.
    ///   - agreed: Items of the cart that the member agreed to book; others, which another command
    ///     added since, stay in the cart. nil = all.
    ///   - waits: Whether to wait until a lost answer's outcome is known, for about a minute.
    ///   - report: Called with each outcome, after it was saved.
    /// - Throws: ``TillError``. Items whose outcome was not reported are still in the cart, or are
    ///   the open booking.
    package func book(
        _ item: CartItem? = nil, only agreed: [CartItem]? = nil, waits: Bool = true,
        _ report: (CartItem, BookingOutcome) async -> Void
    ) async throws(TillError) {
        let lock = try file.lock()
        defer { lock.release() }
        var (member, token) = try login(hasLock: true)
        if let open = member.open { throw .open(open) }
        if let item {
            guard Booking.quantities.contains(item.quantity) else { throw .badQuantity(item.quantity) }
            _ = try await book(item, isFromCart: false, &member, token, waits: waits, report)
            return
        }
        guard !member.cart.isEmpty else { throw .emptyCart }
        let items = member.cart.filter { agreed?.contains($0) ?? true }
        guard !items.isEmpty else { throw .changedCart }
        for item in items {
            guard try await book(item, isFromCart: true, &member, token, waits: waits, report) else { return }
        }
    }

    /// Finds out what became of the booking whose outcome is not known.
    ///
    /// - Parameter waits: Whether to wait until no request can be on its way any more.
    /// - Returns: Item and outcome; nil if no outcome is open.
    package func settle(waits: Bool = true) async throws(TillError) -> (CartItem, BookingOutcome)? {
        let lock = try file.lock()
        defer { lock.release() }
        var (member, token) = try login(hasLock: true)
        guard let open = member.open else { return nil }
        let item = CartItem(product: open.product, name: open.name, quantity: open.quantity, unitPrice: open.unitPrice)
        return (item, try await settle(open, item, &member, token, waits: waits))
    }

    /// Gives up an open booking whose outcome cannot be known. The caller has looked at the
    /// member's bookings.
    package func forgetOpenBooking() throws(TillError) -> OpenBooking? {
        let lock = try file.lock()
        defer { lock.release() }
        var (member, _) = try login(hasLock: true)
        let open = member.open
        member.open = nil
        try save(member)
        return open
    }

    // MARK: One booking

    /// - Returns: Whether a further item can be booked.
    private func book(
        _ item: CartItem, isFromCart: Bool, _ member: inout MemberState, _ token: String, waits: Bool,
        _ report: (CartItem, BookingOutcome) async -> Void
    ) async throws(TillError) -> Bool {
        let open: OpenBooking
        do {
            open = try await opened(item, isFromCart: isFromCart, member, token)
        } catch {
            guard case .server(let reason) = error else { throw error }
            await report(item, .notBooked(reason))
            return false
        }
        // Saved before the booking is sent: if this process ends now, the next one looks it up.
        member.open = open
        if isFromCart, let place = member.cart.firstIndex(of: item) { member.cart.remove(at: place) }
        try save(member)
        do {
            let result = try await client.book(item.product, quantity: item.quantity, token)
            guard open.matches(result.booking), !open.known.contains(result.booking.id) else {
                throw DrinksError.malformed("bookings: booking is not the one that was sent")
            }
            member.open = nil
            if let balance = result.newBalance { member.member.balance = balance }
            try save(member)
            await report(item, .booked(result))
            return true
        } catch let error as TillError {
            throw error
        } catch {
            let error = error as? DrinksError ?? .interrupted("\(type(of: error))")
            if case .unauthorized = error {
                try notBooked(open, item, &member)
                throw try dropped(member.member.id, token)
            }
            guard error.mayHaveHappened else {
                try notBooked(open, item, &member)
                await report(item, .notBooked(error))
                return true
            }
            let outcome = try await settle(open, item, &member, token, waits: waits)
            await report(item, outcome)
            return member.open == nil
        }
    }

    /// Notes what has to be known if the answer is lost.
    private func opened(
        _ item: CartItem, isFromCart: Bool, _ member: MemberState, _ token: String
    ) async throws(TillError) -> OpenBooking {
        // An error is ignored: the bookings, which are asked for next, show it.
        if client.clockGap == nil { try? await client.health() }
        // By the server's clock: by a clock that is ahead, the day could lie after the booking.
        let from = client.clockGap.map { clock.timeOfDay().adding($0).adding(.seconds(-2 * 86_400)).day }
        let bookings = try await lookUp(from: from, member.member.id, token)
        var open = OpenBooking(
            product: item.product, name: item.name, quantity: item.quantity, unitPrice: item.unitPrice,
            isFromCart: isFromCart, known: [], from: from, sentAt: clock.timeOfDay(),
            serverAhead: client.clockGap.map { Int64($0 / .microseconds(1)) })
        open.known = bookings.values.filter(open.matches).map(\.id)
        guard open.known.count <= OpenBooking.knownLimit else { throw .manyBookings(product: item.name) }
        return open
    }

    private func lookUp(from: String?, _ member: String, _ token: String) async throws(TillError) -> Rows<Booking> {
        do {
            return try await client.bookings(from: from, includeVoided: true, token)
        } catch .unauthorized {
            throw try dropped(member, token)
        } catch {
            throw .server(error)
        }
    }

    private func settle(
        _ open: OpenBooking, _ item: CartItem, _ member: inout MemberState, _ token: String, waits: Bool
    ) async throws(TillError) -> BookingOutcome {
        var waited = Duration.zero
        var doubt = BookingOutcome.Doubt.tooEarly
        for wait in waits ? Till.waits : [.zero] {
            do { try await clock.sleep(wait) } catch { return .unknown(doubt) }
            waited += wait
            do {
                let bookings = try await client.bookings(from: open.from, includeVoided: true, token)
                switch open.verdict(of: bookings, quiet: max(waited, age(of: open))) {
                case .booked(let booking):
                    member.open = nil
                    try save(member)
                    return .found(booking)
                case .notBooked:
                    try notBooked(open, item, &member)
                    return .notBooked(nil)
                case .ambiguous(let count): return .unknown(.otherTill(count))
                case .unreadable: doubt = .unreadable
                case .tooEarly: doubt = .tooEarly
                }
            } catch DrinksError.unauthorized {
                _ = try dropped(member.member.id, token)
                return .unknown(.loggedOut)
            } catch let error as DrinksError {
                doubt = .unreachable(error)
            } catch let error as TillError {
                throw error
            } catch {
                doubt = .unreachable(.interrupted("\(type(of: error))"))
            }
        }
        return .unknown(doubt)
    }

    /// Time since a booking was sent, by the server's clock; zero if it is not known. This machine's
    /// clock may have been set since.
    private func age(of open: OpenBooking) -> Duration {
        guard let ahead = open.serverAhead, let gap = client.clockGap else { return .zero }
        let sent = open.sentAt.adding(.microseconds(ahead)).microsecondsSince1970
        let age = clock.timeOfDay().adding(gap).microsecondsSince1970.subtractingReportingOverflow(sent)
        return age.overflow ? .zero : .microseconds(age.partialValue)
    }

    /// Puts an item that was not booked back into the cart that it came from.
    private func notBooked(_ open: OpenBooking, _ item: CartItem, _ member: inout MemberState) throws(TillError) {
        member.open = nil
        if open.isFromCart { member.cart.append(item) }
        try save(member)
    }

    private func save(_ member: MemberState) throws(TillError) {
        var state = try ownState()
        state[member.member.id] = member
        try file.write(state)
    }
}
