import RESTClient

/// Reason why a till's command failed.
package enum TillError: Error, Sendable, Hashable {
    /// The server, or the way to it, failed.
    case server(DrinksError)
    case notLoggedIn
    /// The server no longer accepts the login, or its 24 h are over. It was dropped.
    case loggedOut
    /// The PIN does not have four digits.
    case badPIN
    case badQuantity(Int)
    /// No product has this ID or name.
    case unknownProduct(String)
    /// Several products have this name; these are their IDs.
    case ambiguousProduct(String, [String])
    case emptyCart
    /// The cart is not the one that the member agreed to book.
    case changedCart
    case fullCart(limit: Int)
    /// A new booking has to wait: the outcome of this one is not known.
    case open(OpenBooking)
    /// The product was booked more often in two days than can be told apart.
    case manyBookings(product: String)
    /// The logins, carts and open bookings that are kept belong to another server.
    case otherServer(kept: String)
    /// Too many members have a cart or an open booking here.
    case manyMembers(limit: Int)
    /// Another command of this till is at work.
    case busy
    case file(path: String, PrivateFile.Fault)
}
