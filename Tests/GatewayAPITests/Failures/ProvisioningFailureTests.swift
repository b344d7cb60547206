import Advertising
import CP28
import Gateway
import Testing

@testable import Failures

@Suite struct ProvisioningFailureTests {
    private typealias Expected = (error: any Error, code: String, exit: Failures.ExitStatus)

    private static let uuid = ProximityUUID(0xFDA5_0693_A4E2_4FB1_AFCF_C6EB_0764_7825)

    /// Errors that refuse an order before a run begins.
    private static let orders: [Expected] = [
        (ProvisioningError.badItem(2, .emptyName), "name-empty", .badInput),
        (ProvisioningError.badValue(2, "70000", of: "major", expected: "0...65535"), "bad-value", .badInput),
        (ProvisioningError.sameAddress(2, as: 0), "same-address", .badInput),
        (ProvisioningError.sameIdentity(2, as: 0), "same-identity", .badInput),
        (ProvisioningError.sameName(2, as: 0), "same-name", .badInput),
        (ProvisioningError.underWay(2, run: 7), "beacon-under-way", .temporary),
        (ProvisioningError.identityUnderWay(2, run: 7), "identity-under-way", .badInput),
        (
            ProvisioningError.identityTaken(2, run: 7, address: "c3:00:00:00:00:01"), "identity-taken", .badInput
        ),
        (
            ProvisioningError.beaconTaken(2, address: "c3:00:00:00:00:01", table: "Table 5"), "beacon-taken", .badInput
        ),
        (ProvisioningError.unknownProfile("x", known: ["cp28"]), "unknown-profile", .unavailable),
        (ProvisioningError.unknownRun(7), "unknown-run", .unavailable),
        (ProvisioningError.runUnderWay(7), "run-under-way", .temporary),
        (ProvisioningError.replacedRun(7, by: 9), "replaced-run", .usage),
        (ProvisioningError.alreadyVerified(7), "already-verified", .usage),
        (ProvisioningError.neverWritten(7), "never-written", .usage),
        (ProvisioningError.nothingToResume, "nothing-to-resume", .unavailable),
        (ProvisioningError.nothingToVerify, "nothing-to-verify", .unavailable),
        (ProvisioningError.bannedShard(2, "x", vendors: ["a", "b"]), "banned-shard", .badInput),
        (ProvisioningError.sameShard(2, as: 0), "same-shard", .badInput),
        (
            BeaconConfiguration.Fault.longName("Table number seven at the window", length: 32), "name-too-long",
            .badInput
        ),
        (BeaconConfiguration.Fault.nameNotASCII("Süd"), "name-not-ascii", .badInput),
        (BeaconConfiguration.Fault.rssiAt1m(1), "bad-rssi", .badInput),
        (BeaconConfiguration.Fault.interval(150), "bad-interval", .badInput),
        (BeaconConfiguration.Fault.txPower(8), "bad-tx-power", .badInput),
        (BeaconConfiguration.Fault.banned(uuid, vendors: ["Feasycom"]), "banned-uuid", .badInput),
    ]

