import Drinks
import GatewayModel

/// Bookings, transactions and spending of a member.
extension TillService {
    package func bookings(
        from: String?, includeVoided: Bool, for client: TillClient
    ) async throws -> TillBookingList {
        let (rows, products) = try await history(from: from, includeVoided: includeVoided, for: client)
        await refreshBalance(of: client)
        return TillBookingList(
            bookings: rows.values.map { TillBooking($0, name: products[$0.product]?.name) }, leftOut: rows.leftOut)
    }

    package func transactions(
        from: String?, type: String?, for client: TillClient
    ) async throws -> TillTransactionList {
        let rows = try await transactionRows(from: from, type: type, for: client)
        await refreshBalance(of: client)
        return TillTransactionList(transactions: rows.values.map(TillTransaction.init), leftOut: rows.leftOut)
    }

    /// - Parameter period: Year or month; nil = all.
    package func statistics(period: String?, for client: TillClient) async throws -> TillStatistics {
        if let period, !TillService.isPeriod(period) { throw TillServiceError.badPeriod(period) }
        let (rows, products) = try await history(from: nil, includeVoided: false, for: client)
        let spending = Spending(rows.values, period: period ?? "", catalogue: products)
        return TillStatistics(
            totalCents: Int64(spending.total.rawValue), months: spending.months.map { TillSpending($0) },
            categories: spending.categories.map { part in
                TillSpending(part, name: ProductCategory(typed: part.name)?.rawValue)
            },
            products: spending.products.map { TillSpending($0) }, leftOut: rows.leftOut)
    }

    /// Returns comma-separated values.
    package func export(_ list: TillExport, from: String?, for client: TillClient) async throws -> String {
        switch list {
        case .bookings:
            let (rows, products) = try await history(from: from, includeVoided: true, for: client)
            return HistoryFile.text(rows.values, catalogue: products)
        case .transactions:
            return HistoryFile.text(try await transactionRows(from: from, type: nil, for: client).values)
        }
    }

    /// Returns bookings, newest first, and all products by ID.
    private func history(
        from: String?, includeVoided: Bool, for client: TillClient
    ) async throws -> (Rows<Booking>, [String: Product]) {
        if let from, !TillService.isDay(from) { throw TillServiceError.badPeriod(from) }
        var rows = try await use(client) { till in
            try await till.request { server, token throws(DrinksError) in
                try await server.bookings(from: from, includeVoided: includeVoided, token)
            }
        }
        rows.values.sort { $0.timestamp > $1.timestamp }
        return (rows, try await priced(for: client))
    }

    private func transactionRows(
        from: String?, type: String?, for client: TillClient
    ) async throws -> Rows<Transaction> {
        if let from, !TillService.isDay(from) { throw TillServiceError.badPeriod(from) }
        var rows = try await use(client) { till in
            try await till.request { server, token throws(DrinksError) in
                try await server.transactions(
                    from: from, type: type.map { TransactionType(rawValue: $0) }, token)
            }
        }
        rows.values.sort { $0.timestamp > $1.timestamp }
        return rows
    }

    private static func isPeriod(_ text: String) -> Bool {
        text.wholeMatch(of: /[0-9]{4}(-(0[1-9]|1[0-2]))?/) != nil
    }

    private static func isDay(_ text: String) -> Bool {
        text.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil
    }
}

extension TillBooking {
    init(_ booking: Booking, name: String?) {
        self.init(
            id: booking.id, product: booking.product, name: name ?? booking.product, quantity: booking.quantity,
            unitPriceCents: booking.unitPrice.rawValue, totalCents: booking.total.rawValue,
            timestamp: booking.timestamp, isVoided: booking.isVoided)
    }
}

extension TillTransaction {
    init(_ transaction: Transaction) {
        self.init(
            id: transaction.id, type: transaction.type.rawValue, amountCents: transaction.amount.rawValue,
            reference: transaction.reference, timestamp: transaction.timestamp)
    }
}

extension TillSpending {
    init(_ part: Spending.Part, name: String? = nil) {
        self.init(name: name ?? part.name, quantity: Int64(part.quantity), totalCents: Int64(part.total.rawValue))
    }
}
