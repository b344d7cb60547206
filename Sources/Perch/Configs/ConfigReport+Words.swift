import DongleLink
import Failures
import FlockFinder
import GatewayModel

/// A report for people.
extension ConfigReport {
    /// The device, the outcome and the differences, one item a line.
    var lines: [String] {
        var lines = device.lines
        if let held { lines.append("  holds    \(words(of: held))") }
        if let savedWords { lines.append("  saved    \(savedWords)") }
        if let figures = figures.words { lines.append("  link     \(figures)") }
        lines += interrupted.flatMap(\.lines)
        // The problem `deaf` is left out where a loss reports the same list.
        lines += problems.filter { problem in
            problem.what != .deaf || !losses.contains { $0.what == .deaf && $0.list == problem.list }
        }.map { "  ! \($0.words)" }
        if !unknownKeys.isEmpty {
            lines.append("  ! Unknown keys: \(unknownKeys.map(printable).joined(separator: ", ")).")
        }
        lines += toHost.map { "  ↓ \($0.words(isToDevice: false))" }
        lines += toDevice.map { "  ↑ \($0.words(isToDevice: true))" }
        lines += conflicts.map { "  ✗ \($0.conflictWords)" }
        lines += losses.map { "  ! \($0.words)" }
        // Where nothing was sent, the differences are the changes that a push would send, which are
        // listed above.
        if toDevice.isEmpty || outcome != nil {
            lines += differences.prefix(Self.differenceLimit).map { "  ≠ \($0.words)" }
            if differences.count > Self.differenceLimit {
                lines.append("  ≠ and \(differences.count - Self.differenceLimit) more; --json has them all")
            }
        }
        if let toDisable = failure?.toDisable, toDisable.count > 5 {
            lines += toDisable.map { "  − \(printable($0.replacing(":", with: " ", maxReplacements: 1)))" }
        }
        lines += timings.map { "  \($0.verdict == .asSet ? "✓" : "!") \($0.words)" }
        if let sentence { lines.append(sentence) }
        return lines
    }

    private static let differenceLimit = 20
    private static let unkeptWords = " A restart may undo this; run `perch config save`."

    /// The outcome in one sentence; nil where the failure reports it.
    private var sentence: String? {
        guard failure == nil else { return nil }
        let number = transfer.map { ", transfer \($0)" } ?? ""
        switch (action, outcome) {
        case (.read, _): return nil
        case (.diff, _):
            return differences.isEmpty
                ? "The device and the tables are the same."
                : "\(counted(differences.count, "difference")). Lines with ↑ show what a push would change on the device."
        case (.pull, _):
            return toHost.isEmpty
                ? "The tables are already the same as the device."
                : "\(counted(toHost.count, "change")) to the tables."
        case (_, .applied):
            return transfer == nil
                ? "The device already holds this config."
                    + (action == .restore && saved == nil ? Self.unkeptWords : "")
                : "The config is applied: read back, and the same\(number)."
                    + (saved == nil ? Self.unkeptWords : "")
        case (_, .appliedAndSaved):
            return switch saved {
            case .proven: "The config is applied and saved: verified after a restart\(number)."
            case .inFlash: "The config is applied and saved in flash\(number)."
            default: "The config is applied, and the device reports it as saved; no restart was seen\(number)."
            }
        case (_, .unverified):
            return "The device reports that it applied" + (saved == .said ? " and saved" : "")
                + " the config. It cannot be read back over this connection, so this is not verified\(number)."
        case (_, nil):
            let changes = toHost.isEmpty ? "" : " and \(counted(toHost.count, "change")) to the tables"
            return "Nothing was sent. Sending would make \(counted(toDevice.count, "change")) to the device\(changes)."
        case (_, let other?): return "\(other)\(number)."
        }
    }

    private func words(of text: String) -> String {
        var parts: [String] = []
        if factory == true { parts.append("its factory config") }
        // A dongle's factory config may be empty, which `held` only describes.
        if factory != true || flash == nil { parts.append("\(text.utf8.count) bytes") }
        let head = parts.joined(separator: ", ")
        guard let config = try? ConfigReading(parsing: Array(text.utf8)).config else { return head }
        let lists = PatternKind.onDevices.map { "\(config[$0].count) \($0.rawValue)" }
        return "\(head): \(lists.joined(separator: ", "))"
    }

    private var savedWords: String? {
        if let flash, factory == true {
            return flash.startsWithHeld
                ? "nothing: the dongle starts with its factory config"
                : "another config, of \(flash.savedBytes) bytes, with which the dongle starts"
        }
        return switch saved {
        case .no where outcome == .notApplied: "only the previous config, which the device holds again"
        case .no: "no: the config is lost when the device restarts"
        case .said: "the device reports it as saved; no restart was seen"
        case .inFlash: "yes, in flash; no restart was seen"
        case .proven: "yes, verified after a restart"
        case nil: nil
        }
    }

