import Advertising
import CP28
import Failures
import GatewayModel

extension PayfritStatus {
    /// Lines for people.
    var prose: [String] {
        var lines = ["\(user?.words ?? "Not logged in"), at \(environment), API \(api)."]
        if isExposed { lines.append(exposure) }
        if let clockWords { lines.append(clockWords) }
        if let unusedLogin { lines.append("Not used: \(unusedLogin).") }
        if user != nil { lines.append(business.map { "Business: \($0.words)" } ?? "No business is chosen yet.") }
        if registrations.waiting + registrations.refused + registrations.elsewhere > 0 {
            lines.append("Registrations: \(registrations.words)")
        }
        if let lastError { lines.append("Last failure, \(lastError.at.words): \(lastError.message)") }
        return lines.map(printable)
    }

    /// Warning for a connection without encryption.
    var exposure: String {
        "NOT ENCRYPTED: anyone on the network between here and \(base) can read and use the login. Set `payfrit.environment` to an "
            + "https URL."
    }

    /// Warning that the clocks differ; nil where they do not.
    var clockWords: String? {
        clockBehindSeconds.map { seconds in
            let size = abs(seconds)
            let words =
                size < 7_200
                ? "\(size / 60) minutes" : size < 172_800 ? "\(size / 3_600) hours" : "\(size / 86_400) days"
            return
                "This machine's clock is \(words) \(seconds > 0 ? "behind" : "ahead of") the backend's. Set the clock (`timedatectl`), "
                + "because certificates and times depend on it."
        }
    }
}

extension PayfritUser {
    /// Name and number of the user: `Ada (3)`.
    var words: String { name + (id.map { " (\($0))" } ?? "") }
}

extension PayfritBusiness {
    /// Name and number of the business: `Marl Bar (12)`.
    var words: String { "\(name) (\(id))" }

    /// - Parameter chosen: Number of the chosen business.
    /// - Parameter all: All businesses that may be parents.
    static func table(_ businesses: [PayfritBusiness], of all: [PayfritBusiness], chosen: Int?) -> TextTable {
        var table = TextTable(.right("ID"), "Name", "City", "Part of")
        for business in businesses {
            let parent = business.parent.map { id in all.first { $0.id == id }?.name ?? "\(id)" }
            table.add(
                Cell(business.id == chosen ? "* \(business.id)" : "\(business.id)"), Cell(business.name),
                Cell(business.city), Cell(parent))
        }
        return table
    }
}

