import CP28
import DongleLink
import Gateway

/// Failures of provisioning commands that are refused. Rows count from 1 in messages.
extension Failure {
    /// - Parameter namesRow: Whether the message names the row; unnecessary if there is only one.
    package init(_ error: ProvisioningError, namesRow: Bool) {
        func at(_ index: Int, _ sentence: String) -> String {
            namesRow ? "\(row(index)): " + sentence.prefix(1).lowercased() + sentence.dropFirst() : sentence
        }
        switch error {
        case .badItem(let index, let fault):
            self.init(fault)
            message = at(index, message)
        case .badValue(let index, let value, let name, let expected):
            self = .refused(
                "bad-value", at(index, "The \(name) cannot be \"\(excerpt(value))\"."), "Use \(expected).")
        case .sameAddress(let index, let other):
            self = .refused(
                "same-address", "\(row(index)) is about the same beacon as \(row(other, begins: false)).",
                "Remove one of the two rows: a beacon has only one identity.")
        case .sameIdentity(let index, let other):
            self = .refused(
                "same-identity",
                "\(row(index)) has the same UUID, major and minor as \(row(other, begins: false)).",
                "Give one of them another minor.")
        case .sameName(let index, let other):
            self = .refused(
                "same-name", "\(row(index)) has the same name as \(row(other, begins: false)).",
                "Give one of them another name.")
        case .underWay(let index, let run):
            self = .refused(
                "beacon-under-way", at(index, "Run \(run) is provisioning this beacon now."),
                "Wait until that run has ended; see `perch provision status`.", .temporary)
            isRetryable = true
        case .identityUnderWay(let index, let run):
            self = .refused(
                "identity-under-way",
                at(index, "Run \(run) is writing this UUID, major and minor to another beacon now."),
                "Give this beacon another minor.")
        case .identityTaken(let index, let run, let address):
            self = .refused(
                "identity-taken",
                at(index, "Beacon \(printable(address)) already has this UUID, major and minor, from run \(run)."),
                "Give this beacon another minor. To replace \(printable(address)), add --replace.")
        case .beaconTaken(let index, let address, let table):
            self = .refused(
                "beacon-taken", at(index, "Beacon \(printable(address)) is at \"\(printable(table))\"."),
                "Choose another beacon. To move this one, add --replace.")
        case .bannedShard(let index, let uuid, let vendors):
            self = .refused(
                "banned-shard", "The UUID of shard \(index + 1), \(printable(uuid)), belongs to \(list(vendors)).",
                "Use a UUID of your own, for example from `uuidgen`.")
        case .sameShard(let index, let other):
            self = .refused(
                "same-shard", "Shard \(index + 1) is the same UUID as shard \(other + 1).", "Remove one of the two.")
        case .unknownProfile, .unknownRun, .runUnderWay, .replacedRun, .alreadyVerified, .neverWritten,
            .nothingToResume, .nothingToVerify:
            self = Failure.ofRuns(error)
        }
    }

    private static func ofRuns(_ error: ProvisioningError) -> Failure {
        switch error {
        case .unknownProfile(let name, let known):
            refused(
                "unknown-profile", "There is no beacon profile \"\(excerpt(name))\".",
                "Known profiles: \(known.map(printable).joined(separator: ", ")).", .unavailable)
        case .unknownRun(let id):
            refused(
                "unknown-run", "There is no run \(id).", "List the runs with `perch provision status`.", .unavailable)
        case .runUnderWay(let id):
            refused(
                "run-under-way", "Run \(id) is under way.",
                "Wait until the run has ended; see `perch provision status`.", .temporary,
                isRetryable: true)
        case .replacedRun(let id, let later):
            refused(
                "replaced-run", "Run \(later) has since changed the beacon of run \(id).",
                "Continue with run \(later), or begin a new run.", .usage)
        case .alreadyVerified(let id):
            refused(
                "already-verified", "Run \(id) is already verified.",
                "Nothing is left to do. To change the beacon again, begin a new run.", .usage)
        case .neverWritten(let id):
            refused(
                "never-written", "Run \(id) has saved nothing on the beacon.",
                "Begin it again with `perch provision resume`.", .usage)
        case .nothingToVerify:
            refused(
                "nothing-to-verify", "Nothing is waiting to be verified.",
                "List the runs with `perch provision status`.", .unavailable)
        default:
            refused(
                "nothing-to-resume", "No run is unfinished.", "List the runs with `perch provision status`.",
                .unavailable)
        }
    }

    private static func refused(
        _ code: String, _ message: String, _ hint: String, _ exit: ExitStatus = .badInput, isRetryable: Bool = false
    ) -> Failure {
        Failure(code: code, message: message, hint: hint, isRetryable: isRetryable, exit: exit, outcome: .notDone)
    }

    // MARK: Invalid values for a beacon

    package init(_ fault: BeaconConfiguration.Fault) {
        switch fault {
        case .emptyName:
            self = .refused(
                "name-empty", "The name is empty.", "Use 1 to \(BeaconConfiguration.nameLimit) characters.")
        case .longName(let name, let length):
            self = .refused(
                "name-too-long", "The name \"\(excerpt(name))\" has \(length) characters.",
                "Use at most \(BeaconConfiguration.nameLimit) characters.")
        case .nameNotASCII(let name):
            self = .refused(
                "name-not-ascii", "The name \"\(excerpt(name))\" has characters that a beacon cannot store.",
                "Use letters without accents, digits, blanks and punctuation.")
        case .rssiAt1m(let value):
            self = .refused(
                "bad-rssi", "The signal at one metre cannot be \(value) dBm.", "Use -128 to 0; -59 is usual.")
        case .interval(let value):
            self = .refused(
                "bad-interval", "The interval cannot be \(value) ms.",
                "Use 100 to 25500 ms in steps of 100; 500 is usual.")
        case .txPower(let value):
            self = .refused("bad-tx-power", "The transmit power cannot be \(value).", "Use 0 to 7.")
        case .banned(let uuid, let vendors):
            self = .refused(
                "banned-uuid", "The UUID \(uuid) belongs to \(list(vendors)).",
                "Use a UUID of your own: many other beacons have this one.")
        }
    }
}

private func row(_ index: Int, begins: Bool = true) -> String { "\(begins ? "Row" : "row") \(index + 1)" }

/// Returns the beginning of a text that the user typed, safe to show.
private func excerpt(_ text: String) -> String {
    printable(String(text.prefix(40))) + (text.count > 40 ? "…" : "")
}

private func list(_ vendors: [String]) -> String {
    vendors.isEmpty ? "some maker" : vendors.map(printable).joined(separator: ", ")
}
