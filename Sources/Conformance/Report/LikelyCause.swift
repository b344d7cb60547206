/// The failed check to start with, where others may follow from it.
///
/// Others likely follow from a check if they have the same expectation and the same answer, or if
/// their group is the same or builds on its group. Of the checks that others follow from, that of
/// the lowest group comes first, then the order of ``CheckTable``.
package struct LikelyCause: Sendable, Hashable {
    /// Id of the check to start with.
    package let check: String
    /// Ids of the failed checks that expected the same and got the same.
    package let alike: [String]
    /// Ids of the other failed checks whose group is the same or builds on it.
    package let dependent: [String]
    /// Number of failed checks that neither holds for.
    package let others: Int

    /// Groups of checks, each with those that it builds on; these stand before it.
    private static let groups: [(name: String, on: [String])] = [
        ("framing", []), ("header", ["framing"]), ("hello", ["header"]), ("limits", ["hello"]),
        ("requests", ["limits"]), ("statuses", ["requests"]), ("session", ["requests"]), ("ping", ["requests"]),
        ("info", ["requests"]), ("streams", ["requests", "ping"]), ("state", ["streams"]), ("identify", ["requests"]),
        ("reboot", ["requests"]), ("boot", ["reboot"]), ("deferred", ["streams"]), ("cancel", ["deferred"]),
        ("scan", ["streams"]), ("wifi", ["scan"]), ("adverts", ["scan"]), ("gatt", ["deferred"]),
        ("peripheral", ["gatt"]), ("echo", ["peripheral"]), ("peers", ["echo"]), ("config", ["deferred"]),
        ("full-ring", ["deferred", "scan"]), ("log", ["header"]),
    ]

    /// Returns nil unless two checks or more have failed and one likely follows from another.
    package init?(_ reports: [CheckReport]) {
        let failed = reports.compactMap { report -> (id: String, finding: Finding)? in
            guard case .failed(let finding) = report.verdict else { return nil }
            return (report.check.id, finding)
        }
        for (_, first) in failed.enumerated().sorted(by: { Self.order($0) < Self.order($1) }) {
            let rest = failed.filter { $0.id != first.id }
            let built = Self.building(on: Self.group(first.id))
            let alike = rest.filter {
                $0.finding.expected == first.finding.expected && $0.finding.got == first.finding.got
            }
            let dependent = rest.filter { one in
                built.contains(Self.group(one.id)) && !alike.contains { $0.id == one.id }
            }
            if alike.isEmpty && dependent.isEmpty { continue }
            check = first.id
            self.alike = alike.map(\.id)
            self.dependent = dependent.map(\.id)
            others = rest.count - alike.count - dependent.count
            return
        }
        return nil
    }

    /// The cause as a sentence.
    package var words: String {
        let follow = alike + dependent
        let all = follow.count + others
        if all == 1 { return "Start with \(check): the other failure, \(follow[0]), likely follows from it." }
        var reasons: [String] = []
        if !alike.isEmpty { reasons.append("\(alike.count) expected and got the same (\(Self.list(alike)))") }
        if !dependent.isEmpty {
            reasons.append("\(dependent.count) build on what it tests (\(Self.list(dependent)))")
        }
        let count = others == 0 ? "the \(all) others" : "\(follow.count) of the \(all) others"
        return "Start with \(check): \(count) likely follow from it. \(reasons.joined(separator: ", "))."
    }

    private static func list(_ ids: [String]) -> String {
        ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? " …" : "")
    }

    /// Returns the first part of an id. The checks of a full ring need operations and scans.
    private static func group(_ id: String) -> String {
        id.hasSuffix(".full-ring") ? "full-ring" : String(id.prefix { $0 != "." })
    }

    private static func order(_ failure: (offset: Int, element: (id: String, finding: Finding))) -> (Int, Int) {
        (groups.firstIndex { $0.name == group(failure.element.id) } ?? groups.count, failure.offset)
    }

    /// Returns a group and all that build on it.
    private static func building(on group: String) -> Set<String> {
        var built: Set = [group]
        for one in groups where one.on.contains(where: built.contains) { built.insert(one.name) }
        return built
    }
}
