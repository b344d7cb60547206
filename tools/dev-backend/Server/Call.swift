import GRDB
import LineFormats

/// Input of an operation.
struct Call {
    let db: Database
    let body: Fields
    let now: Timestamp
    /// User of the token; nil if the operation needs none.
    let user: Int?
    /// Business in the header.
    let chosen: Int?
    let tokenLifetime: Duration?

    /// Rejects the request unless the business of its body is one of the user's, and the one in its
    /// header.
    ///
    /// To be called after every key was read, so that a malformed body is reported first.
    func check(_ business: Int) throws {
        if let chosen, chosen != business {
            throw Rejection.refused("X-Business-ID is \(chosen), but BusinessID is \(business).")
        }
        guard try Business.find(business, of: user, db) != nil else {
            throw Rejection.refused("You have no business \(business).")
        }
    }
}

/// Writes the members of an answer after `OK`. Runs in the transaction of its request.
typealias Reply = (inout JSONWriter) -> Void