    /// Errors that end a run.
    private static let runs: [Expected] = [
        (RunFailure.notHeard(milliseconds: 10_000), "not-heard", .temporary),
        (RunFailure.notConnectable, "not-connectable", .unavailable),
        (RunFailure.noConnection, "no-connection", .temporary),
        (RunFailure.noSlot, "no-slot", .temporary),
        (RunFailure.missing("FFE2"), "no-such-service", .protocolMismatch),
        (RunFailure.lacks("FFE3", property: "write"), "missing-property", .protocolMismatch),
        (RunFailure.passwordsRefused(tried: 3), "passwords-refused", .permission),
        (RunFailure.stepRefused(9, by: .att(0x03)), "step-refused", .protocolMismatch),
        (RunFailure.noReply(step: 9), "no-reply", .protocolMismatch),
        (RunFailure.disconnected(step: 9, reason: 0x13), "disconnected", .temporary),
        (RunFailure.dongleLost(step: 9), "dongle-lost", .temporary),
        (RunFailure.timedOut(step: 9), "step-timed-out", .temporary),
        (RunFailure.stopped(step: 9), "stopped", .temporary),
        (RunFailure.interrupted(step: 9), "run-interrupted", .temporary),
        (RunFailure.journal(step: 9), "journal-failed", .inputOutput),
        (RunFailure.notSeen(milliseconds: 20_000, stillOld: false), "not-seen", .temporary),
        (RunFailure.elsewhere(.oldIdentityHeard), "seen-elsewhere", .temporary),
        (RunFailure.seenBefore, "seen-before", .temporary),
        (RunFailure.notListening(written: true), "not-listening", .temporary),
        (RunFailure.tooSmallMTU(step: 5), "mtu-too-small", .protocolMismatch),
    ]

    @Test("each reason has its code, its exit status and whole sentences", arguments: (orders + runs).indices)
    func codes(_ index: Int) {
        let (error, code, exit) = (Self.orders + Self.runs)[index]
        let failure = Failure(error)
        #expect(failure.code == code && failure.exit == exit, "\(failure)")
        for text in [failure.message, failure.hint] {
            #expect(text.hasSuffix(".") && !text.hasSuffix("..") && text.count > 10, "\(text)")
            #expect(text.first?.isUppercase == true, "\(text)")
        }
    }

    @Test("no two reasons share a code")
    func distinct() {
        let codes = (Self.orders + Self.runs).map { Failure($0.error).code }
        #expect(Set(codes).count == codes.count && codes.count == 45)
    }

    @Test("what was refused was not begun, and rows and shards are counted from 1", arguments: orders.indices)
    func refused(_ index: Int) {
        let failure = Failure(Self.orders[index].error)
        #expect(failure.outcome == .notDone)
        if index < 8 { #expect(failure.message.hasPrefix("Row 3"), "\(failure.message)") }
        let beginnings = ["banned-shard": "The UUID of shard 3,", "same-shard": "Shard 3 "]
        if let beginning = beginnings[failure.code] {
            #expect(failure.message.hasPrefix(beginning), "\(failure.message)")
        }
    }

    @Test("a row's fault says what the beacon cannot be")
    func row() {
        let failure = Failure(ProvisioningError.badItem(0, .banned(Self.uuid, vendors: ["generic", "Feasycom"])))
        #expect(
            failure.message == "Row 1: the UUID FDA50693-A4E2-4FB1-AFCF-C6EB07647825 belongs to generic, Feasycom.")
        #expect(Failure(ProvisioningError.sameName(4, as: 1)).message == "Row 5 has the same name as row 2.")
    }

