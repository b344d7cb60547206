import SerialPort

/// What a supervisor is to open.
enum PortTarget: Sendable, Hashable {
    /// As somebody named it. Never ``PortChoice/auto``.
    case named(PortChoice)
    /// A port that looks like a dongle, found by the gateway.
    case found(path: String, serial: String?)

    /// The target for a port that was found.
    static func found(_ port: PortDescription) -> PortTarget { .found(path: port.path, serial: port.serial) }

    /// How people are told of it.
    var text: String {
        switch self {
        case .named(let choice): choice.text
        case .found(let path, _): path
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
        case .found(let path, let serial): port.path == path || (serial != nil && port.serial == serial)
        }
    }

    /// Chooses among the ports of this machine, anew at each attempt: a device that was plugged in again can have another path.
    func choose(
        among ports: [PortDescription], resolve: (String) -> String
    ) throws(PortChoice.Failure) -> PortChoice.Chosen {
        switch self {
        case .named(let choice): return try choice.choose(among: ports, resolve: resolve)
        case .found(let path, let serial):
            let same = ports.filter { $0.serial == serial && $0.serial != nil }
            // Cheap bridges have all the same serial number: then only the path tells them apart.
            if same.count == 1, let port = same.first { return PortChoice.Chosen(path: port.path, kind: port.kind) }
            return try PortChoice.path(path).choose(among: ports, resolve: resolve)
        }
    }
}
