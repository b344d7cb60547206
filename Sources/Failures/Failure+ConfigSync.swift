import Advertising
import DongleLink
import FlockFinder
import Gateway
import LineFormats

/// Failures to read, change or save the config of a device.
extension Failure {
    package init(_ error: ConfigError) {
        switch error {
        case .badDevice, .pointless, .badConfig, .badEntry, .badSetting, .unknownSetting, .unknownTransfer,
            .nothingToRestore:
            self = .ofOrder(error)
        case .notHeard, .severalHeard, .notAFlockFinder, .hasNoConfig, .noConfigStore, .noStream, .underWay:
            self = .ofFinding(error)
        case .silent, .cut, .unreadable, .unsteady, .newerVersion: self = .ofReading(error)
        case .needsConsent(let change): self = .ofConsent(change)
        case .tooMuch, .conflicts, .refused, .ignored, .partly, .timingDiffers, .timingUnseen, .timingUnknown,
            .brokenOff,
            .changedMeanwhile:
            self = .ofChanging(error)
        case .halfWritten, .trialLeft, .notKept, .notRestarted, .lostByRestart: self = .ofKeeping(error)
        }
    }

    private static func ofOrder(_ error: ConfigError) -> Failure {
        switch error {
        case .badDevice(let text):
            config(
                "bad-device", "\"\(excerpt(text))\" names no device.",
                "Give ble: and an address or a name, such as ble:FlockFinder-S3, or dongle for the dongle itself.",
                .usage)
        case .pointless(let field, let action):
            config(
                "pointless-field", "\(field) means nothing to \(action).", "Leave it out.", .usage)
        case .badConfig(let fault): Failure(fault)
        case .badEntry(let kind, let index, let fault):
            config(
                "bad-entry", "Entry \(index + 1) of the list \(kind.rawValue) is no pattern: \(Failure(fault).message)",
                Failure(fault).hint)
        case .badSetting(let name, let value, let expected):
            config(
                "bad-setting", "\(printable(name)) cannot be \(value.map { "\($0)" } ?? "that").",
                "It takes \(expected).")
        case .unknownSetting(let name):
            config(
                "unknown-setting", "There is no scan setting \"\(excerpt(name))\".",
                "Known are \(ScanSetting.allCases.map(\.rawValue).joined(separator: ", ")).", .usage)
        case .unknownTransfer(let id):
            config(
                "unknown-transfer", "There is no transfer \(id) to this device.",
                "See which there are: `perch config status --device …`.", .unavailable)
        default:
            config(
                "nothing-to-restore", "Nothing that was sent to this device replaced a config that is still kept.",
                "See what was sent: `perch config status --device …`.", .unavailable)
        }
    }

    private static func ofFinding(_ error: ConfigError) -> Failure {
        switch error {
        case .notHeard(let name, let limit):
            config(
                "device-not-heard", "No device named \"\(excerpt(name))\" was heard within \(seconds(limit)).",
                "Go nearer, see that no phone is connected to it, or give its address.", .unavailable, isRetryable: true
            )
        case .severalHeard(let name, let addresses):
            config(
                "several-heard", "Several devices call themselves \"\(excerpt(name))\".",
                "Say which: \(addresses.map { "ble:\($0)" }.joined(separator: ", ")).", .unavailable)
        case .notAFlockFinder(let missing):
            config(
                "not-a-flockfinder",
                "The device does not have what a FlockFinder has: "
                    + "\(missing.map { "\($0)" }.joined(separator: ", ")) is missing.",
                "See what it has: `perch gatt discover`.", .protocolMismatch)
        case .hasNoConfig:
            config(
                "no-config", "This FlockFinder's firmware has no config that could be read or written.",
                "Listen to it: `perch detect attach` with its address. With a config: the branch feature/ios-config-management.",
                .protocolMismatch)
        case .noConfigStore(let dongle):
            config(
                "no-config-store", "The dongle \(printable(dongle)) has no store for configs.",
                "Its firmware was built without it; for a FlockFinder nearby give ble: and its name.", .unavailable)
        case .noStream:
            config(
                "no-stream", "A dongle streams nothing by which its intervals could be measured.",
                "Leave --verify-timing out.",
                .usage, outcome: .notDone)
        default:
            config(
                "device-under-way", "Another order is at this device.", "Wait until it has ended.", .temporary,
                isRetryable: true)
        }
    }

