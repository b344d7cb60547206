import LineFormats

/// A booking that was sent, or was about to be, and whose outcome is not known yet. Pure.
///
/// The API has no idempotency key: a booking is sent once, and if its answer is lost, the member's
/// bookings decide. What has to be known for that is saved before the booking is sent.
package struct OpenBooking: Sendable, Hashable, Codable {
    /// Conclusion from the member's bookings.
    package enum Verdict: Sendable, Hashable {
        /// The bookings have exactly one new booking of this product and quantity.
        case booked(Booking)
        /// They have none, and the server no longer works on the request.
        case notBooked
        /// They have none yet; a request that is still on its way may add one.
        case tooEarly
        /// They have several new bookings of this product and quantity, or one from much later:
        /// another till has booked the same, and which booking is whose cannot be known.
        case ambiguous(Int)
        /// Some of the bookings could not be read, and no other was the one.
        case unreadable
    }

    /// Time after which a request that was given up is no longer carried out: twice the 30 s that
    /// PHP lets a request work by default.
    ///
    /// Source: https://www.php.net/manual/en/info.configuration.php#ini.max-execution-time.
    package static let grace = Duration.seconds(60)
    /// Time after the sending from which a new booking counts as another till's.
    private static let latest = Duration.seconds(300)
    /// Most bookings of the same product and quantity that are known beforehand.
    package static let knownLimit = 2_000

    package var product: String
    package var name: String
    package var quantity: Int
    package var unitPrice: Cents
    /// Whether the item goes back into the cart if it was not booked.
    package var isFromCart: Bool
    /// IDs of the member's earlier bookings of this product and quantity.
    package var known: [String]
    /// First day of which the bookings are asked for, by the server's clock, such as `2025-08-01`;
    /// nil = all of them.
    package var from: String?
    /// Time by this machine's clock.
    package var sentAt: Timestamp
    /// Microseconds by which the server's clock was ahead; nil = not known.
    package var serverAhead: Int64?

    /// Draws a conclusion from the member's bookings, voided ones included.
    ///
    /// - Parameter quiet: Time since the request was given up, until the bookings were asked for.
    package func verdict(of bookings: Rows<Booking>, quiet: Duration) -> Verdict {
        let known = Set(known)
        let candidates = bookings.values.filter { matches($0) && !known.contains($0.id) }
        guard candidates.count < 2 else { return .ambiguous(candidates.count) }
        if let candidate = candidates.first { return isLate(candidate) ? .ambiguous(1) : .booked(candidate) }
        guard bookings.leftOut == 0 else { return .unreadable }
        return quiet >= OpenBooking.grace ? .notBooked : .tooEarly
    }

    package func matches(_ booking: Booking) -> Bool { booking.product == product && booking.quantity == quantity }

    private func isLate(_ booking: Booking) -> Bool {
        guard let serverAhead, let time = booking.time else { return false }
        let sent = sentAt.microsecondsSince1970.addingReportingOverflow(serverAhead)
        guard !sent.overflow else { return false }
        let after = time.microsecondsSince1970.subtractingReportingOverflow(sent.partialValue)
        return !after.overflow && after.partialValue > Int64(OpenBooking.latest / .microseconds(1))
    }
}
