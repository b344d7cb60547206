import Drinks
import GatewayModel
import NIOConcurrencyHelpers

/// Bookings, which are never sent twice.
extension TillService {
    /// Books the cart or one product, item by item.
    ///
    /// - Throws: ``TillServiceError``, if nothing was sent.
    package func book(_ order: TillBookingOrder, for client: TillClient) async throws -> TillBookingReport {
        _ = try login(of: client)
        let found = try await priced(for: client)
        let single: CartItem?
        let items: [CartItem]
        if let product = order.product {
            guard let current = found[product] else { throw TillServiceError.till(.unknownProduct(product)) }
            let item = CartItem(
                product: product, name: current.name, quantity: order.quantity ?? 1, unitPrice: current.price)
            (single, items) = (item, [item])
        } else {
            (single, items) = (nil, try await use(client) { till in try till.current().cart })
        }
        let current = try items.map { item in
            guard let product = found[item.product], product.isActive else {
                throw TillServiceError.notSold(found[item.product]?.name ?? item.name)
            }
            var item = item
            item.unitPrice = product.price
            return item
        }
        let total = current.reduce(Cents(0)) { $0 + $1.total }
        guard Int64(total.rawValue) == order.totalCents else { throw TillServiceError.priceChanged(now: total) }
        if let limit = pinLimit(try login(of: client)), limit == Cents(0) || total > limit {
            try await needPIN(order.pin, client)
        }
        if single == nil, current != items {
            // The member agreed to these prices.
            _ = try await use(client) { till in
                try till.changeCart { cart throws(TillError) in
                    guard cart == items else { throw .changedCart }
                    cart = current
                }
            }
        }
        return try await book(single, only: current, for: client)
    }

    private func book(
        _ single: CartItem?, only items: [CartItem], for client: TillClient
    ) async throws -> TillBookingReport {
        let login = try login(of: client)
        settled[login.member] = nil
        let outcomes = NIOLockedValueBox<[(CartItem, BookingOutcome)]>([])
        var problem: TillServiceError?
        do throws(TillError) {
            try await login.till.book(single, only: items, waits: false) { @Sendable item, outcome in
                outcomes.withLockedValue { $0.append((item, outcome)) }
            }
        } catch {
            problem = translated(error, client, login.number)
        }
        let results = outcomes.withLockedValue { $0 }.map { describe($0.0, $0.1) }
        if results.isEmpty, let problem { throw problem }
        // The lost answer would have had the new balance.
        if results.contains(where: { $0.outcome == .found }) { await refresh(login.till, of: login.member) }
        await booked(login, client)
        var report = TillBookingReport(results: results, status: await status(of: client))
        report.error = problem.map(self.report)
        return report
    }

    /// Notes what a booking changed, and has an open one looked up.
    private func booked(_ login: Login, _ client: TillClient) async {
        guard let state = try? login.till.current() else { return }
        logins[client]?.usedAt = clock.now()
        if state.open != nil { settle(login.till, of: login.member) }
        await noteBalance(state.member, of: login.member)
    }

    func describe(_ item: CartItem, _ outcome: BookingOutcome) -> TillBookingResult {
        var result = TillBookingResult(
            product: item.product, name: item.name, quantity: item.quantity, unitPriceCents: item.unitPrice.rawValue,
            outcome: .unknown)
        switch outcome {
        case .booked(let confirmed):
            result.outcome = .booked
            (result.booking, result.unitPriceCents) = (confirmed.booking.id, confirmed.booking.unitPrice.rawValue)
        case .found(let booking):
            result.outcome = .found
            (result.booking, result.unitPriceCents) = (booking.id, booking.unitPrice.rawValue)
        case .notBooked(let error):
            result.outcome = .notBooked
            result.error = error.map { report(TillServiceError.till(.server($0))) }
        case .unknown(let doubt): result.error = report(TillServiceError.doubt(doubt))
        }
        return result
    }

    // MARK: A booking whose outcome is unknown

    /// Looks the open booking up, once.
    package func settleNow(_ client: TillClient) async throws -> TillBookingReport {
        let login = try login(of: client)
        let settled = try await use(client) { till in try await till.settle(waits: false) }
        var results: [TillBookingResult] = []
        if let (item, outcome) = settled {
            results = [describe(item, outcome)]
            if case .unknown(let doubt) = outcome {
                settle(login.till, of: login.member, because: doubt)
            } else {
                endLookups(of: login.member)
                await refresh(login.till, of: login.member)
            }
        }
        return TillBookingReport(results: results, status: await status(of: client))
    }

    /// Gives the open booking up.
    package func forgetOpenBooking(_ client: TillClient) async throws {
        let member = try login(of: client).member
        _ = try await use(client) { till in try till.forgetOpenBooking() }
        endLookups(of: member)
    }
}
