import SerialPort

/// A port that a gateway has taken into use, as far as names need it.
struct PortInUse: Sendable {
    let supervisor: DongleSupervisor
    /// The path opened last, or to be opened.
    var path: String
    /// What was on it when it was open last; nil for what is not on the USB.
    var device: DeviceOnUSB?
    /// Id of the dongle that was greeted on it last.
    var id: String?
    var isSimulated = false
    /// Whether there is a link, usable or not.
    var isLinked = false
    /// Whether an outage that began is in the store.
    var hasOpenOutage = false

    var target: PortTarget { supervisor.target }

    /// Whether it matters here that this port has appeared.
    func isConcerned(by port: PortDescription) -> Bool {
        if target.means(port, resolve: PortChoice.resolvedPath) { return true }
        guard case .named(.path) = target, let device else { return false }
        return !isLinked && DeviceOnUSB(port) == device
    }
}
