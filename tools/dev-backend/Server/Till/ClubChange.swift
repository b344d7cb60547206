import LineFormats

/// What a request changed: a line of the file that keeps a club. Pure.
///
/// A voided booking is known by its reversal.
struct ClubChange: Sendable, Hashable, Codable {
    /// New and changed members and products.
    var members: [Club.Member] = []
    var products: [Club.Product] = []
    /// New bookings and transactions.
    var bookings: [Club.Booking] = []
    var transactions: [Club.Transaction] = []
    /// Number of tokens made so far; nil = unchanged.
    var tokensMade: Int?
    /// Numbers of tokens that were made to expire.
    var expired: Set<Int> = []

    var isEmpty: Bool { self == ClubChange() }

    /// All of a club.
    init(_ club: Club) {
        members = club.members
        products = club.products
        bookings = club.bookings
        transactions = club.transactions
        tokensMade = club.tokensMade
        expired = club.expired
    }

    /// Difference of two states, the second of which came from the first.
    init(from old: Club, to new: Club) {
        members = new.members.filter { !old.members.contains($0) }
        products = new.products.filter { !old.products.contains($0) }
        bookings = Array(new.bookings.dropFirst(old.bookings.count))
        transactions = Array(new.transactions.dropFirst(old.transactions.count))
        tokensMade = new.tokensMade == old.tokensMade ? nil : new.tokensMade
        expired = new.expired.subtracting(old.expired)
    }

    private init() {}

    func apply(to club: inout Club) {
        for member in members {
            if let index = club.members.firstIndex(where: { $0.id == member.id }) {
                club.members[index] = member
            } else {
                club.members.append(member)
            }
        }
        for product in products {
            if let index = club.products.firstIndex(where: { $0.id == product.id }) {
                club.products[index] = product
            } else {
                club.products.append(product)
            }
        }
        club.bookings += bookings
        club.transactions += transactions
        for transaction in transactions where transaction.type == Club.reversal {
            if let booking = transaction.reference { club.markVoided(booking) }
        }
        club.tokensMade = tokensMade ?? club.tokensMade
        club.expired.formUnion(expired)
    }
}
