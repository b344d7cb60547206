import CP28
import DongleProtocol

/// Why the provisioning of a beacon ended without its being seen as it is to be.
extension Failure {
    package init(_ failure: RunFailure) {
        switch failure {
        case .notHeard(let milliseconds):
            self = .run(
                "not-heard", "The beacon did not advertise within \(seconds(milliseconds)).",
                "Go nearer, or wake it: press its button, or take its battery out and put it back. " + .thenResume,
                .temporary)
        case .notConnectable:
            self = .run(
                "not-connectable", "The beacon advertises, but takes no connections.",
                "Press its button, or take its battery out and put it back; many take connections for a while then. "
                    + .thenResume, .unavailable)
        case .noConnection:
            self = .run(
                "no-connection", "The beacon was heard, but did not answer when it was connected to.",
                "Go nearer, and see that no phone is connected to it. " + .thenResume, .temporary)
        case .noSlot:
            self = .run(
                "no-slot", "The dongle had no connection left for it.",
                "End other connections, see `perch gatt`, or provision fewer beacons at a time with --parallel. "
                    + .thenResume, .temporary)
        case .missing(let what):
            self = .run(
                "no-such-service", "The device has no \(printable(what)); it is no beacon of this kind.",
                "Check the address. For a beacon of another kind, name its profile with --profile.", .protocolMismatch)
        case .lacks(let what, let property):
            self = .run(
                "missing-property",
                "The device's \(printable(what)) has not the property \(printable(property)) that is needed.",
                "Check the address. For a beacon of another kind, name its profile with --profile.", .protocolMismatch)
        case .passwordsRefused(let tried):
            self = .run(
                "passwords-refused",
                tried == 1
                    ? "The beacon refused the password." : "The beacon refused all \(tried) passwords.",
                "Somebody has given it a password of their own: put it in a file, and name that with --password-file.",
                .permission)
        case .seenElsewhere:
            self = .run(
                "seen-elsewhere",
                "Everything was written, but the beacon still has its old identity; others advertise the new one.",
                "Find those others and give them another minor, or take them away. " + .thenVerify, .temporary)
        case .seenBefore:
            self = .run(
                "seen-before",
                "Everything was written, but this identity was on the air before, so that seeing it proves nothing.",
                "Take the battery out and see whether the identity goes. " + .thenVerify, .temporary)
        case .notListening:
            self = .run(
                "not-listening", "Everything was written, but no dongle listened to see the result.",
                "Plug the dongle in, see `perch status`. " + .thenVerify, .temporary)
        case .notSeen(let milliseconds, let stillOld):
            self = .run(
                "not-seen",
                "Everything was written, but the new identity was not seen within \(seconds(milliseconds))"
                    + (stillOld ? "; the beacon still has its old one." : "."),
                (stillOld
                    ? "Take its battery out and put it back, which makes many beacons begin with what was written. "
                    : "Go nearer. ") + .thenVerify, .temporary)
        case .stepRefused, .noReply, .disconnected, .dongleLost, .timedOut, .stopped, .interrupted, .journal:
            self = Failure.onTheWay(failure)
        }
    }

    private static func onTheWay(_ failure: RunFailure) -> Failure {
        switch failure {
        case .stepRefused(let step, let refusal):
            run(
                "step-refused", "The beacon refused \(step.name): \(refusal.words).",
                "Nothing was saved. See what was said: `perch provision show`. "
                    + "For a beacon of another kind, name its profile with --profile.", .protocolMismatch)
        case .noReply(let step):
            run(
                "no-reply", "The beacon did not give the answer to \(step.name) that its profile demands.",
                "See what was said: `perch provision show`. For a beacon of another kind, name its profile with --profile.",
                .protocolMismatch)
        case .disconnected(let step, let reason):
            run(
                "disconnected",
                "The connection was lost \(step.place): "
                    + "\(StatusAdvice.of(.hci(reason))?.sentence ?? "for an unknown reason") "
                    + "(\(Status.hci(reason).word)).", "Go nearer. " + .thenResume, .temporary)
        case .timedOut(let step):
            run(
                "step-timed-out", "The beacon did not answer in time \(step.place).", "Go nearer. " + .thenResume,
                .temporary)
        case .stopped(let step):
            run(
                "stopped", "It was stopped \(step.place), as somebody asked for.",
                "To go on, run `perch provision resume`.", .temporary)
        case .interrupted(let step):
            run(
                "run-interrupted", "The gateway ended \(step.place).", "To go on, run `perch provision resume`.",
                .temporary)
        case .journal(let step):
            run(
                "journal-failed", "The journal could not be written \(step.place), so nothing more was done.",
                "Make room on the disk, see `perch status`. " + .thenResume, .inputOutput)
        case .dongleLost(let step):
            run(
                "dongle-lost", "The dongle was lost \(step.place).", "Plug it in, see `perch status`. " + .thenResume,
                .temporary)
        default:
            // The others have their words above.
            run("internal", "The run ended for an unknown reason.", .thenResume, .software)
        }
    }

    private static func run(_ code: String, _ message: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: message, hint: hint, isRetryable: exit == .temporary, exit: exit)
    }
}

extension String {
    fileprivate static let thenResume = "Then run `perch provision resume`."
    fileprivate static let thenVerify = "Then run `perch provision verify`."
}

extension Int {
    /// A step, 0 being what comes before the first.
    fileprivate var name: String { self == 0 ? "the password" : "step \(self) of \(ConfigurationStep.count)" }
    fileprivate var place: String {
        self == 0 ? "before the first step" : "at step \(self) of \(ConfigurationStep.count)"
    }
}

extension RunFailure.Refusal {
    fileprivate var words: String {
        switch self {
        case .att(let code):
            "\(StatusAdvice.of(.att(code))?.sentence ?? "for an unknown reason") (\(Status.att(code).word))"
        case .answer(let bytes): "it answered \(hexadecimal(Array(bytes.prefix(32))))"
        }
    }
}

private func seconds(_ milliseconds: Int) -> String { "\(tenths(.milliseconds(milliseconds))) s" }