    private static func ofReading(_ error: ConfigError) -> Failure {
        switch error {
        case .silent(let limit):
            config(
                "device-silent", "The device did not send its config within \(seconds(limit)).",
                "Go nearer, see that no other host is at the device, and try again. A restart helps where its firmware hangs, and loses "
                    + "what it was not told to keep.", .protocolMismatch, isRetryable: true)
        case .cut(let mtu, let arrived, let action):
            config(
                "config-cut",
                "The device's config arrives cut: the connection has an ATT MTU of \(mtu), so that each notification "
                    + "ends after \(mtu - 3) bytes, and the device sends 500. \(arrived) bytes arrived.",
                adviceOnCut(action),
                .protocolMismatch)
        case .unreadable(let fault, let lost):
            config(
                "config-unreadable",
                lost > 0
                    ? "The device's config did not arrive whole: \(counted(lost, "notification")) lost."
                    : fault == .partMissing
                        ? "The device's config did not arrive whole: a part of it is missing."
                        : "What the device sends is no config. \(Failure(fault).message)",
                "The tables take nothing of it over. Go nearer and try again."
                    + (fault == .partMissing
                        ? " If it stays so, it holds more than it can tell: `perch config restore --unverified` brings back what it held "
                            + "before, if that is kept here; `perch config push --replace --unverified` puts what the tables say in its place."
                        : ""),
                .protocolMismatch, isRetryable: true)
        case .unsteady(let readings):
            config(
                "config-unsteady",
                "The device was asked for its config \(readings) times, and never told the same twice in a row.",
                "The tables take nothing of it over. Go nearer, see that no other host is at the device, and try again.",
                .temporary, isRetryable: true)
        default:
            config(
                "newer-config-version", "The device's config is of a version that this program does not know.",
                "Update perch; nothing was sent.", .protocolMismatch)
        }
    }

    private static func adviceOnCut(_ action: String?) -> String {
        switch action {
        case "save":
            "What was sent before with --unverified is kept by `perch config push --replace --unverified --save`, which sends it once more."
        case "restore":
            "`perch config restore --unverified` brings back what it held before, if that was read once; it cannot be read back either."
        default:
            "Up to 500 bytes can be read back: push that much with --replace --unverified, which replaces all that it holds and "
                + "cannot be undone. For more, its firmware has to ask for an ATT MTU of 503."
        }
    }

    private static func ofChanging(_ error: ConfigError) -> Failure {
        switch error {
        case .tooMuch(let excesses, let surplus):
            config(
                "config-too-large", sentence(excesses, surplus),
                advice(names(excesses), surplus)
                    + (excesses.contains { if case .readable = $0.limit { true } else { false } }
                        ? " Firmware that asks for an ATT MTU of 503 tells it all; --unverified, without --verify-reboot, sends what cannot be read back."
                        : ""),
                outcome: .notDone)
        case .conflicts(let count, let isDryRun):
            config(
                "config-conflicts",
                "The tables and the device have each changed \(counted(count, "thing")) in their own way. That stays as it is on both "
                    + "sides\(isDryRun ? "" : "; all else was done").",
                "Choose a side: `--prefer host` or `--prefer device`.", .configuration)
        case .refused(let words):
            config(
                "config-refused", "The device did not take the config: \(excerpt(words)).",
                "See what it holds: `perch config show`.", .protocolMismatch)
        case .ignored(let saysTaken):
            config(
                "config-ignored",
                "The device \(saysTaken ? "said that it took the config" : "said nothing to the config"), and holds what it held before.",
                "It may have restarted, speak another dialect, or another host may have changed it back: push again.",
                .temporary)
        case .partly(let differences):
            config(
                "config-partly", "The device holds some of it: it differs in \(counted(differences, "thing")).",
                "Those are the lines with ≠. `perch config restore` brings back what it held before.", .temporary)
        case .timingDiffers(let intervals):
            config(
                "timing-differs",
                "The device holds the config, and does not scan by it: "
                    + intervals.map {
                        "\($0.setting.rawValue) is \($0.wantedMs) ms, for which it is \($0.allowedMs.lowerBound) to "
                            + "\($0.allowedMs.upperBound) ms from one to the next, and \($0.shortestMs ?? 0) ms were measured"
                    }
                    .joined(separator: "; ") + ".",
                "Its firmware may take new intervals over at its next start alone: `perch config save --verify-reboot`, then push with "
                    + "--verify-timing again.",
                .temporary,
                outcome: .done)
        case .timingUnseen(let intervals, let limit, let mtu):
            config(
                "timing-not-seen",
                "The device holds the config, and its stream told too little within \(seconds(limit)) to measure "
                    + intervals.map(\.setting.rawValue).joined(separator: ", ") + ".",
                mtu.map { $0 < 67 } == true
                    ? "The connection's ATT MTU of \(mtu ?? 0) cuts the lines of its stream: its firmware has to ask for more."
                    : "Go nearer and push again with --verify-timing: what the device holds already is not sent again.",
                .temporary,
                isRetryable: true, outcome: .done)
        case .timingUnknown:
            config(
                "timing-not-seen",
                "What was sent says nothing of intervals, and those of the device cannot be read: nothing was measured.",
                "Set them (`perch config set`), and push again.", .temporary, outcome: .done)
        case .brokenOff(let attempts):
            config(
                "connection-broken",
                attempts == 1
                    ? "The connection ended in the middle."
                    : "The connection ended in the middle, \(attempts) times.",
                "Go nearer, and look what the device holds: `perch config status`.", .temporary,
                isRetryable: true)
        default:
            config(
                "config-changed-meanwhile", "Somebody else has changed the config since it was read.",
                "Run it again: it begins by reading.", .temporary, isRetryable: true, outcome: .notDone)
        }
    }

