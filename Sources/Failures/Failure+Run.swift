import CP28
import DongleProtocol

extension ExitStatus {
    /// Exit status of a failed run, by error code. Errors not listed are transient, or may be.
    private static let ofRunCodes: [String: ExitStatus] = [
        "not-connectable": .unavailable, "no-such-service": .protocolMismatch, "missing-property": .protocolMismatch,
        "passwords-refused": .permission, "step-refused": .protocolMismatch, "no-reply": .protocolMismatch,
        "mtu-too-small": .protocolMismatch, "journal-failed": .inputOutput, "internal": .software,
    ]

    package init(ofRunCode code: String) { self = Self.ofRunCodes[code] ?? .temporary }
}

/// Failures that end a provisioning run before its beacon is verified.
///
/// The message says what happened, but not what state the beacon is in: the state of the run says
/// that, and the same failure can occur in several states.
extension Failure {
    package init(_ failure: RunFailure) {
        switch failure {
        case .notHeard(let milliseconds):
            self = .run(
                "not-heard", "The beacon did not advertise within \(seconds(milliseconds)).",
                "Go nearer, or wake the beacon: press its button, or take its battery out and put it back. "
                    + .thenResume)
        case .notConnectable:
            self = .run(
                "not-connectable", "The beacon advertises, but does not accept connections.",
                "Press its button, or take its battery out and put it back; many then accept connections for a while. "
                    + .thenResume)
        case .noConnection:
            self = .run(
                "no-connection", "The beacon was heard, but did not answer the connection request.",
                "Go nearer, and check that no phone is connected to the beacon. " + .thenResume)
        case .noSlot:
            self = .run(
                "no-slot", "The dongle had no free connection for the beacon.",
                "End other connections (see `perch gatt`), or provision fewer beacons at a time with --parallel. "
                    + .thenResume)
        case .missing(let what):
            self = .run(
                "no-such-service", "The device has no \(printable(what)); it is not a beacon of this kind.",
                .checkAddress)
        case .lacks(let what, let property):
            self = .run(
                "missing-property",
                "The device's \(printable(what)) lacks the property \(printable(property)), which is needed.",
                .checkAddress)
        case .noAnswersPossible:
            self = .run(
                "missing-property",
                "The device cannot answer: its characteristic for answers has no switch for notifications (2902).",
                .checkAddress)
        case .passwordsRefused(let tried):
            self = .run(
                "passwords-refused",
                tried == 1
                    ? "The beacon refused the password." : "The beacon refused all \(tried) passwords.",
                "The beacon has another password: put that password in a file, and name the file with --password-file.")
        case .seenElsewhere, .seenBefore, .notListening, .notSeen: self = .onTheAir(failure)
        case .stepRefused, .noReply, .tooSmallMTU, .disconnected, .dongleLost, .timedOut, .stopped, .interrupted,
            .journal:
            self = .onTheWay(failure)
        }
    }

    /// Failures while listening for the new identity.
    private static func onTheAir(_ failure: RunFailure) -> Failure {
        switch failure {
        case .seenElsewhere(let address, let rssiDBm, let doubt):
            elsewhere("\(address)" + (rssiDBm.map { " (\($0) dBm)" } ?? ""), doubt)
        case .seenBefore:
            run(
                "seen-before",
                "The new identity was already on the air before, so hearing it proves nothing.",
                "Take the battery out and check that the identity falls silent. " + .thenVerify)
        case .notSeen(let milliseconds, let stillOld):
            run(
                "not-seen",
                "The new identity was not heard within \(seconds(milliseconds))"
                    + (stillOld ? "; the beacon still has its old one." : "."),
                (stillOld
                    ? "Take its battery out and put it back: many beacons apply a new identity only when they restart. "
                    : "Go nearer. ") + .thenVerify)
        case .notListening(written: true):
            run(
                "not-listening", "No dongle was listening to hear the result.",
                "Plug the dongle in and run `perch provision verify`.")
        default:
            run(
                "not-listening", "No dongle was listening for the beacon.",
                "Plug the dongle in and run `perch provision resume`.")
        }
    }

