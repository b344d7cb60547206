/// Why the gateway did not do what it was asked, apart from the backend, the store and the dongle.
package enum PayfritServiceError: Error, Sendable, Hashable {
    // MARK: Login

    case notLoggedIn
    /// The backend took the token no more; it was thrown away.
    case loggedOut
    /// Neither a phone with its one-time password nor a name with a password.
    case incompleteLogin
    /// The file is there, and others may use it.
    case openSessionFile(path: String, mode: UInt32)
    /// The file is there, and holds no login.
    case badSessionFile(path: String)
    case cannotUseSessionFile(path: String, errno: Int32)

    // MARK: Business

    case noBusiness
    case unknownBusiness(String, known: [String])
    case ambiguousBusiness(String, matches: [String])

    // MARK: Tables

    case unknownServicePoint(Int)
    /// Several service points have this name; these are their numbers.
    case ambiguousServicePoint(String, [Int])
    /// More than one of a number, a name and a name to follow.
    case manyPlaces
    /// No name follows this one.
    case noNextName(after: String)
    case unknownTable(Int64)
    /// The table is in a state in which that is not done.
    case wrongState(table: Int64, state: String, wish: String)
    /// No beacon was written for it.
    case notProvisioned(table: Int64)
    /// Its beacon was not seen on the air as it is to be.
    case unverified(table: Int64, reason: String?)

    /// What was written was never on the air, and the backend is none for development.
    case simulated(table: Int64, base: String)

    // MARK: Registrations

    case unknownRegistration(Int64)
    /// It is there, and cannot be read.
    case unreadableRegistration(Int64)
    /// It is being delivered at the moment.
    case registrationUnderWay(Int64)

    /// A value of a request that cannot be; `expected` says what can.
    case badValue(String, of: String, expected: String)
}
