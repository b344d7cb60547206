import SerialPort

/// Port that a supervisor should open.
enum PortTarget: Sendable, Hashable {
    /// The port as the user named it. ``PortChoice/auto`` occurs only briefly: once chosen, it
    /// becomes a path.
    case named(PortChoice)
    /// A port that looks like a dongle, found by the gateway. A dongle that moves to another port
    /// is found again by its id.
    case found(path: String)

    /// The target as it appears in messages.
    var text: String {
        switch self {
        case .named(let choice): choice.text
        case .found(let path): path
        }
    }

    var isFound: Bool { if case .found = self { true } else { false } }

    /// Returns whether a change of this port concerns the target.
    ///
    /// - Parameter resolve: Returns the target of a path through all symbolic links.
    func means(_ port: PortDescription, resolve: (String) -> String = { $0 }) -> Bool {
        switch self {
        case .named(.auto): port.looksLikeDongle
        case .named(.path(let path)): port.path == path || port.alias == path || resolve(path) == port.path
        case .named(.serial(let serial)): port.serial?.lowercased() == serial.lowercased()
        case .named(.radio): false
        case .found(let path): port.path == path
        }
    }

    /// The radio, if it is one.
    var radio: RadioName? { if case .named(.radio(let name)) = self { name } else { nil } }

    /// Chooses one of the ports of this machine, anew at each attempt: a device that was plugged in
    /// again can have another path.
    func choose(
        among ports: [PortDescription], resolve: (String) -> String
    ) throws(PortChoice.Failure) -> PortChoice.Chosen {
        switch self {
        case .named(let choice): try choice.choose(among: ports, resolve: resolve)
        case .found(let path): try PortChoice.path(path).choose(among: ports, resolve: resolve)
        }
    }

    /// Returns the port where the device of a vanished named path may be now: the only one that
    /// could be it. Only a greeting can confirm that.
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
