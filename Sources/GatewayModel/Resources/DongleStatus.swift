import LineFormats

/// State of a dongle's link.
package enum DongleState: String, Word {
    /// The port is being opened and the dongle greeted.
    case opening
    /// A session is open.
    case live
    /// A session is open, but the dongle has not answered for a while.
    case suspect
    /// The dongle restarted and is being greeted again.
    case restarting
    /// The port could not be opened or was unplugged; ``DongleStatus/retryInMs`` is the time to the
    /// next attempt.
    case waiting
    /// Known from earlier; the gateway does not try to connect.
    case absent

    /// Whether the port is open and the dongle has been greeted, even if it does not answer at the
    /// moment.
    package var isConnected: Bool {
        switch self {
        case .live, .suspect, .restarting: true
        case .opening, .waiting, .absent: false
        }
    }
}
