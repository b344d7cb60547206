/// Reason why a request was refused, other than errors of the backend, the store and the dongle.
package enum PayfritServiceError: Error, Sendable, Hashable {
    // MARK: Login

    case notLoggedIn
    /// The login has expired: the backend refused its token, which was deleted.
    case loggedOut
    /// The order has neither a phone number with its one-time password nor a user name with a
    /// password.
    case incompleteLogin
    /// The login's file exists, but other users can access it.
    case openSessionFile(path: String, mode: UInt32)
    /// The login's file exists, but does not contain a login.
    case badSessionFile(path: String)
    case cannotUseSessionFile(path: String, errno: Int32)

    // MARK: Business

    case noBusiness
    case unknownBusiness(String, known: [String])
    case ambiguousBusiness(String, matches: [String])

    // MARK: Tables

    case unknownServicePoint(Int)
    /// Several service points have this name; the numbers are theirs.
    case ambiguousServicePoint(String, [Int])
    /// The order has more than one of: number, name, name to follow.
    case manyPlaces
    /// No name can follow this one.
    case noNextName(after: String)
    case unknownTable(Int64)
    /// The table's state does not allow the request.
    case wrongState(table: Int64, state: String, wish: String)
    /// No beacon was written for this table.
    case notProvisioned(table: Int64)
    /// The table's beacon was not verified.
    case unverified(table: Int64, reason: String?)

    /// The beacon is simulated, and the backend is not one for development.
    case simulated(table: Int64, base: String)

    // MARK: Registrations

    case unknownRegistration(Int64)
    /// The registration exists but cannot be read.
    case unreadableRegistration(Int64)
    /// The registration is being delivered at the moment.
    case registrationUnderWay(Int64)

    /// An invalid value in a request; `expected` describes the valid ones.
    case badValue(String, of: String, expected: String)
}