    /// - Parameter place: Address, and perhaps signal, from which the new identity was heard.
    private static func elsewhere(_ place: String, _ doubt: RunFailure.Doubt) -> Failure {
        let silence =
            "Take the battery out of the beacon. If \(place) falls silent, it is the beacon: put the battery back. "
        let (reason, hint) =
            switch doubt {
            case .oldIdentityHeard:
                ("The beacon's own address still has the old identity.", "Give one of the two another minor. ")
            case .notSilent(let milliseconds):
                (
                    "This may be the beacon under a new address: its own address was not silent for "
                        + "\(seconds(milliseconds)).",
                    silence
                )
            case .several(let other):
                ("The identity was heard from \(other), too, so either may be the beacon.", silence)
            case .otherSignal(let before):
                (
                    "Before, the beacon was heard at \(before) dBm.",
                    "Go back to the place where you wrote the beacon. Or: " + silence
                )
            }
        return run("seen-elsewhere", "The new identity is heard from \(place). \(reason)", hint + .thenVerify)
    }

    private static func onTheWay(_ failure: RunFailure) -> Failure {
        switch failure {
        case .stepRefused(let step, let refusal):
            run("step-refused", "The beacon refused \(step.name)\(refusal.words).", .seeExchange)
        case .noReply(let step):
            run(
                "no-reply", "The beacon did not answer \(step.name) as its profile requires.",
                .seeExchange)
        case .tooSmallMTU(let step):
            run(
                "mtu-too-small",
                "The beacon accepts \(step.name) only without acknowledgement, and in pieces that are too small for "
                    + "the data.",
                .seeExchange)
        case .disconnected(let step, let reason):
            run(
                "disconnected",
                "The connection was lost \(step.place): "
                    + "\(StatusAdvice.of(.hci(reason))?.sentence ?? "for an unknown reason") "
                    + "(\(Status.hci(reason).word)).", "Go nearer. " + .thenResume)
        case .timedOut(let step):
            run("step-timed-out", "The beacon did not answer in time \(step.place).", "Go nearer. " + .thenResume)
        case .stopped(let step):
            run("stopped", "The run was stopped \(step.place).", .goOn)
        case .interrupted(let step): run("run-interrupted", "The gateway ended \(step.place).", .goOn)
        case .journal(let step):
            run(
                "journal-failed", "The journal could not be written \(step.place), so nothing more was done.",
                "Free space on the disk; see `perch status`. " + .thenResume)
        case .dongleLost(let step):
            run(
                "dongle-lost", "The dongle was lost \(step.place).",
                "Plug the dongle in; see `perch status`. " + .thenResume)
        default:
            // The other failures have messages above.
            run("internal", "The run ended for an unknown reason.", .goOn)
        }
    }

    private static func run(_ code: String, _ message: String, _ hint: String) -> Failure {
        let exit = ExitStatus(ofRunCode: code)
        return Failure(code: code, message: message, hint: hint, isRetryable: exit == .temporary, exit: exit)
    }
}

extension String {
    fileprivate static let thenResume = "Then run `perch provision resume`."
    fileprivate static let thenVerify = "Then run `perch provision verify`."
    fileprivate static let goOn = "To go on, run `perch provision resume`."
    fileprivate static let checkAddress =
        "Check the address. For a beacon of another kind, name its profile with --profile."
    fileprivate static let seeExchange =
        "See the exchange with `perch provision show RUN`. For a beacon of another kind, name its profile with "
        + "--profile."
}

extension Int {
    /// Name of a step; 0 is the password, which comes before the first step.
    fileprivate var name: String { self == 0 ? "the password" : "step \(self) of \(ConfigurationStep.count)" }
    fileprivate var place: String {
        self == 0 ? "before the first step" : "at step \(self) of \(ConfigurationStep.count)"
    }
}

extension RunFailure.Refusal {
    /// Kind of refusal. The bytes of an answer are not shown: a beacon may send back what it
    /// received, such as a password.
    fileprivate var words: String {
        switch self {
        case .att(let code):
            ": \(StatusAdvice.of(.att(code))?.sentence ?? "for an unknown reason") (\(Status.att(code).word))"
        case .answer(let bytes): " with an answer of \(counted(bytes.count, "byte"))"
        }
    }
}

private func seconds(_ milliseconds: Int) -> String { "\(tenths(.milliseconds(milliseconds))) s" }
