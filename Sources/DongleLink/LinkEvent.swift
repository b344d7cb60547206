import DongleProtocol

/// Event of a link, apart from the outcomes of its operations.
public enum LinkEvent: Sendable, Hashable {
    /// The dongle has not answered for a while. The link keeps trying.
    case suspect
    case recovered
    /// The dongle keeps resetting for this reason. Check its power supply.
    case unstable(ResetReason)
    /// The session ended. The link is opening another one.
    case interrupted(Interruption)
    /// A session is open again. Connections and subscriptions of the previous session are gone; a
    /// running scan restarts on its own.
    case restored(HelloReply)
    case scanState(ScanState)
    case configChanged(ConfigChanged)
    case detection(Detection)
    case connected(Connected)
    case disconnected(Disconnected)
    /// The link has ended for good.
    case closed(LinkError)
}