    /// The failure that the verb ends with; nil for a success.
    var verbFailure: Failure? {
        guard let failure else { return nil }
        let isOpen = [.unknown, .partiallyApplied].contains(outcome)
        let exit = isOpen ? ExitStatus.temporary : ExitStatus(ofConfigCode: failure.code)
        return Failure(
            code: printable(failure.code), message: printable(failure.message), hint: printable(failure.hint),
            isRetryable: exit == .temporary, exit: exit, outcome: isOpen && outcome == .unknown ? .unknown : nil)
    }
}

extension ConfigDevice {
    /// Name, dialect and last agreement of the device, as lines for people.
    var lines: [String] {
        let names = [name.map { "(\(printable($0)))" }, simulated == true ? "SIMULATED" : nil].compactMap(\.self)
        var lines = [([printable(device)] + names).joined(separator: "  ")]
        if let dialect {
            let kind = profile.map { ", assumed profile \(printable($0))" } ?? ""
            lines.append("  dialect  \(dialect), version \(version ?? 0)\(kind)")
        }
        if let synced { lines.append("  synced   \(synced)") }
        return lines
    }

    /// The device as one line of a list.
    var line: String {
        let parts = [
            name.map(printable), dialect?.rawValue, read.map { "read \($0)" },
            synced.map { "synced \($0)" },
            saved.map {
                saveProven == true
                    ? "saved \($0), verified" : "saved \($0), not verified"
            },
            unverified == true ? "sent unverified: its config is unknown" : nil,
            openTransfers.flatMap { $0 > 0 ? "\(counted($0, "transfer")) cut short" : nil },
            simulated == true ? "SIMULATED" : nil,
        ].compactMap(\.self)
        return "\(printable(device))  \(parts.joined(separator: "  "))"
    }
}