extension PayfritQueue {
    var words: String {
        let parts = [
            (waiting, "waiting"), (refused, "refused"), (elsewhere, "for other backends"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let why =
            held.map { " (held up: \($0.rawValue.replacing("-", with: " ")))" } ?? nextAttempt.map {
                " (next attempt \($0.words))"
            } ?? ""
        return (parts.isEmpty ? "none" : parts.joined(separator: ", ")) + why
    }
}

extension PayfritServicePoint {
    static let noBeacon = "No beacon assigned"

    /// - Parameter types: Names of the types of service points, as far as they are known.
    static func table(_ points: [PayfritServicePoint], types: [Int: String], hasColour: Bool) -> TextTable {
        var table = TextTable(.right("ID"), "Name", "Type", "Beacon")
        for point in points {
            let isActive = point.active ?? true
            table.add(
                Cell("\(point.id)"), Cell(isActive ? "●" : "○", point.name, isGood: isActive, hasColour),
                Cell(point.type.map { types[$0] ?? "type \($0)" }), Cell(point.beaconWords))
        }
        return table
    }

    var beaconWords: String { beacon.map { beaconName ?? "beacon #\($0)" } ?? Self.noBeacon }
}

extension PayfritBeacon {
    var shownName: String { name ?? "beacon #\(id)" }
    /// Name that follows the word "beacon" in a sentence, in quotes because it may be that of the
    /// beacon's table.
    var called: String { name.map { "\"\($0)\"" } ?? "#\(id)" }

    /// - Parameter tellsBusiness: Whether to show the business, for beacons of several businesses.
    static func table(_ beacons: [PayfritBeacon], hasColour: Bool, tellsBusiness: Bool = false) -> TextTable {
        var table = TextTable(.right("ID"), "Name", "UUID", "Major/Minor", "Address", "Service point", "Business")
        for beacon in beacons {
            let isActive = beacon.active ?? true
            let numbers = [beacon.major, beacon.minor].compactMap { $0.map { "\($0)" } }.joined(separator: "/")
            table.add(
                Cell("\(beacon.id)"), Cell(isActive ? "✓" : "✗", beacon.shownName, isGood: isActive, hasColour),
                Cell(beacon.uuidWords), Cell(numbers), Cell(beacon.address),
                Cell(beacon.servicePointName),
                Cell(tellsBusiness ? beacon.businessName ?? "business \(beacon.business)" : nil))
        }
        return table
    }

    /// The UUID, followed by the major and the minor where the beacon has them.
    var identityWords: String {
        ([uuidWords] + [major, minor].compactMap { $0.map { "\($0)" } }).joined(separator: "/")
    }

    /// All known fields, one line each.
    var details: [String] {
        let fields: [(String, String?)] = [
            ("Name", name), ("UUID", uuidWords), ("Active", active.map { $0 ? "✓ yes" : "✗ no" }), ("ID", "\(id)"),
            ("Business", "\(business)" + (businessName.map { " (\($0))" } ?? "")), ("Major", major.map { "\($0)" }),
            ("Minor", minor.map { "\($0)" }), ("Address", address),
            ("Service point", servicePoint.map { "\($0)" + (servicePointName.map { " (\($0))" } ?? "") }),
            ("Last seen", lastSeen), ("Created", created), ("Updated", updated),
        ]
        return fields.compactMap { name, value in value.map { printable("\(fit(name, 14)) \($0)") } }
    }
}

extension PayfritTable {
    /// Name that the table's beacon broadcasts.
    var nameOnAir: String { TableName.onAir(name, servicePoint: servicePoint) }

    /// Address of the table's beacon; nil where it has none, even if one was tried.
    var beaconAddress: BluetoothAddress? { state == .planned ? nil : address }

    /// Identity of the table's beacon.
    var identityWords: String { "\(uuid)/\(major)/\(minor)" }

    /// Address or number of the table's beacon; "-" where it has none.
    var beaconWords: String { beaconAddress?.description ?? beacon.map { "#\($0)" } ?? "-" }

    static func table(_ tables: [PayfritTable]) -> TextTable {
        var shown = TextTable(.right("No."), "Table", "State", "Beacon", "UUID", "Major/Minor")
        for table in tables {
            shown.add(
                Cell("\(table.id)"), Cell(table.name), Cell(table.state.rawValue), Cell(table.beaconWords),
                Cell(table.uuid.description), Cell("\(table.major)/\(table.minor)"), note: table.reason)
        }
        return shown
    }
}

extension PayfritRegistration {
    /// Lines for people.
    var prose: [String] {
        var first = "#\(id)  \(name)  \(address)  \(state), \(counted(attempts, "attempt"))"
        if let held {
            first += ", held: \(held.rawValue.replacing("-", with: " "))"
        } else if let behind {
            first += ", behind #\(behind)"
        } else if let nextAttempt {
            first += ", next \(nextAttempt.words)"
        }
        if !done.isEmpty { first += ", done: \(done.map(\.rawValue).joined(separator: ", "))" }
        var lines = [first]
        if let lastError { lines.append("    \(lastError)") }
        return lines.map(printable)
    }
}

extension TextTable.Cell {
    fileprivate init(_ mark: String, _ name: String, isGood: Bool, _ hasColour: Bool) {
        self.init("\(mark) \(name)", colour: hasColour ? (isGood ? "32" : "31") : nil)
    }
}

private typealias Cell = TextTable.Cell