    private static func ofConsent(_ change: DestructiveChange) -> Failure {
        switch change {
        case .removing(let keys, let isFile):
            config(
                "needs-consent",
                "\(counted(keys.count, "entry", "entries")) of the device would be disabled or removed, "
                    + (isFile ? "which the file does not have" : "on which it and the tables never agreed")
                    + ": \(names(keys)).",
                (isFile ? "" : "`perch config sync` keeps what either side has. ") + "With --replace it is done.",
                .usage,
                outcome: .notDone)
        case .disabling(let keys):
            config(
                "needs-consent",
                "\(counted(keys.count, "pattern")) of the tables would be disabled, since the device does not have "
                    + "\(keys.count == 1 ? "it" : "them"): \(names(keys)).",
                "With --yes it is done, and `perch pattern undo` takes it back.", .usage, outcome: .notDone)
        case .resetting(let isReadable):
            config(
                "needs-consent", "The device would lose what it holds and keeps, but for what it had from the factory.",
                isReadable
                    ? "With --yes it is done; `perch config restore` brings back what it holds now."
                    : "With --yes it is done. What it has from the factory cannot be read over this connection; `perch config "
                        + "restore --unverified` brings back what it holds now.", .usage, outcome: .notDone)
        case .unread(let kept):
            config(
                "needs-consent",
                "What the device holds cannot be read, and all of it would be replaced. "
                    + (kept.map {
                        "What it held at \(Timestamp(microsecondsSince1970: $0)) is kept here, nothing later."
                    }
                        ?? "Nothing of it can be restored."),
                "With --yes it is done.", .usage, outcome: .notDone)
        }
    }

    private static func ofKeeping(_ error: ConfigError) -> Failure {
        switch error {
        case .halfWritten(let transfer):
            config(
                "config-half-written",
                "The device holds what transfer \(transfer) left when it was cut short, neither all of it nor what was "
                    + "there before. It was not told to keep that.",
                "Push again, or bring back what was there with `perch config restore`; then save.", .configuration)
        case .trialLeft(let transfer):
            config(
                "config-of-a-trial",
                "The device still holds the made-up config of transfer \(transfer), by which `perch config roundtrip` tested it. "
                    + "Nothing was done.",
                "Bring back what it held before: `perch config restore`.", .configuration)
        case .notKept(let words):
            config(
                "config-not-kept",
                words.map { "The device did not keep its config: \(excerpt($0))." }
                    ?? "The device did not say that it keeps its config.",
                "Try again; what it holds now may be lost at its next start.", .temporary, isRetryable: true)
        case .notRestarted(let limit):
            config(
                "device-not-restarted", "The device was not seen to restart within \(seconds(limit)).",
                "Take it out of its supply and put it back while this runs, or leave --verify-reboot out.", .temporary)
        default:
            config(
                "config-lost-by-restart",
                "The device said that it kept its config, and after its restart holds another.",
                "Its flash may be full, or another host may have changed it meanwhile: push and save again; if it is lost once more, "
                    + "keep less: `perch pattern disable`.",
                .temporary)
        }
    }

