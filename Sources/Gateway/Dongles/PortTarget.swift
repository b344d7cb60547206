import SerialPort

/// What a supervisor is to open.
enum PortTarget: Sendable, Hashable {
    /// As somebody named it. ``PortChoice/auto`` only for a moment: once chosen, it is a path.
    case named(PortChoice)
    /// A port that looks like a dongle, found by the gateway. A dongle that moves is found anew, by its id.
    case found(path: String)

    /// How people are told of it.
    var text: String {
        switch self {
        case .named(let choice): choice.text
        case .found(let path): path
        }
    }

    var isFound: Bool { if case .found = self { true } else { false } }

    /// Whether news of this port concern it.
    ///
    /// - Parameter resolve: What a path leads to through every link.
    func means(_ port: PortDescription, resolve: (String) -> String = { $0 }) -> Bool {
        switch self {
        case .named(.auto): port.looksLikeDongle
        case .named(.path(let path)): port.path == path || port.alias == path || resolve(path) == port.path
        case .named(.serial(let serial)): port.serial?.lowercased() == serial.lowercased()
        case .found(let path): port.path == path
        }
    }

    /// Chooses among the ports of this machine, anew at each attempt: a device that was plugged in again can have another path.
    func choose(
        among ports: [PortDescription], resolve: (String) -> String
    ) throws(PortChoice.Failure) -> PortChoice.Chosen {
        switch self {
        case .named(let choice): try choice.choose(among: ports, resolve: resolve)
        case .found(let path): try PortChoice.path(path).choose(among: ports, resolve: resolve)
        }
    }

    /// Where a device may be that was on a named path, which is gone: the one port that could be it. Only a greeting tells.
    ///
    /// - Parameter taken: Paths that others have open.
    func moved(
        _ device: DeviceOnUSB, among ports: [PortDescription], taken: Set<String>, resolve: (String) -> String
    ) -> PortDescription? {
        guard case .named(.path) = self, !ports.contains(where: { means($0, resolve: resolve) }) else { return nil }
        let alike = ports.filter {
            DeviceOnUSB($0) == device && $0.access.verdict != .gone && !taken.contains($0.path)
        }
        return alike.count == 1 ? alike[0] : nil
    }
}
