import DongleProtocol

/// What happens to a link, besides the outcome of its operations.
public enum LinkEvent: Sendable, Hashable {
    /// The dongle has not answered for a while; the link goes on trying.
    case suspect
    case recovered
    /// The dongle keeps resetting, for this reason; look at its power supply.
    case unstable(ResetReason)
    /// The session ended; another is being opened.
    case interrupted(Interruption)
    /// A session is open again. Connections and subscriptions of the one before are gone; a running scan goes on by itself.
    case restored(HelloReply)
    case scanState(ScanState)
    case configChanged(ConfigChanged)
    case detection(Detection)
    case connected(Connected)
    case disconnected(Disconnected)
    /// The link is gone for good.
    case closed(LinkError)
}
