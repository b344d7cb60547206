import Crypto
import LineFormats

/// Members, products and bookings of the development server.
struct Club: Sendable {
    /// Wrong PINs after which a member is locked.
    static let failuresUntilLock = 5
    /// Balance below which nothing is booked any more.
    static let lowestBalanceCents = -2_000
    static let quantities = 1...999
    static let categories = ["DRINKS", "SNACKS", "ACCESSORIES", "MEMBERSHIP"]
    /// Type of the transaction that returns the price of a voided booking, to which it refers.
    static let reversal = "REVERSAL"
    /// Most bookings, and most transactions, that are kept; more are refused.
    static let rowLimit = 100_000
    /// Most members, and most products.
    static let listLimit = 1_000

    struct Member: Sendable, Hashable, Codable {
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

    struct Product: Sendable, Hashable, Codable {
        let id: String
        let name: String
        let icon: String
        var priceCents: Int
        let category: String
        var isActive = true
    }

    struct Booking: Sendable, Hashable, Codable {
        let id: String
        let member: String
        let product: String
        let quantity: Int
        let unitCents: Int
        let time: Timestamp
        var isVoided = false
    }

    struct Transaction: Sendable, Hashable, Codable {
        let id: String
        let member: String
        let type: String
        let amountCents: Int
        let reference: String?
        let time: Timestamp
        let admin: String?
    }

    private(set) var created: Timestamp
    var members: [Member]
    var products: [Product]
    var bookings: [Booking] = []
    var transactions: [Transaction] = []
    var faults: [Fault] = []
    /// Numbers of tokens that were made to expire.
    var expired: Set<Int> = []
    var tokensMade = 0
    /// Key that signs tokens.
    private(set) var key = SymmetricKey(size: .bits256)

    init(now: Timestamp) {
        created = now
        members = Club.seedMembers(now)
        products = Club.seedProducts
    }

    /// An empty club.
    ///
    /// - Parameter key: Key that signs tokens.
    init(created: Timestamp, key: [UInt8]) {
        self.created = created
        self.key = SymmetricKey(data: key)
        members = []
        products = []
    }

    var journal: [TillJournalEntry] {
        bookings.map {
            TillJournalEntry(
                id: $0.id, member: $0.member, product: $0.product, quantity: $0.quantity,
                totalCents: $0.unitCents * $0.quantity, isVoided: $0.isVoided)
        }
    }

    mutating func deposit(_ cents: Int, to email: String, now: Timestamp) throws {
        guard let index = members.firstIndex(where: { $0.email == email }) else { throw TillRejection.notFound }
        members[index].balanceCents += cents
        members[index].updated = now
        try add("DEPOSIT", cents, of: members[index].id, reference: nil, admin: "u-1", now)
    }

    /// Voids a booking and returns its price.
    mutating func void(_ id: String, now: Timestamp) throws {
        guard let index = bookings.firstIndex(where: { $0.id == id && !$0.isVoided }),
            let member = members.firstIndex(where: { $0.id == bookings[index].member })
        else { throw TillRejection(404, "NOT_FOUND", "Diese Buchung gibt es nicht, oder sie ist storniert.") }
        let cents = bookings[index].unitCents * bookings[index].quantity
        try add(Club.reversal, cents, of: members[member].id, reference: id, admin: "u-1", now)
        markVoided(id)
        members[member].balanceCents += cents
        members[member].updated = now
    }

    mutating func change(product id: String, priceCents: Int?, isActive: Bool?) throws {
        guard let index = products.firstIndex(where: { $0.id == id }) else { throw TillRejection.notFound }
        products[index].priceCents = priceCents ?? products[index].priceCents
        products[index].isActive = isActive ?? products[index].isActive
    }

    mutating func markVoided(_ booking: String) {
        for index in bookings.indices where bookings[index].id == booking { bookings[index].isVoided = true }
    }

    /// Carries a booking out.
    mutating func book(
        _ product: Product, _ quantity: Int, member: Int, now: Timestamp
    ) throws -> (Booking, Transaction) {
        let booking = Booking(
            id: "b-\(bookings.count + 1)", member: members[member].id, product: product.id, quantity: quantity,
            unitCents: product.priceCents, time: now)
        let cents = product.priceCents * quantity
        let debit = try add("DEBIT", -cents, of: booking.member, reference: booking.id, admin: nil, now)
        bookings.append(booking)
        members[member].balanceCents -= cents
        members[member].updated = now
        return (booking, debit)
    }

    @discardableResult
    private mutating func add(
        _ type: String, _ cents: Int, of member: String, reference: String?, admin: String?, _ now: Timestamp
    ) throws -> Transaction {
        guard transactions.count < Club.rowLimit else {
            throw TillRejection(422, "TOO_MANY", "Der Entwicklungsserver speichert nicht mehr Buchungen.")
        }
        let transaction = Transaction(
            id: "t-\(transactions.count + 1)", member: member, type: type, amountCents: cents, reference: reference,
            time: now, admin: admin)
        transactions.append(transaction)
        return transaction
    }
}
