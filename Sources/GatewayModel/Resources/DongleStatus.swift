import JSONLines

/// How far a dongle's link is.
package enum DongleState: String, Word {
    /// The port is being opened and the dongle greeted.
    case opening
    /// A session is open.
    case live
    /// A session is open, and the dongle has not answered for a while.
    case suspect
    /// The dongle restarted and is being greeted again.
    case restarting
    /// The port could not be opened, or went away: the next attempt is in ``DongleStatus/retryInMs``.
    case waiting
    /// Known from earlier; nobody tries to reach it.
    case absent

    /// Whether its port is open and it has been greeted, also where it does not answer at the moment.
    package var isConnected: Bool {
        switch self {
        case .live, .suspect, .restarting: true
        case .opening, .waiting, .absent: false
        }
    }
}
