import LineFormats
import Testing

@testable import Drinks

@Suite("Till: bookings whose answer was lost") struct OpenBookingTests {
    private let open = OpenBooking(
        product: "p-1", name: "Pils 0,5l", quantity: 2, unitPrice: Cents(250), isFromCart: true, known: ["b-1"],
        from: "2026-01-03", sentAt: Timestamp(microsecondsSince1970: 1_767_636_000_000_000), serverAhead: 0)

    private func booking(
        _ id: String, product: String = "p-1", quantity: Int = 2, time: String = "2026-01-05T18:00:01Z",
        status: String = "booked"
    ) -> Booking {
        Booking(
            id: id, product: product, quantity: quantity, unitPrice: Cents(250), total: Cents(250) * quantity,
            timestamp: time, status: status)
    }

    private func verdict(
        _ bookings: [Booking], leftOut: Int = 0, quiet: Duration = .zero
    ) -> OpenBooking.Verdict {
        open.verdict(of: Rows(values: bookings, leftOut: leftOut), quiet: quiet)
    }

    @Test("one new booking of the same product and quantity is the one, voided or not")
    func found() {
        for status in ["booked", "voided"] {
            let new = booking("b-2", status: status)
            #expect(verdict([booking("b-1"), new, booking("b-3", product: "p-2")]) == .booked(new))
        }
    }

    @Test("none is too early until no request can be on its way, and then not booked")
    func none() {
        let others = [booking("b-1"), booking("b-2", quantity: 1)]
        #expect(verdict(others) == .tooEarly)
        #expect(verdict(others, quiet: .milliseconds(59_999)) == .tooEarly)
        #expect(verdict(others, quiet: OpenBooking.grace) == .notBooked)
    }

    @Test("two new ones are another till's, too, and so is one from much later")
    func ambiguous() {
        #expect(verdict([booking("b-2"), booking("b-3")], quiet: .seconds(100)) == .ambiguous(2))
        #expect(verdict([booking("b-2", time: "2026-01-05T19:00:00Z")], quiet: .seconds(100)) == .ambiguous(1))
    }

    @Test("a time that cannot be read, or a server's clock that is unknown, does not make a booking late")
    func times() {
        let odd = booking("b-2", time: "gestern")
        #expect(verdict([odd]) == .booked(odd))
        var open = open
        open.serverAhead = nil
        let late = booking("b-2", time: "2026-01-05T19:00:00Z")
        #expect(open.verdict(of: Rows(values: [late], leftOut: 0), quiet: .zero) == .booked(late))
    }

    @Test("rows that cannot be read prove nothing")
    func unreadable() {
        #expect(verdict([booking("b-1")], leftOut: 1, quiet: .seconds(100)) == .unreadable)
        let new = booking("b-2")
        #expect(verdict([new], leftOut: 1) == .booked(new))
    }

    @Test("extreme clocks do not overflow", arguments: [Int64.min, .max])
    func extremes(_ ahead: Int64) {
        var open = open
        open.serverAhead = ahead
        _ = open.verdict(of: Rows(values: [booking("b-2")], leftOut: 0), quiet: .zero)
        open.sentAt = Timestamp(microsecondsSince1970: ahead)
        _ = open.verdict(of: Rows(values: [booking("b-2")], leftOut: 0), quiet: .zero)
    }
}
