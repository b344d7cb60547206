import Drinks

/// Reason why the gateway's till refused a request.
package enum TillServiceError: Error, Sendable, Hashable {
    /// The club's server, the login, the cart or a booking.
    case till(TillError)
    /// The gateway keeps no state, and so has no till.
    case noTill
    case notLoggedIn
    /// The login was dropped because no request came for so long.
    case idle
    /// Too many wrong logins; they are taken again after so many seconds.
    case tooManyLogins(retryAfter: Int)
    case tooManyMembers(limit: Int)
    /// The sum is another one now.
    case priceChanged(now: Cents)
    /// The outcome of a booking is not known.
    case doubt(BookingOutcome.Doubt)
    /// The product is not sold any more.
    case notSold(String)
    /// The request needs the PIN, because the login was opened by badge.
    case pinNeeded
    case noIcon(product: String)
    /// The period is neither a year nor a month, or the day is none.
    case badPeriod(String)

    // MARK: Badges

    /// The setting `till.badges` is off.
    case noBadges
    case unknownBadge(Int64)
    /// The badge is not near.
    case badgeAway
    /// No login stays for the badge.
    case badgeClosed
    /// Another member has this badge.
    case badgeTaken(String)
    /// The order has neither a region, nor UUID, major and minor.
    case incompleteBadge
    case tooManyBadges(limit: Int)
}