extension ConfigFigures {
    var words: String? {
        var parts: [String] = []
        if let mtu { parts.append("ATT MTU \(mtu)") }
        if let writes, let bytes { parts.append("\(bytes) bytes in \(counted(writes, "write"))") }
        if let attempts, attempts > 1 { parts.append("\(attempts) attempts") }
        for (time, what) in [(connectMs, "connect"), (readMs, "read"), (writeMs, "write"), (verifyMs, "verify")] {
            if let time { parts.append("\(what) \(oneDecimal(Double(time) / 1000)) s") }
        }
        if let lost, lost > 0 { parts.append("\(counted(lost, "notification")) lost") }
        if let differing, differing > 0 { parts.append("\(counted(differing, "reading")) differed") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension ConfigTimingItem {
    var words: String {
        guard let wantedMs else { return "\(setting) was not measured: this scan is switched off." }
        guard let measuredMs else { return "\(setting) \(wantedMs) ms: no interval was seen." }
        let measured = "\(setting) \(wantedMs) ms: \(measuredMs) ms measured, the shortest of \(count)"
        return switch verdict {
        case .asSet: "\(measured)."
        case .differs:
            "\(measured); expected \(lowestMs ?? wantedMs) to \(highestMs ?? wantedMs) ms, including a scan in between."
        default: "\(measured), too few to judge."
        }
    }
}

extension ConfigDifferenceItem {
    /// Name of the setting or entry that differs.
    private var subject: String {
        if let setting { return printable(setting) }
        return [list, text].compactMap { $0.map(printable) }.joined(separator: " ")
    }

    var words: String {
        let found = found.map(printable)
        let wanted = wanted.map(printable) ?? "absent"
        switch what {
        case .missing:
            return "\(subject) is missing"
                + (cause == .limit ? ": the device keeps at most \(limit ?? 0) of this list" : "")
        case .unexpected: return "\(subject) is there but should not be"
        case .type: return "\(subject) is \(found ?? "nothing") instead of \(wanted)"
        case .enabled: return "\(subject) is \(wanted == "true" ? "disabled" : "enabled") but should not be"
        case .version: return "the version is \(found ?? "absent") instead of \(wanted)"
        default: return "\(subject) is \(found ?? "absent") instead of \(wanted)"
        }
    }
}

extension ConfigProblemItem {
    private static func faultWords(_ fault: String) -> String {
        switch fault {
        case "long": "it is too long"
        case "control-character": "it has a control character"
        case "not-text": "it has bytes that are not text"
        case "not-an-address": "it is not the beginning of an address"
        case "not-a-uuid": "it is not a UUID"
        case "no-type": "it has no device type"
        case "long-type": "its device type is too long"
        default: printable(fault)
        }
    }

    var words: String {
        switch what {
        case .badEntry where fault == "empty":
            "Entry \((index ?? 0) + 1) of \(list ?? "a list") is empty, and so matches everything."
        case .badEntry:
            "Entry \((index ?? 0) + 1) of \(list ?? "a list"), \(escaped(text ?? "")), is not a pattern: "
                + "\(fault.map(Self.faultWords) ?? "unknown")."
        case .unkept:
            "The config has \(value ?? 0) bytes, but the device can save only \(most ?? 0): it would save nothing, and report success."
        case .coarse:
            "\(counted(value ?? 0, "address", "addresses")) of more than \(most ?? 0) digits: the device compares only the first \(most ?? 0)."
        case .deaf:
            "\(counted(value ?? 0, "entry", "entries")) of \(list ?? "a list") never \(value == 1 ? "matches" : "match") on the device: its firmware looks "
                + "for the name in the wrong part of the packet."
        case .misspelled:
            "\(counted(value ?? 0, "entry", "entries")) of \(list ?? "a list") never \(value == 1 ? "matches" : "match") on the device as spelled; a push "
                + "corrects this."
        case .repeated:
            "Entry \((index ?? 0) + 1) of \(list ?? "a list"), \(escaped(text ?? "")), repeats an earlier one."
        default: "\(setting ?? what.rawValue) is \(value ?? 0), which is out of range."
        }
    }
}

extension ConfigChange {
    private var subject: String {
        if let setting { return printable(setting) }
        return [list, text].compactMap { $0.map(printable) }.joined(separator: " ")
    }

    func words(isToDevice: Bool) -> String {
        let (from, to) = isToDevice ? (device, host) : (host, device)
        let side = isToDevice ? "device" : "tables"
        let place = isToDevice ? "on the device" : "in the tables"
        switch (from.map(printable), to.map(printable)) {
        case (nil, let to?):
            return setting == nil ? "added to the \(side): \(subject) (\(to))" : "set \(place): \(subject) \(to)"
        case (let from?, nil):
            if isToDevice, staysDisabled != true { return "removed from the device: \(subject) (\(from))" }
            return "disabled \(place): \(subject) (\(from))"
        case (let from?, let to?): return "changed \(place): \(subject) \(from) → \(to)"
        case (nil, nil): return subject
        }
    }

    var conflictWords: String {
        let sides = [("host", host), ("device", device), ("last agreed", base)].map { name, value in
            "\(name) \(value.map(printable) ?? "nothing")"
        }
        return "\(subject): \(sides.joined(separator: ", "))"
    }
}

extension ConfigLossItem {
    var words: String {
        let list = list.map(printable) ?? ""
        switch what {
        case .capitals:
            return
                "\(list) \(printable(text ?? "")) matches in any case on the device, which cannot be set to "
                + "match case-sensitively."
        case .setting: return "\(printable(setting ?? "")) is not sent: the device has no such setting."
        case .list: return "Nothing of \(list) is sent: the device has no such list."
        case .unkept:
            return
                "The device cannot save the config: it has \(bytes ?? 0) bytes, and the device saves at most \(most ?? 0)."
        case .deaf:
            return
                "Patterns of \(list) are sent but never match on the device: its firmware looks for the name in the wrong part of the packet."
        }
    }
}

extension ConfigTransferItem {
    private var outcomeWords: String {
        // A device may report that it saved the config although its flash did not.
        outcome == .appliedAndSaved ? "reported as saved" : outcome?.rawValue ?? ""
    }

    var lines: [String] {
        let became =
            switch holds {
            case .wanted: "the device holds the whole config"
            case .previous: "the device holds its previous config"
            case .other: "the device holds another config"
            default: "the device's config is unknown"
            }
        let what = printable(action)
        if holds == .madeUp {
            return [
                "  ! The device still holds the made-up config of transfer \(id), a test: `perch config restore` brings back "
                    + "its previous config."
            ]
        }
        if [.applied, .appliedAndSaved].contains(outcome), let holds {
            let now =
                holds == .previous ? "the device holds its previous config again" : "the device holds another config"
            return [
                "  ! Transfer \(id) (\(what)) of \(began) was applied, but \(now). It has restarted, or another host "
                    + "has changed it."
            ]
        }
        if outcome == .unverified, holds != nil {
            return ["  Transfer \(id) (\(what)) of \(began) was sent unverified: \(became)."]
        }
        return outcome == nil || holds != nil
            ? ["  ! Transfer \(id) (\(what)) of \(began) was cut short: \(became)."]
            : outcome == .unverified
                ? ["  ! Transfer \(id) (\(what)) of \(began) was sent unverified and never read back."]
                : ["  Transfer \(id) (\(what)) of \(began): \(outcomeWords)."]
    }
}

/// Returns text of a device with its special characters escaped, since every character counts.
func escaped(_ text: String) -> String { escaped(text, standIns: DeviceText.standIns) }
