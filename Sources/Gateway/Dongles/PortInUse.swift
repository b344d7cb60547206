/// A port that a gateway has taken into use, as far as names need it.
struct PortInUse: Sendable {
    let supervisor: DongleSupervisor
    /// The path opened last, or to be opened.
    var path: String
    /// Id of the dongle that was greeted on it last.
    var id: String?
    var isSimulated = false
    /// Whether there is a link, usable or not.
    var isLinked = false
    /// Whether an outage that began is in the store.
    var hasOpenOutage = false

    var target: PortTarget { supervisor.target }
}
