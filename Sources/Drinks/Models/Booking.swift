import LineFormats
import RESTClient

/// A booking of a product on a member's account.
package struct Booking: Sendable, Hashable {
    package var id: String
    package var product: String
    package var quantity: Int
    package var unitPrice: Cents
    package var total: Cents
    /// Time as the server writes it; may be empty.
    package var timestamp: String
    /// "booked", "voided", or another word.
    package var status: String

    package var isVoided: Bool { status.lowercased() == "voided" }

    /// Nil if the time is not as in RFC 3339.
    package var time: Timestamp? { Timestamp(rfc3339: timestamp) }
}

extension Booking {
    /// Most pieces in one booking.
    package static let quantities = 1...999

    init(_ fields: Fields) throws(DrinksError) {
        let quantity = try fields.optionalNumber("quantity", 0...Int(Int32.max))
        guard let quantity else { throw fields.malformed("quantity", "is missing") }
        let price = try fields.optionalCents("unitPriceCents") ?? Cents(0)
        let total = try fields.optionalCents("totalCents") ?? price * quantity
        guard Cents.range.contains(total.rawValue) else { throw fields.malformed("unitPriceCents", "is too much") }
        self.init(
            id: try fields.identifier("id"), product: try fields.identifier("productId"), quantity: quantity,
            unitPrice: price, total: total,
            timestamp: try fields.optionalText("timestamp") ?? "",
            status: try fields.optionalText("status") ?? "booked")
    }
}

/// The server's confirmation of a booking.
package struct BookingResult: Sendable, Hashable {
    package var booking: Booking
    /// Balance after the booking; nil if the server does not state it.
    package var newBalance: Cents?
    package var isBelowThreshold: Bool
}
