import Failures
import Gateway
import SerialPort

/// Checks whether udev gives users access to the dongles' ports, and keeps other programs away from
/// them.
struct UdevDiagnosis {
    private static let apply = "`sudo udevadm control --reload && sudo udevadm trigger`"

    private let ports: [PortDescription]
    private let controllers: [BluetoothController]
    private let files: UdevFiles

    /// - Parameter root: The folder that stands for `/`, without a slash at its end. The rules of
    ///   udev, its records of the ports and the running processes are looked up below it.
    static func findings(
        _ ports: [PortDescription], controllers: [BluetoothController] = [], root: String = ""
    ) -> [DoctorFinding] {
        let diagnosis = UdevDiagnosis(ports: ports, controllers: controllers, files: UdevFiles(root: root))
        return UdevRules.allCases.flatMap(diagnosis.rules) + diagnosis.modemManager + [diagnosis.braille]
    }

    // MARK: Rules

    private enum Installation: Equatable {
        case none
        /// Switched off by an empty file of the same name.
        case hidden(by: String)
        case different(String)
        case current(String)
    }

    private func installation(of rules: UdevRules) -> Installation {
        guard let file = files.rules(named: rules.fileName) else { return .none }
        if file.text == rules.text { return .current(file.path) }
        return file.lines.isEmpty ? .hidden(by: file.path) : .different(file.path)
    }

    private func covered(by rules: UdevRules) -> [PortDescription] {
        ports.filter { UdevRules(covering: $0.kind) == rules }
    }

    private func rules(_ rules: UdevRules) -> [DoctorFinding] {
        let check = "udev rules \(rules.fileName)"
        let closed = covered(by: rules).filter { $0.access.verdict == .denied }
        switch installation(of: rules) {
        case .current(let path):
            return [.ok(check, "\(path) is up to date.")] + closed.map(closedInSpite)
                + (rules == .bluetooth ? closedAdapters : [])
        case .different(let path):
            return [
                .warning(
                    check, "\(path) differs from the rules of this version: it is older, or was changed.",
                    next: "Replace it: \(rules.installing).")
            ]
        case .none:
            return absent(rules, closed: closed, state: "is not installed", next: "Install it: \(rules.installing)")
        case .hidden(let path):
            return absent(
                rules, closed: closed, state: "is switched off by the empty \(path)",
                next: "Remove \(path), then \(rules.installing)")
        }
    }

    private func absent(
        _ rules: UdevRules, closed: [PortDescription], state: String, next: String
    ) -> [DoctorFinding] {
        let check = "udev rules \(rules.fileName)"
        guard let first = closed.first else {
            // The rules for bridges also affect modems, so their absence is reported only where a
            // port needs them. Of those for adapters, the finding on the controller tells.
            return rules == .boards ? [.ok(check, "It \(state), and no port here needs it.")] : []
        }
        let group = first.mend.map { " A service, or a login over the network, needs the group: \($0.step)" } ?? ""
        return [
            .warning(
                check, "It \(state); it would give the user at this machine access to \(list(closed)).",
                next: "\(next).\(group)")
        ]
    }

    /// Returns the finding for a port that this user may not open although the rules are installed.
    private func closedInSpite(_ port: PortDescription) -> DoctorFinding {
        let check = "access to \(port.path)"
        if files.record(ofPort: port.path)?.isForTheSeat == true {
            return .warning(
                check, "The rules give access only to a user who is logged in at this machine itself.",
                next: port.mend?.step ?? "Log in at this machine itself.")
        }
        return .warning(
            check, "The rules are installed, but udev has not applied them to this port.",
            next: "Run \(Self.apply), or plug the dongle in again.")
    }

