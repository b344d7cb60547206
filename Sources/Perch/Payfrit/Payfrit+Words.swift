import Failures
import GatewayModel

extension PayfritStatus {
    /// Lines for people.
    var prose: [String] {
        var lines = ["\(user?.words ?? "Nobody is logged in"), at \(environment), API \(api)."]
        if isExposed { lines.append(exposure) }
        if let clockWords { lines.append(clockWords) }
        if let unusedLogin { lines.append("Not used: \(unusedLogin).") }
        if user != nil { lines.append(business.map { "Business: \($0.words)" } ?? "No business is chosen.") }
        if registrations.waiting + registrations.refused + registrations.elsewhere > 0 {
            lines.append("Registrations: \(registrations.words)")
        }
        if let lastError { lines.append("Last failure, \(lastError.at.words): \(lastError.message)") }
        return lines.map(printable)
    }

    /// Said where nothing is encrypted.
    var exposure: String {
        "NOT ENCRYPTED: whoever is between here and \(base) can read the login and use it. Set `payfrit.environment` to an "
            + "https URL."
    }

    /// Said where the clocks differ.
    var clockWords: String? {
        clockBehindSeconds.map { seconds in
            let size = abs(seconds)
            let words =
                size < 7_200
                ? "\(size / 60) minutes" : size < 172_800 ? "\(size / 3_600) hours" : "\(size / 86_400) days"
            return
                "This machine's clock is \(words) \(seconds > 0 ? "behind" : "ahead of") the backend's: set it, since "
                + "certificates and times go by it (`timedatectl`)."
        }
    }
}

extension PayfritUser {
    /// `Ada (3)`.
    var words: String { name + (id.map { " (\($0))" } ?? "") }
}

extension PayfritBusiness {
    /// `Marl Bar (12)`.
    var words: String { "\(name) (\(id))" }

    /// A line of a table.
    func row(isChosen: Bool) -> String {
        printable("\(isChosen ? "*" : " ") \(columns(id)) \(fit(name, 30)) \(city ?? "")")
    }
}

extension PayfritQueue {
    var words: String {
        let parts = [
            (waiting, "waiting"), (refused, "refused"), (elsewhere, "for other backends"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let why =
            held.map { " (held up: \($0.replacing("-", with: " ")))" } ?? nextAttempt.map {
                " (next attempt \($0.words))"
            } ?? ""
        return (parts.isEmpty ? "none" : parts.joined(separator: ", ")) + why
    }
}

extension PayfritServicePoint {
    static let noBeacon = "No beacon assigned"

    /// A line of a table.
    ///
    /// - Parameter types: Names of the types, as far as they are known.
    func row(_ types: [Int: String], hasColour: Bool) -> String {
        let isActive = active ?? true
        let mark = isActive ? "●" : "○"
        let shown = hasColour ? "\u{1B}[\(isActive ? 32 : 31)m\(mark)\u{1B}[0m" : mark
        let kind = type.map { types[$0] ?? "type \($0)" } ?? ""
        return "\(columns(id)) \(shown) " + printable("\(fit(name, 24)) \(fit(kind, 10)) \(beaconWords)")
    }

    var beaconWords: String { beacon.map { beaconName ?? "beacon #\($0)" } ?? Self.noBeacon }
}

extension PayfritBeacon {
    var shownName: String { name ?? "beacon #\(id)" }

    /// A line of a table.
    func row(hasColour: Bool) -> String {
        let isActive = active ?? true
        let mark = isActive ? "✓" : "✗"
        let shown = hasColour ? "\u{1B}[\(isActive ? 32 : 31)m\(mark)\u{1B}[0m" : mark
        let rest = ["\(fit(shownName, 24)) \(identityWords)", address, servicePointName].compactMap { $0 }
        return "\(columns(id)) \(shown) " + printable(rest.joined(separator: "  "))
    }

    /// The UUID, and where there are any the major and the minor.
    var identityWords: String {
        ([uuidWords] + [major, minor].compactMap { $0.map { "\($0)" } }).joined(separator: "/")
    }

    /// All that is known, a line each.
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
    /// A line of a table.
    var row: String {
        let rest = [
            fit(name, 20), fit(state.rawValue, 12), address ?? "-", "\(uuid)/\(major)/\(minor)",
        ].joined(separator: "  ")
        return printable("\(columns(id))  \(rest)")
    }
}

extension PayfritRegistration {
    /// Lines for people.
    var prose: [String] {
        var first = "#\(id)  \(name)  \(address)  \(state), \(counted(attempts, "attempt"))"
        if let held {
            first += ", held: \(held.replacing("-", with: " "))"
        } else if let behind {
            first += ", behind #\(behind)"
        } else if let nextAttempt {
            first += ", next \(nextAttempt.words)"
        }
        if !done.isEmpty { first += ", done: \(done.joined(separator: ", "))" }
        var lines = [first]
        if let lastError { lines.append("    \(lastError)") }
        return lines.map(printable)
    }
}

/// A number of the backend's, at the right of its column.
private func columns(_ number: some BinaryInteger) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(0, 6 - text.count)) + text
}
