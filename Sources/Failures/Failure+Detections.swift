import DongleLink
import Gateway

extension DetectionError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .notAMute(_, let value, let expected):
            refused("bad-mute", "\"\(short(value))\" cannot be muted.", "Use \(expected).", .badInput)
        case .tooManyMutes(let limit):
            refused(
                "too-many-mutes", "\(limit) entries are muted already, which is the limit.",
                "Remove some with `perch detect unmute`, or mute a whole type.", .unavailable)
        case .notMuted(_, let value):
            refused(
                "not-muted", "\"\(short(value))\" is not muted.", "List the muted entries with `perch detect mute`.",
                .unavailable)
        case .notADevice(let text):
            refused(
                "bad-device", "\"\(short(text))\" is not an address, a name or a port.",
                "Use an address such as aa:bb:cc:dd:ee:ff, the name that the device advertises, or serial:/dev/… .",
                .badInput)
        case .alreadyAttached(let device, let id):
            refused(
                "already-attached", "\(short(device)) is already attached.",
                "See its state with `perch detect attach`, or detach it with `perch detect detach \(printable(id))`.",
                .unavailable)
        case .tooManyAttached(let limit):
            refused(
                "too-many-attached", "\(limit) FlockFinders are attached already, which is the limit.",
                "Detach one with `perch detect detach`.", .unavailable)
        case .notAttached(let id):
            refused(
                "not-attached", "No FlockFinder \(short(id)) is attached.",
                "List the attached FlockFinders with `perch detect attach`.", .unavailable)
        case .notAFlockFinder(let address):
            refused(
                "not-a-flockfinder",
                "\(printable(address)) is not a FlockFinder: some of a FlockFinder's three characteristics are "
                    + "missing.",
                "Look up the address with `perch scan --name FlockFinder`.", .protocolMismatch)
        case .nameNotHeard(let name, let limit):
            Failure(
                code: "not-heard",
                message: "No device named \"\(short(name))\" was heard within \(limit.components.seconds) s.",
                hint: "Check that the device is on and near, and look up its name with `perch scan`.",
                isRetryable: true,
                exit: .temporary, outcome: .notDone)
        }
    }

    private func refused(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit, outcome: .notDone)
    }
}

/// Returns the beginning of a text that the user typed, safe to show.
private func short(_ text: String) -> String { printable(String(text.prefix(40))) + (text.count > 40 ? "…" : "") }