    private static func config(
        _ code: String, _ message: String, _ hint: String, _ exit: ExitStatus = .badInput, isRetryable: Bool = false,
        outcome: Outcome? = nil
    ) -> Failure {
        Failure(code: code, message: message, hint: hint, isRetryable: isRetryable, exit: exit, outcome: outcome)
    }

    private static func advice(_ names: String, _ surplus: ConfigSurplus) -> String {
        switch surplus {
        case .tables: "Disable \(names) with `perch pattern disable`, or others instead."
        case .file: "Leave \(names) out of the file, or others instead."
        case .besideFile:
            "The device keeps its own lists beside those of the file: give the file fewer entries, or those lists too, shorter or empty."
        case .device, .held:
            "Take over what the device holds (`perch config pull`), disable \(names) with `perch pattern disable`, or others "
                + "instead, then push."
        }
    }

    private static func sentence(_ excesses: [DeviceProfile.Excess], _ surplus: ConfigSurplus) -> String {
        let parts = excesses.map { excess in
            switch excess.limit {
            case .entries(let kind):
                "\(excess.count) entries of the list \(kind.rawValue), of which it keeps \(excess.most)"
            case .addressDigits: "an address of \(excess.count) digits, of which it compares \(excess.most)"
            case .text: "\(excess.count) bytes, of which it takes \(excess.most)"
            case .saved: "\(excess.count) bytes, of which it can keep \(excess.most) over a restart"
            case .readable(let mtu):
                "\(excess.count) bytes, of which it can tell \(excess.most) again over this connection, whose ATT MTU is \(mtu)"
            case .pool: "\(excess.count) bytes of memory for taking it apart, of which it has \(excess.most)"
            }
        }
        return
            (surplus == .held ? "The device holds more than it can keep: " : "That is more than the device takes: ")
            + parts.joined(separator: "; ") + "."
    }

    private static func names(_ excesses: [DeviceProfile.Excess]) -> String {
        // An entry that exceeds one limit often exceeds another, too.
        var seen: Set<Pattern.Key> = []
        return names(excesses.flatMap(\.toDisable).filter { seen.insert($0).inserted })
    }

    private static func names(_ keys: [Pattern.Key]) -> String {
        let shown = keys.prefix(5).map { "\($0.kind.rawValue) \(printable($0.text))" }.joined(separator: ", ")
        return keys.count > 5 ? "\(shown) and \(keys.count - 5) more" : shown
    }
}

extension ExitStatus {
    /// Exit status of a failed config command, by error code. Errors not listed are transient, or
    /// may be.
    private static let ofConfigCodes: [String: ExitStatus] = [
        "not-a-flockfinder": .protocolMismatch, "no-config": .protocolMismatch, "config-cut": .protocolMismatch,
        "config-refused": .protocolMismatch,
        "device-silent": .protocolMismatch,
        "newer-config-version": .protocolMismatch, "config-too-large": .badInput, "bad-setting": .badInput,
        "config-conflicts": .configuration,
        "config-half-written": .configuration, "config-of-a-trial": .configuration, "device-not-heard": .unavailable,
        "several-heard": .unavailable,
        "no-config-store": .unavailable, "unknown-transfer": .unavailable, "nothing-to-restore": .unavailable,
        "needs-consent": .usage, "no-stream": .usage, "internal": .software,
    ]

    package init(ofConfigCode code: String) { self = Self.ofConfigCodes[code] ?? .temporary }
}

/// Returns the beginning of a text from a device or a user, safe to show.
private func excerpt(_ text: String) -> String {
    printable(String(text.prefix(60))) + (text.count > 60 ? "…" : "")
}

private func seconds(_ limit: Duration) -> String { counted(Int(limit.components.seconds), "second") }
