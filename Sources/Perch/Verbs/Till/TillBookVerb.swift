import ArgumentParser
import DongleLink
import Drinks
import Failures
import LineFormats
import Synchronization

/// `perch till book`: books the cart, or a product.
struct TillBookVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "book", abstract: "Book the cart, or a product, on your account.",
        discussion: """
            A booking is sent once. If its answer is lost, Perch looks among your bookings for up to a minute. A booking \
            whose outcome is still unknown is looked up again by the next `perch till book`, before anything else is \
            booked. Ends with 75 if an outcome is unknown, with 65 if an item was refused.
            """)

    @Argument(help: "Product: its ID, or its name or an unambiguous part of it; without it, the cart.")
    var product: String?

    @Argument(help: "Number of pieces, 1 to 999.")
    var quantity = 1

    @Flag(help: "Book without a question.")
    var yes = false

    @Flag(help: "Give up a booking whose outcome is unknown; look at `perch till bookings` first.")
    var forgetUnknown = false

    @OptionGroup var frame: TillFrame

    func check(_ output: VerbOutput) async throws {
        guard Booking.quantities.contains(quantity) else { throw TillError.badQuantity(quantity) }
    }

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let tally = BookingTally(output)
        if forgetUnknown {
            let open = try lease.till.forgetOpenBooking()
            await output.text(
                printable(open.map { "Given up: \($0.quantity) × \($0.name)." } ?? "No outcome is unknown."))
            return
        }
        if try lease.till.current().open != nil {
            say("perch: Looking up a booking whose answer was lost, for up to a minute.")
            let settled = try await output.interruptible { try await lease.till.settle() }
            if let (item, outcome) = settled { await tally.add(item, outcome) }
            // What follows could be the same order once more, so that a person decides.
            return try await tally.finish(lease)
        }
        let item = try await ordered(lease)
        let items = if let item { [item] } else { try await pricedCart(lease) }
        try await confirm(items, lease, output)
        try await output.interruptible {
            try await lease.till.book(item, only: items) { await tally.add($0, $1) }
        }
        try await tally.finish(lease)
    }

    /// Returns the product of the command line at its present price; nil = the cart.
    private func ordered(_ lease: TillLease) async throws -> CartItem? {
        guard let product else { return nil }
        let found = try await lease.product(product)
        return CartItem(product: found.id, name: found.name, quantity: quantity, unitPrice: found.price)
    }

    /// Returns the cart at its present prices, and tells what changed.
    private func pricedCart(_ lease: TillLease) async throws -> [CartItem] {
        guard try !lease.till.current().cart.isEmpty else { throw TillError.emptyCart }
        let catalogue = try await lease.catalogue()
        return try lease.till.changeCart { cart in
            for place in cart.indices {
                let item = cart[place]
                guard let product = catalogue[item.product], product.isActive else {
                    say(
                        printable(
                            "perch: \(item.name) is no longer sold. To remove it, run `perch till cart remove "
                                + "\(item.product)`."))
                    continue
                }
                guard product.price != item.unitPrice else { continue }
                say(printable("perch: \(item.name) now costs \(product.price), no longer \(item.unitPrice)."))
                cart[place].unitPrice = product.price
            }
        }
    }

    /// Shows sum and new balance, and asks for consent.
    private func confirm(_ items: [CartItem], _ lease: TillLease, _ output: VerbOutput) async throws {
        let member = try await lease.request { client, token throws(DrinksError) in try await client.me(token) }
        if member.hasLowBalance { output.sayLowBalance(member) }
        for item in items { await output.text(printable("\(item.quantity) × \(item.name): \(item.total)")) }
        try await Prompt(output: output).confirm(
            "Book?",
            printable("Sum \(items.sum); balance \(member.balance), afterwards \(member.balance - items.sum)."),
            isSure: yes)
    }
}

/// Outcomes of the items of an order.
private final class BookingTally: Sendable {
    private let output: VerbOutput
    private let outcomes = Mutex<[BookingOutcome]>([])

    init(_ output: VerbOutput) { self.output = output }

    func add(_ item: CartItem, _ outcome: BookingOutcome) async {
        outcomes.withLock { $0.append(outcome) }
        let what = "\(item.quantity) × \(item.name)"
        await output.text(printable("\(what): \(outcome.words)"))
        await output.line("booking-outcome") { writer in
            writer.fields(item)
            writer.field("outcome", outcome.code)
            writer.field("booking", outcome.booking?.id)
            writer.field("reason", outcome.reason)
        }
    }

    /// Shows the balance. Throws if an item was not booked.
    func finish(_ lease: TillLease) async throws {
        let outcomes = outcomes.withLock { $0 }
        let booked = outcomes.count { $0.booking != nil }
        let unknown = outcomes.count { if case .unknown = $0 { true } else { false } }
        output.setResult { writer in
            writer.field("booked", booked)
            writer.field("not_booked", outcomes.count - booked - unknown)
            writer.field("unknown", unknown)
        }
        if booked > 0 {
            // An error is ignored: the outcomes are what counts.
            let member = try? await lease.request { client, token throws(DrinksError) in try await client.me(token) }
            if let member { await output.balance(member) }
        }
        if unknown > 0, let open = try? lease.till.current().open { throw TillError.open(open) }
        if unknown > 0 { throw TillError.loggedOut }
        for case .notBooked(let error) in outcomes {
            var failure =
                error?.failure
                ?? Failure(
                    code: "not-booked", message: "A booking did not reach the server, and was not carried out.",
                    hint: "Run `perch till book` again.", isRetryable: true, exit: .temporary)
            failure.outcome = booked > 0 ? nil : .notDone
            throw failure
        }
    }
}

extension BookingOutcome {
    fileprivate var code: String {
        switch self {
        case .booked: "booked"
        case .found: "found"
        case .notBooked: "not-booked"
        case .unknown: "unknown"
        }
    }

    fileprivate var booking: Booking? {
        switch self {
        case .booked(let result): result.booking
        case .found(let booking): booking
        case .notBooked, .unknown: nil
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .booked, .found: nil
        case .notBooked(let error): error.map { "\($0)" }
        case .unknown(let doubt): doubt.words
        }
    }

    fileprivate var words: String {
        switch self {
        case .booked(let result): "booked for \(result.booking.total)"
        case .found(let booking): "booked for \(booking.total) (the answer was lost; your bookings have it)"
        case .notBooked(let error): "not booked\(error.map { ": \($0)" } ?? "; the server did not get it")"
        case .unknown(let doubt): "unknown: \(doubt.words)"
        }
    }
}

extension BookingOutcome.Doubt {
    fileprivate var words: String {
        switch self {
        case .unreachable(let error): "your bookings cannot be asked for (\(error))"
        case .loggedOut: "your login has expired; log in to look it up"
        case .otherTill(let count):
            "another till booked the same; \(count) of your bookings may be this one"
        case .unreadable: "some of your bookings cannot be read"
        case .tooEarly: "the request may still be on its way"
        }
    }
}
