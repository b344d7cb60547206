import GRDB
import JSONLines

/// What an operation is given.
struct Call {
    let db: Database
    let body: Fields
    let now: Timestamp
    /// Of the token; nil where the operation needs none.
    let user: Int?
    /// The business in the header.
    let chosen: Int?
    let tokenLifetime: Duration?

    /// Ends the request unless the business of its body is one of the user's, and the one in its header.
    ///
    /// To be called after every key was read: a body that is not as it should be is told of first.
    func check(_ business: Int) throws {
        if let chosen, chosen != business {
            throw Rejection.refused("X-Business-ID is \(chosen), but BusinessID is \(business).")
        }
        guard try Business.find(business, of: user, db) != nil else {
            throw Rejection.refused("You have no business \(business).")
        }
    }
}

/// Writes what an answer has beside `OK`. Runs in the transaction of its request.
typealias Reply = (inout JSONWriter) -> Void
