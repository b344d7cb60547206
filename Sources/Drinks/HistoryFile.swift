import LineFormats

/// A member's history as comma-separated values, with a heading.
package enum HistoryFile {
    /// - Parameter catalogue: Products by ID; a product that is missing is named by its ID.
    package static func text(_ bookings: [Booking], catalogue: [String: Product]) -> String {
        var text = CSVRow.text(["time", "product", "category", "quantity", "unit_price", "total", "status", "id"])
        for booking in bookings {
            let product = catalogue[booking.product]
            text += CSVRow.text([
                booking.timestamp, product?.name ?? booking.product, product?.category.word ?? "",
                "\(booking.quantity)", booking.unitPrice.decimal, booking.total.decimal, booking.status, booking.id,
            ])
        }
        return text
    }

    package static func text(_ transactions: [Transaction]) -> String {
        var text = CSVRow.text(["time", "type", "amount", "reference", "id"])
        for transaction in transactions {
            text += CSVRow.text([
                transaction.timestamp, transaction.type.word, transaction.amount.decimal, transaction.reference ?? "",
                transaction.id,
            ])
        }
        return text
    }
}
