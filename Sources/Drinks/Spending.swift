/// What a member spent, by month, category and product. Voided bookings do not count.
package struct Spending: Sendable, Hashable {
    /// Part of the spending.
    package struct Part: Sendable, Hashable {
        package var name: String
        package var quantity: Int
        package var total: Cents
    }

    /// Months such as `2025-08`, the earliest first.
    package private(set) var months: [Part] = []
    /// Categories and products, the largest total first.
    package private(set) var categories: [Part] = []
    package private(set) var products: [Part] = []
    package private(set) var total = Cents(0)

    /// - Parameters:
    ///   - period: Beginning of the time stamps that count, such as `2025` or `2025-08`.
    ///   - catalogue: Products by ID; a product that is missing counts under its ID.
    package init(_ bookings: [Booking], period: String = "", catalogue: [String: Product]) {
        var months: [String: Part] = [:]
        var categories: [String: Part] = [:]
        var products: [String: Part] = [:]
        for booking in bookings where !booking.isVoided && booking.timestamp.hasPrefix(period) {
            let product = catalogue[booking.product]
            func add(_ name: String, to parts: inout [String: Part]) {
                var part = parts[name] ?? Part(name: name, quantity: 0, total: Cents(0))
                part.quantity &+= booking.quantity
                part.total = part.total + booking.total
                parts[name] = part
            }
            add(String(booking.timestamp.prefix(7)), to: &months)
            add(product?.category.word ?? "?", to: &categories)
            add(product?.name ?? booking.product, to: &products)
            total = total + booking.total
        }
        self.months = months.values.sorted { $0.name < $1.name }
        self.categories = Spending.byTotal(categories)
        self.products = Spending.byTotal(products)
    }

    private static func byTotal(_ parts: [String: Part]) -> [Part] {
        parts.values.sorted { $0.total != $1.total ? $0.total > $1.total : $0.name < $1.name }
    }
}
