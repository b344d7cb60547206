import Crypto
import LineFormats

/// Members, products and bookings of the development server.
struct Club: Sendable {
    /// Wrong PINs after which a member is locked.
    static let failuresUntilLock = 5
    /// Balance below which nothing is booked any more.
    static let lowestBalanceCents = -2_000
    static let quantities = 1...999
    /// Most bookings, transactions and faults that are kept; more are refused.
    static let rowLimit = 100_000

    struct Member: Sendable {
        let id: String
        let firstName: String
        let lastName: String
        let email: String
        let mobile: String
        let role: String
        /// Nil until the first login.
        var pin: String?
        var resetCode: String?
        var balanceCents: Int
        var thresholdCents = 1_000
        var failures = 0
        var isLocked = false
        var favorites: [String] = []
        var updated: Timestamp
    }

    struct Product: Sendable {
        let id: String
        let name: String
        let icon: String
        var priceCents: Int
        let category: String
        var isActive = true
    }

    struct Booking: Sendable {
        let id: String
        let member: String
        let product: String
        let quantity: Int
        let unitCents: Int
        let time: Timestamp
        var isVoided = false
    }

    struct Transaction: Sendable {
        let id: String
        let member: String
        let type: String
        let amountCents: Int
        let reference: String?
        let time: Timestamp
        let admin: String?
    }

    let created: Timestamp
    var members: [Member]
    var products: [Product]
    var bookings: [Booking] = []
    var transactions: [Transaction] = []
    var faults: [Fault] = []
    /// Numbers of tokens that were made to expire.
    var expired: Set<Int> = []
    var tokensMade = 0
    let key = SymmetricKey(size: .bits256)

    init(now: Timestamp) {
        created = now
        members = Club.seedMembers(now)
        products = Club.seedProducts
    }

    var journal: [TillJournalEntry] {
        bookings.map {
            TillJournalEntry(
                id: $0.id, member: $0.member, product: $0.product, quantity: $0.quantity,
                totalCents: $0.unitCents * $0.quantity, isVoided: $0.isVoided)
        }
    }

    mutating func deposit(_ cents: Int, to index: Int, now: Timestamp) {
        members[index].balanceCents += cents
        members[index].updated = now
        add("DEPOSIT", cents, of: members[index].id, reference: nil, admin: "u-1", now)
    }

    /// Voids a booking and returns its price.
    ///
    /// - Returns: False if there is none, or it is voided already.
    mutating func void(_ id: String, now: Timestamp) -> Bool {
        guard let index = bookings.firstIndex(where: { $0.id == id && !$0.isVoided }),
            let member = members.firstIndex(where: { $0.id == bookings[index].member })
        else { return false }
        bookings[index].isVoided = true
        let cents = bookings[index].unitCents * bookings[index].quantity
        members[member].balanceCents += cents
        add("REVERSAL", cents, of: members[member].id, reference: id, admin: "u-1", now)
        return true
    }

    /// Carries a booking out.
    mutating func book(_ product: Product, _ quantity: Int, member: Int, now: Timestamp) -> (Booking, Transaction) {
        let booking = Booking(
            id: "b-\(bookings.count + 1)", member: members[member].id, product: product.id, quantity: quantity,
            unitCents: product.priceCents, time: now)
        bookings.append(booking)
        members[member].balanceCents -= product.priceCents * quantity
        members[member].updated = now
        return (
            booking,
            add("DEBIT", -product.priceCents * quantity, of: booking.member, reference: booking.id, admin: nil, now)
        )
    }

    @discardableResult
    private mutating func add(
        _ type: String, _ cents: Int, of member: String, reference: String?, admin: String?, _ now: Timestamp
    ) -> Transaction {
        let transaction = Transaction(
            id: "t-\(transactions.count + 1)", member: member, type: type, amountCents: cents, reference: reference,
            time: now, admin: admin)
        transactions.append(transaction)
        return transaction
    }
}