    @Test("a run that ended on its way says at which step, and why where that is known")
    func steps() {
        let lost = Failure(RunFailure.disconnected(step: 9, reason: 0x08))
        #expect(
            lost.message
                == "The connection was lost at step 9 of 24: the connection timed out: the device is out of reach"
                + " or off (HCI 0x08).")
        #expect(Failure(RunFailure.dongleLost(step: 0)).message == "The dongle was lost before the first step.")
        #expect(
            Failure(RunFailure.stepRefused(9, by: .answer([0x4E, 0x15]))).message.contains(
                "step 9 of 24 with an answer of 2 bytes."))
        #expect(Failure(RunFailure.stepRefused(9, by: .att(0x80))).message.contains("ATT 0x80"))
        #expect(Failure(RunFailure.stepRefused(0, by: .att(0x03))).message.contains("refused the password"))
        #expect(Failure(RunFailure.passwordsRefused(tried: 1)).message == "The beacon refused the password.")
        #expect(Failure(RunFailure.passwordsRefused(tried: 3)).message.contains("all 3 passwords"))
    }

    @Test("a single beacon needs no row")
    func sole() {
        for (error, message) in [
            (ProvisioningError.badItem(0, .emptyName), "The name is empty."),
            (.badValue(0, "70000", of: "major", expected: "0...65535"), "The major cannot be \"70000\"."),
            (.underWay(0, run: 7), "Run 7 is provisioning this beacon now."),
        ] {
            #expect(Failure(error, namesRow: false).message == message)
        }
    }

    @Test("an answer that may hold what the beacon was given is not repeated")
    func answer() {
        let failure = Failure(RunFailure.stepRefused(0, by: .answer(Array("hush-hush".utf8))))
        #expect(failure.message == "The beacon refused the password with an answer of 9 bytes.")
        #expect(failure.hint.contains("`perch provision show RUN`"))
    }

    @Test("one table knows what a run's code ends with", arguments: runs.indices)
    func table(_ index: Int) {
        #expect(Failures.ExitStatus(ofRunCode: Self.runs[index].code) == Self.runs[index].exit)
        #expect(Failures.ExitStatus(ofRunCode: "of-a-later-perch") == .temporary)
    }

    @Test("a reason says what happened, and leaves to the state what became of the beacon", arguments: runs.indices)
    func neutral(_ index: Int) {
        let failure = Failure(Self.runs[index].error)
        for claim in ["written,", "was written", "saved", "Nothing was"] {
            #expect(!failure.message.contains(claim) && !failure.hint.contains(claim + "."), "\(failure)")
        }
    }

    @Test("without a dongle that listens, what to do depends on whether everything was written")
    func notListening() {
        let (before, after) = (RunFailure.notListening(written: false), RunFailure.notListening(written: true))
        #expect(Failure(before).code == Failure(after).code)
        #expect(Failure(before).hint == "Plug the dongle in and run `perch provision resume`.")
        #expect(Failure(after).hint == "Plug the dongle in and run `perch provision verify`.")
        #expect(Failure(before).message != Failure(after).message)
    }

    @Test("a beacon that cannot answer lacks a property, and is told so")
    func noAnswers() {
        let failure = Failure(RunFailure.noAnswersPossible)
        #expect(failure.code == "missing-property" && failure.exit == .protocolMismatch)
        #expect(failure.message.contains("2902"))
        #expect(Failure(RunFailure.tooSmallMTU(step: 5)).message.contains("step 5 of 24"))
    }

    @Test("what listening came to says how to look again")
    func unverified() {
        for failure in [
            RunFailure.notSeen(milliseconds: 20_000, stillOld: true), .notSeen(milliseconds: 1, stillOld: false),
            .elsewhere(.oldIdentityHeard), .elsewhere(.notSilent(milliseconds: 5_000)),
            .elsewhere(.several(BluetoothAddress(3))), .elsewhere(.otherSignal(before: -40)), .seenBefore,
            .notListening(written: true),
        ] {
            let failure = Failure(failure)
            #expect(failure.hint.contains("`perch provision verify`"))
        }
        #expect(
            Failure(RunFailure.notSeen(milliseconds: 20_000, stillOld: true)).message.contains("within 20.0 s; the"))
    }

    @Test("what somebody has typed is cut and made harmless before it is repeated")
    func hostile() {
        let text = "\u{1B}[2J" + String(repeating: "x", count: 500)
        for error in [
            ProvisioningError.badValue(0, text, of: "uuid", expected: "32 digits"),
            .unknownProfile(text, known: [text]),
            .badItem(0, .longName(text, length: 504)), .badItem(0, .nameNotASCII(text)),
        ] {
            let failure = Failure(error)
            #expect(!(failure.message + failure.hint).unicodeScalars.contains("\u{1B}"))
            #expect(failure.message.count < 150, "\(failure.message)")
        }
    }
}

extension RunFailure {
    fileprivate static func elsewhere(_ doubt: Doubt) -> RunFailure {
        .seenElsewhere(at: BluetoothAddress(2), rssiDBm: -52, doubt)
    }
}
