import DongleLink
import SerialPort

/// Ports that the gateway uses, each with the dongle that was last greeted on it. Decides which
/// dongle belongs to which port.
struct PortTable: Sendable {
    /// Largest number of ports at a time.
    static let limit = 64

    private var ports: [Int: PortInUse] = [:]

    /// The ports in the order in which they were added.
    var all: [PortInUse] { ports.sorted { $0.key < $1.key }.map(\.value) }

    subscript(key: Int) -> PortInUse? { ports[key] }

    mutating func add(_ port: PortInUse) throws(GatewayError) {
        guard ports.count < Self.limit else { throw .tooMany("ports", limit: Self.limit) }
        ports[port.key] = port
    }

    mutating func remove(_ key: Int) -> PortInUse? { ports.removeValue(forKey: key) }

    // MARK: Search

    /// Returns the port with this dongle, or else the port with this name.
    func port(of id: String, named name: String) -> PortInUse? {
        ports.values.first { $0.id == id } ?? ports.values.first { $0.target.text == name || $0.isOn(name) }
    }

    /// Returns the port that has this path, under any name, or this choice.
    func port(on path: String, of choice: PortChoice? = nil) -> PortInUse? {
        ports.values.first { $0.target == choice.map(PortTarget.named) || $0.isOn(path) }
    }

    /// Returns the ports that matter if no dongle is named: those with a link, or else those with a
    /// known dongle, or else all. A port on which no dongle has answered yet may not have one.
    var candidates: [PortInUse] {
        [all.filter(\.isLinked), all.filter { $0.id != nil }].first { !$0.isEmpty } ?? all
    }

    /// Returns the paths that have an open link.
    func linkedPaths(except key: Int) -> Set<String> {
        Set(
            ports.values.filter { $0.key != key && $0.isLinked }
                .flatMap { [$0.path, PortChoice.resolvedPath($0.path)] })
    }

    // MARK: Links

    /// Assigns a greeted dongle to the port that it answered on. A dongle that was on another port
    /// changes places with the dongle that was here.
    ///
    /// - Returns: Both ports as they were before.
    /// - Throws: ``GatewayError/portTaken(port:dongle:)`` if the dongle is linked on another port.
    mutating func claim(_ link: OpenLink, on key: Int) throws(GatewayError) -> (here: PortInUse, there: PortInUse?) {
        guard let here = ports[key] else { throw .stopping }
        let there = ports.values.first { $0.id == link.id && $0.key != key }
        if let there, there.isLinked { throw .portTaken(port: there.path, dongle: link.id) }
        var port = here
        (port.id, port.path, port.device) = (link.id, link.port, link.device)
        (port.isSimulated, port.isLinked) = (link.isSimulated, true)
        if let there {
            port.hasOpenOutage = there.hasOpenOutage
            ports[there.key]?.id = here.id
            ports[there.key]?.hasOpenOutage = here.hasOpenOutage
            ports[there.key]?.isSimulated = here.isSimulated
        } else if here.id != nil, here.id != link.id {
            // The outage of the earlier dongle has not ended.
            port.hasOpenOutage = false
        }
        ports[key] = port
        return (here, there)
    }

    /// Notes the loss of a link, or only of the session on it.
    ///
    /// - Returns: The port, and whether an outage of its dongle begins; nil for an unknown port.
    mutating func lose(_ key: Int, isLinkGone: Bool) -> (port: PortInUse, beginsOutage: Bool)? {
        guard let port = ports[key] else { return nil }
        if isLinkGone { ports[key]?.isLinked = false }
        guard port.id != nil, !port.hasOpenOutage else { return (port, false) }
        ports[key]?.hasOpenOutage = true
        return (port, true)
    }

    /// Notes that the dongle works. Returns whether this ends an outage.
    mutating func endOutage(_ key: Int) -> Bool {
        guard ports[key]?.hasOpenOutage == true else { return false }
        ports[key]?.hasOpenOutage = false
        return true
    }
}

extension PortInUse {
    var key: Int { supervisor.key }

    /// Returns whether a path leads to this port, under any name.
    fileprivate func isOn(_ other: String) -> Bool {
        path == other || PortChoice.resolvedPath(path) == PortChoice.resolvedPath(other)
    }
}
