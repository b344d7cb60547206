/// Ports that the gateway leaves alone, although they may look like a dongle's.
struct AvoidedPorts: Sendable {
    /// Paths of found ports that were released, until they are plugged in again.
    private var released: Set<String> = []
    /// Ports left to owners that are not dongles, by the owner's name; with the entry that each
    /// port had before.
    private var left: [String: [(path: String, port: PortInUse?)]] = [:]

    func contains(_ path: String) -> Bool {
        released.contains(path) || left.values.contains { $0.contains { $0.path == path } }
    }

    mutating func release(_ path: String) { released.insert(path) }

    /// Notes that a released port was unplugged, or is used again.
    mutating func unrelease(_ path: String) { released.remove(path) }

    mutating func leave(_ path: String, to owner: String, after port: PortInUse?) {
        left[owner, default: []].append((path, port))
    }

    /// Ends the claims of an owner. Returns the entries that its ports had before.
    mutating func takeBack(from owner: String) -> [PortInUse] {
        left.removeValue(forKey: owner)?.compactMap(\.port) ?? []
    }
}
