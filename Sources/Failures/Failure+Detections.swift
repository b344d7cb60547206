import DongleLink
import Gateway

extension DetectionError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .notAMute(_, let value, let expected):
            refused("bad-mute", "\"\(short(value))\" cannot be muted.", "It takes \(expected).", .badInput)
        case .tooManyMutes(let limit):
            refused(
                "too-many-mutes", "\(limit) things are muted already.",
                "Take some out: `perch detect unmute`, or mute a whole type.", .unavailable)
        case .notMuted(_, let value):
            refused(
                "not-muted", "\"\(short(value))\" is not muted.", "See what is: `perch detect mute`.", .unavailable)
        case .notADevice(let text):
            refused(
                "bad-device", "\"\(short(text))\" is neither an address, nor a name, nor a port.",
                "Give an address such as aa:bb:cc:dd:ee:ff, the name the device advertises, or serial:/dev/… .",
                .badInput)
        case .alreadyAttached(let device, let id):
            refused(
                "already-attached", "\(short(device)) is listened to already.",
                "See how it goes with `perch detect attach`, or end it with `perch detect detach \(printable(id))`.",
                .unavailable)
        case .tooManyAttached(let limit):
            refused(
                "too-many-attached", "\(limit) FlockFinders are listened to already.",
                "End one of them with `perch detect detach`.", .unavailable)
        case .notAttached(let id):
            refused(
                "not-attached", "No FlockFinder \(short(id)) is listened to.",
                "See which are: `perch detect attach`.", .unavailable)
        case .notAFlockFinder(let address):
            refused(
                "not-a-flockfinder", "\(printable(address)) has not the three characteristics of every FlockFinder.",
                "Check the address: `perch scan --name FlockFinder`.", .protocolMismatch)
        case .nameNotHeard(let name, let limit):
            Failure(
                code: "not-heard",
                message: "No device of the name \"\(short(name))\" was heard within \(limit.components.seconds) s.",
                hint: "Check that it is on and near, and its name: `perch scan`.", isRetryable: true,
                exit: .temporary, outcome: .notDone)
        }
    }

    private func refused(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit, outcome: .notDone)
    }
}

/// Returns the beginning of a text that the user typed, safe to show.
private func short(_ text: String) -> String { printable(String(text.prefix(40))) + (text.count > 40 ? "…" : "") }
