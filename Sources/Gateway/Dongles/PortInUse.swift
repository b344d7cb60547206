import SerialPort

/// Entry for a port that a gateway uses.
struct PortInUse: Sendable {
    let supervisor: DongleSupervisor
    /// Path that was opened last, or will be opened.
    var path: String
    /// Device on the port when it was last open; nil for a port that is not on USB.
    var device: DeviceOnUSB?
    /// Id of the dongle that was last greeted on the port.
    var id: String?
    var isSimulated = false
    /// Whether there is a link, usable or not.
    var isLinked = false
    /// Whether the store has an outage that has not ended.
    var hasOpenOutage = false

    var target: PortTarget { supervisor.target }

    /// Returns whether the appearance of this port matters here.
    func isConcerned(by port: PortDescription) -> Bool {
        if target.means(port, resolve: PortChoice.resolvedPath) { return true }
        guard case .named(.path) = target, let device else { return false }
        return !isLinked && DeviceOnUSB(port) == device
    }
}
