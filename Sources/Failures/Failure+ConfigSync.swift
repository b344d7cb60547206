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
                "bad-device", "\"\(excerpt(text))\" does not name a device.",
                "Use ble: with an address or a name, such as ble:FlockFinder-S3, or dongle for the dongle itself.",
                .usage)
        case .pointless(let field, let action):
            config(
                "pointless-field", "\(field) does not apply to \(action).", "Leave out \(field).", .usage)
        case .badConfig(let fault): Failure(fault)
        case .badEntry(let kind, let index, let fault):
            config(
                "bad-entry",
                "Entry \(index + 1) of the list \(kind.rawValue) is not a pattern: \(Failure(fault).message)",
                Failure(fault).hint)
        case .badSetting(let name, let value, let expected):
            config(
                "bad-setting", "\(printable(name)) cannot be \(value.map { "\($0)" } ?? "that").",
                "Use \(expected).")
        case .unknownSetting(let name):
            config(
                "unknown-setting", "There is no scan setting \"\(excerpt(name))\".",
                "Scan settings: \(ScanSetting.allCases.map(\.rawValue).joined(separator: ", ")).", .usage)
        case .unknownTransfer(let id):
            config(
                "unknown-transfer", "There is no transfer \(id) to this device.",
                "List the transfers with `perch config status --device …`.", .unavailable)
        default:
            config(
                "nothing-to-restore", "No config that was replaced on this device is still stored.",
                "List what was sent with `perch config status --device …`.", .unavailable)
        }
    }

    private static func ofFinding(_ error: ConfigError) -> Failure {
        switch error {
        case .notHeard(let name, let limit):
            config(
                "device-not-heard", "No device named \"\(excerpt(name))\" was heard within \(seconds(limit)).",
                "Go nearer, check that no phone is connected to the device, or give its address.", .unavailable,
                isRetryable: true
            )
        case .severalHeard(let name, let addresses):
            config(
                "several-heard", "Several devices are named \"\(excerpt(name))\".",
                "Name one by its address: \(addresses.map { "ble:\($0)" }.joined(separator: ", ")).", .unavailable)
        case .notAFlockFinder(let missing):
            config(
                "not-a-flockfinder",
                "The device is not a FlockFinder: \(missing.map { "\($0)" }.joined(separator: ", ")) is missing.",
                "List its services with `perch gatt discover`.", .protocolMismatch)
        case .hasNoConfig:
            config(
                "no-config", "This FlockFinder's firmware has no config to read or write.",
                "Listen to the device with `perch detect attach` and its address. Firmware with a config is on the "
                    + "branch feature/ios-config-management.",
                .protocolMismatch)
        case .noConfigStore(let dongle):
            config(
                "no-config-store", "The firmware of the dongle \(printable(dongle)) was built without a config store.",
                "For a FlockFinder nearby, use ble: and its name.", .unavailable)
        case .noStream:
            config(
                "no-stream", "The scan intervals of a dongle cannot be measured: it sends no stream of lines.",
                "Leave out --verify-timing.",
                .usage, outcome: .notDone)
        default:
            config(
                "device-under-way", "Another config command is using this device.",
                "Wait until that command has ended.", .temporary,
                isRetryable: true)
        }
    }

    private static func ofReading(_ error: ConfigError) -> Failure {
        switch error {
        case .silent(let limit):
            config(
                "device-silent", "The device did not send its config within \(seconds(limit)).",
                "Go nearer, check that no other host uses the device, and try again. If its firmware hangs, restart "
                    + "it: whatever was not saved is lost.", .protocolMismatch, isRetryable: true)
        case .cut(let mtu, let arrived, let action):
            config(
                "config-cut",
                "The device's config arrives cut off: the connection's ATT MTU of \(mtu) ends each notification "
                    + "after \(mtu - 3) bytes, and the device sends 500. \(arrived) bytes arrived.",
                adviceOnCut(action),
                .protocolMismatch)
        case .unreadable(let fault, let lost):
            config(
                "config-unreadable",
                lost > 0
                    ? "The device's config did not arrive whole: \(counted(lost, "notification")) lost."
                    : fault == .partMissing
                        ? "The device's config did not arrive whole: a part is missing."
                        : "The device sent something other than a config. \(Failure(fault).message)",
                "The tables were not changed. Go nearer and try again."
                    + (fault == .partMissing
                        ? " If this repeats, the device holds more than it can send: `perch config restore "
                            + "--unverified` sends its stored config, `push --replace --unverified` the tables."
                        : ""),
                .protocolMismatch, isRetryable: true)
        case .unsteady(let readings):
            config(
                "config-unsteady",
                "The device's config was read \(readings) times, and no two readings in a row were the same.",
                "The tables were not changed. Go nearer, check that no other host uses the device, and try again.",
                .temporary, isRetryable: true)
        default:
            config(
                "newer-config-version", "The device's config has a version that this program does not know.",
                "Nothing was sent. Update perch.", .protocolMismatch)
        }
    }

    private static func adviceOnCut(_ action: String?) -> String {
        switch action {
        case "save":
            "To save what was sent with --unverified, run `perch config push --replace --unverified --save`, which "
                + "sends it again."
        case "restore":
            "`perch config restore --unverified` brings back the earlier config, if it was ever read. The result "
                + "cannot be read back either."
        default:
            "Up to 500 bytes can be read back: push at most that with --replace --unverified, which replaces the "
                + "whole config and cannot be undone. For more, the device's firmware must request an ATT MTU of 503."
        }
    }

    private static func ofChanging(_ error: ConfigError) -> Failure {
        switch error {
        case .tooMuch(let excesses, let surplus):
            config(
                "config-too-large", sentence(excesses, surplus),
                advice(names(excesses), surplus)
                    + (excesses.contains { if case .readable = $0.limit { true } else { false } }
                        ? " With firmware that requests an ATT MTU of 503, the whole config can be read back; "
                            + "--unverified, without --verify-reboot, sends the config anyway."
                        : ""),
                outcome: .notDone)
        case .conflicts(let count, let isDryRun):
            config(
                "config-conflicts",
                "\(counted(count, "conflict")): tables and device changed the same entries or settings differently. "
                    + (isDryRun ? "Both keep their own." : "Both keep their own; everything else was done."),
                "Choose a side: `--prefer host` or `--prefer device`.", .configuration)
        case .refused(let words):
            config(
                "config-refused", "The device refused the config: \(excerpt(words)).",
                "See its config with `perch config show`.", .protocolMismatch)
        case .ignored(let saysTaken):
            config(
                "config-ignored",
                "The device \(saysTaken ? "confirmed the config, but" : "did not confirm the config, and") still "
                    + "holds its earlier one.",
                "The device may have restarted or speak another dialect, or another host changed it back: push again.",
                .temporary)
        case .partly(let differences):
            config(
                "config-partly",
                "The device holds only part of the config: "
                    + "\(counted(differences, "entry or setting differs", "entries and settings differ")).",
                "See the lines with ≠. `perch config restore` brings back the earlier config.", .temporary)
        case .timingDiffers(let intervals):
            config(
                "timing-differs",
                "The device holds the config, but scans at other intervals: "
                    + intervals.map {
                        "\($0.setting.rawValue) is \($0.wantedMs) ms, which allows \($0.allowedMs.lowerBound) to "
                            + "\($0.allowedMs.upperBound) ms; the shortest measured was \($0.shortestMs ?? 0) ms"
                    }
                    .joined(separator: "; ") + ".",
                "Some firmware applies new intervals only when it restarts: run `perch config save --verify-reboot`, "
                    + "then push with --verify-timing again.",
                .temporary,
                outcome: .done)
        case .timingUnseen(let intervals, let limit, let mtu):
            config(
                "timing-not-seen",
                "The device holds the config, but sent too few lines within \(seconds(limit)) to measure "
                    + intervals.map(\.setting.rawValue).joined(separator: ", ") + ".",
                mtu.map { $0 < 67 } == true
                    ? "The connection's ATT MTU of \(mtu ?? 0) cuts the device's lines: its firmware must request a "
                        + "larger one."
                    : "Go nearer and push again with --verify-timing: the config is not sent twice.",
                .temporary,
                isRetryable: true, outcome: .done)
        case .timingUnknown:
            config(
                "timing-not-seen",
                "Nothing was measured: the config sent has no intervals, and those of the device cannot be read.",
                "Set the intervals with `perch config set`, then push again.", .temporary, outcome: .done)
        case .brokenOff(let attempts):
            config(
                "connection-broken",
                attempts == 1
                    ? "The connection ended before the command was done."
                    : "The connection ended \(attempts) times before the command was done.",
                "Go nearer, and see what the device holds: `perch config status`.", .temporary,
                isRetryable: true)
        default:
            config(
                "config-changed-meanwhile", "Another host changed the device's config after it was read.",
                "Run the command again: it reads the config anew.", .temporary, isRetryable: true, outcome: .notDone)
        }
    }

    private static func ofConsent(_ change: DestructiveChange) -> Failure {
        switch change {
        case .removing(let keys, let isFile):
            config(
                "needs-consent",
                "This would disable or remove \(counted(keys.count, "entry", "entries")) "
                    + (isFile
                        ? "of the device that the file does not have"
                        : "of the device that were never shared with the tables")
                    + ": \(names(keys)).",
                (isFile ? "" : "`perch config sync` keeps the entries of both sides. ") + "To go ahead, add --replace.",
                .usage,
                outcome: .notDone)
        case .disabling(let keys):
            config(
                "needs-consent",
                "This would disable \(counted(keys.count, "pattern")) of the tables that the device does not have: "
                    + "\(names(keys)).",
                "To go ahead, add --yes; `perch pattern undo` reverts it.", .usage, outcome: .notDone)
        case .resetting(let isReadable):
            config(
                "needs-consent", "This would replace the device's config, active and saved, by its factory config.",
                isReadable
                    ? "To go ahead, add --yes; `perch config restore` brings back the present config."
                    : "To go ahead, add --yes. The factory config cannot be read over this connection; `perch config "
                        + "restore --unverified` brings back the present config.", .usage, outcome: .notDone)
        case .unread(let kept):
            config(
                "needs-consent",
                "This would replace the device's whole config, which cannot be read. "
                    + (kept.map {
                        "The latest copy stored here is of \(Timestamp(microsecondsSince1970: $0))."
                    }
                        ?? "No copy is stored here, so nothing could be restored."),
                "To go ahead, add --yes.", .usage, outcome: .notDone)
        }
    }

    private static func ofKeeping(_ error: ConfigError) -> Failure {
        switch error {
        case .halfWritten(let transfer):
            config(
                "config-half-written",
                "Transfer \(transfer) was cut short: the device holds neither its whole config nor the earlier one. "
                    + "Nothing was saved on the device.",
                "Push again, or bring back the earlier config with `perch config restore`; then save.", .configuration)
        case .trialLeft(let transfer):
            config(
                "config-of-a-trial",
                "The device still holds the made-up config with which `perch config roundtrip` tested it (transfer "
                    + "\(transfer)). Nothing was done.",
                "Bring back its earlier config with `perch config restore`.", .configuration)
        case .notKept(let words):
            config(
                "config-not-kept",
                words.map { "The device did not save its config: \(excerpt($0))." }
                    ?? "The device did not confirm that it saved its config.",
                "Try again: the device may lose its config when it restarts.", .temporary, isRetryable: true)
        case .notRestarted(let limit):
            config(
                "device-not-restarted", "The device did not restart within \(seconds(limit)).",
                "Unplug the device and plug it in again while the command runs, or leave out --verify-reboot.",
                .temporary)
        default:
            config(
                "config-lost-by-restart",
                "The device confirmed that it saved its config, but has another config after its restart.",
                "Push and save again. If the config is lost again, the device's flash may be full (disable patterns "
                    + "with `perch pattern disable`), or another host changes it.",
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
        case .tables: "Disable \(names), or others, with `perch pattern disable`."
        case .file: "Leave \(names), or others, out of the file."
        case .besideFile:
            "The device keeps its entries in lists that the file leaves out: shorten the file's lists, or add those "
                + "lists, shorter or empty."
        case .device, .held:
            "Copy the device's config into the tables (`perch config pull`), disable \(names), or others, with "
                + "`perch pattern disable`, then push."
        }
    }

    private static func sentence(_ excesses: [DeviceProfile.Excess], _ surplus: ConfigSurplus) -> String {
        let parts = excesses.map { excess in
            switch excess.limit {
            case .entries(let kind):
                "\(excess.count) entries of the list \(kind.rawValue) (at most \(excess.most))"
            case .addressDigits: "an address of \(excess.count) digits (at most \(excess.most) are compared)"
            case .text: "\(excess.count) bytes (at most \(excess.most))"
            case .saved: "\(excess.count) bytes to save (at most \(excess.most))"
            case .readable(let mtu):
                "\(excess.count) bytes to read back (at most \(excess.most) over this connection with ATT MTU \(mtu))"
            case .pool: "\(excess.count) bytes of memory to parse the config (at most \(excess.most))"
            }
        }
        return
            (surplus == .held
            ? "The device holds more than it can save: " : "The config exceeds the limits of the device: ")
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
        "device-silent": .protocolMismatch, "malformed-answer": .protocolMismatch, "wrong-digest": .protocolMismatch,
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