    /// The findings for adapters that this user may not open although the rules are installed.
    private var closedAdapters: [DoctorFinding] {
        controllers.compactMap(\.usb).filter { $0.access.verdict == .denied }.map { usb in
            let isApplied = usb.access.ownerGroup == "perch"
            return .warning(
                "access to \(usb.path)",
                isApplied
                    ? "The rules give access only to a user who is logged in at this machine itself, and to the group perch."
                    : "The rules are installed, but udev has not applied them to this adapter.",
                next: isApplied
                    ? "Join the group: `sudo usermod -aG perch $USER`, then log in again."
                    : "Run \(Self.apply), or plug the adapter in again.")
        }
    }

    // MARK: Other programs that open ports

    private var modemManager: [DoctorFinding] {
        let check = "ModemManager"
        guard files.isRunning("ModemManager") else { return [.ok(check, "Not running.")] }
        let dongles = ports.filter(\.looksLikeDongle)
        let unknown = dongles.filter { files.record(ofPort: $0.path) == nil }
        var findings: [DoctorFinding] = []
        if !unknown.isEmpty {
            findings.append(
                .skipped(check, "It runs and might probe \(list(unknown)): udev has no record of this."))
        }
        for rules in UdevRules.allCases {
            let probed = covered(by: rules).filter { files.record(ofPort: $0.path)?.isIgnoredByModemManager == false }
            guard !probed.isEmpty else { continue }
            let isCurrent = if case .current = installation(of: rules) { true } else { false }
            findings.append(
                .warning(
                    check, "It runs and may probe \(list(probed)), which is then busy for some seconds.",
                    next: isCurrent
                        ? "Let udev apply the rules: \(Self.apply)." : "Install \(rules.fileName): \(rules.installing)."
                ))
        }
        return findings.isEmpty ? [.ok(check, "It runs, and ignores the dongles' ports.")] : findings
    }

    /// The finding on brltty, which takes a USB device from its driver, so that the port disappears
    /// before it can be checked.
    private var braille: DoctorFinding {
        let check = "brltty"
        for file in files.rules(nameContains: "brltty") {
            let claimed = KnownDevices.all.compactMap { device in
                device.productID.map { (vendorID: device.vendorID, productID: $0) }
            }.filter { file.claims(vendorID: $0.vendorID, productID: $0.productID) }
            guard !claimed.isEmpty else { continue }
            let ids = claimed.map { "\(fourDigits($0.vendorID)):\(fourDigits($0.productID))" }
            let name = file.path.split(separator: "/").last ?? ""
            return .warning(
                check,
                "\(file.path) claims \(ids.joined(separator: ", ")) for braille displays: such a bridge gets no port.",
                next: "Without a braille display, hide these rules: "
                    + "`sudo ln -s /dev/null /etc/udev/rules.d/\(name)`, \(Self.apply), and plug the dongle in again.")
        }
        return .ok(check, "Its rules claim no known device.")
    }

    private func list(_ ports: [PortDescription]) -> String { ports.map(\.path).joined(separator: ", ") }
}

extension UdevRules {
    /// The command that installs the file and applies it.
    var installing: String {
        "`\(installation(isRoot: false).map(\.line).joined(separator: " && "))`"
    }
}

extension UdevFiles.Rules {
    /// Returns whether the rules claim a device by its ids alone. Rules that also match its
    /// manufacturer or product name match no dongle.
    fileprivate func claims(vendorID: UInt16, productID: UInt16) -> Bool {
        // PRODUCT has no leading zeros; the attributes have them.
        let product = "\"\(String(vendorID, radix: 16))/\(String(productID, radix: 16))/"
        let attributes = ["idvendor}==\"\(fourDigits(vendorID))\"", "idproduct}==\"\(fourDigits(productID))\""]
        return lines.contains { line in
            let line = line.lowercased()
            return (line.contains(product) || attributes.allSatisfy(line.contains))
                && !line.contains("attrs{manufacturer}") && !line.contains("attrs{product}")
        }
    }
}

/// Returns a USB id as the kernel shows it.
private func fourDigits(_ id: UInt16) -> Substring { hexadecimalNumber(id).dropFirst(2) }
