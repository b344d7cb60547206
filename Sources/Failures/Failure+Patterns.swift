import DongleLink
import FlockFinder
import Store
import Gateway

/// Failures for invalid patterns, and for files of patterns.
extension Failure {
    package init(_ fault: PatternFault) {
        switch fault {
        case .empty:
            self = .refused(
                "pattern-empty", "The pattern is empty: it would match everything.", "Give at least one character.")
        case .long(let text, let length, let limit):
            self = .refused(
                "pattern-too-long", "The pattern \"\(excerpt(text))\" has \(length) bytes.",
                "Such a name has at most \(limit); give a part of it.")
        case .controlCharacter(let text):
            self = .refused(
                "control-character", "\"\(excerpt(text))\" has control characters, which firmware may stop at.",
                "Leave them out.")
        case .notText(let text):
            self = .refused(
                "not-text", "\"\(excerpt(text))\" has bytes that are no text, or U+FFFD, which stands for such.",
                "Give a part of the name without them.")
        case .notAnAddress(let text):
            self = .refused(
                "bad-address-prefix", "\"\(excerpt(text))\" is no beginning of an address.",
                "Give 6 to 12 hexadecimal digits, such as b4:1e:52, with every zero.")
        case .notAUUID(let text):
            self = .refused(
                "bad-uuid", "\"\(excerpt(text))\" is no UUID.",
                "Give 4, 8 or 32 hexadecimal digits, such as 3100.")
        case .notACompany(let text):
            self = .refused(
                "bad-company", "\"\(excerpt(text))\" is no company identifier.",
                "Give four hexadecimal digits, such as 09c8.")
        case .emptyDeviceType:
            self = .refused(
                "type-empty", "The type of device is empty.", "Give 1 to \(Pattern.deviceTypeLimit) bytes.")
        case .longDeviceType(let text, let length):
            self = .refused(
                "type-too-long", "The type of device \"\(excerpt(text))\" has \(length) bytes.",
                "Give at most \(Pattern.deviceTypeLimit).")
        case .longNote(let text, let length, let limit):
            self = .refused(
                "note-too-long", "The source or description \"\(excerpt(text))\" has \(length) bytes.",
                "Give at most \(limit).")
        case .confidence(let value):
            self = .refused("bad-confidence", "The confidence cannot be \(value).", "It takes 0 to 100 percent.")
        }
    }

    package init(_ error: PatternError) {
        switch error {
        case .ambiguous(let key):
            self = .refused(
                "ambiguous-pattern", "There are two patterns \(key.words): with capitals that count, and without.",
                "Say which: --case-sensitive or --no-case-sensitive.", .usage)
        case .refusedRows(let count, let place, let first):
            self = Failure(first)
            let others = count > 1 ? " And \(counted(count - 1, "more row is", "more rows are")) refused." : ""
            let sentence = message.prefix(1).lowercased() + message.dropFirst()
            message = "\(printable(place)): \(sentence)\(others)"
            hint = "\(hint) Or import the rest with --skip-bad."
        case .unknownSet(let name, let known):
            self = .refused(
                "unknown-set", "There is no set of patterns \"\(excerpt(name))\".",
                "There are \(known.joined(separator: ", ")).", .unavailable)
        case .needsConsent(let keys):
            let shown = keys.prefix(20).map(\.words).joined(separator: ", ")
            self = .refused(
                "needs-consent",
                "\(counted(keys.count, "pattern")) that somebody has changed would go back to what they came as: \(shown)"
                    + (keys.count > 20 ? " and \(keys.count - 20) more." : "."),
                "With --yes it is done, and `perch pattern undo` takes it back.", .usage)
        case .changedSince(let count):
            self = .refused(
                "needs-consent",
                "\(counted(count, "pattern or setting was", "patterns and settings were")) changed since, and would be as before.",
                "With --yes it is done.", .usage)
        case .nothingToUndo:
            self = .refused(
                "nothing-to-undo", "There is nothing to take back.",
                "What pull, sync, import and reset-defaults change can be taken back, \(PatternStore.patternUndoLimit) steps at most.",
                .unavailable)
        case .nothingAsked:
            self = .refused(
                "nothing-asked", "There is nothing to match.",
                "Give --ssid, --mac, --name, --uuid or --manufacturer.", .usage)
        case .fileTooLong(let bytes, let limit):
            self = .refused(
                "file-too-large", "The file has \(bytes) bytes.", "At most \(limit) are read; split it.")
        }
    }

    package init(_ fault: PatternFileFault) {
        switch fault {
        case .nothing:
            self = .refused("file-empty", "There is nothing in the file.", "Name the right file.")
        case .config(let fault):
            self.init(fault)
        case .missingColumns(let names):
            self = .refused(
                "missing-column",
                "The first line of the file does not name the column \(names.joined(separator: ", ")).",
                "It names the columns, such as kind,pattern,type,enabled; or give a config in JSON.")
        case .malformedHeader(let message):
            self = .refused(
                "malformed-header", "The first line of the file names no columns: \(message).",
                "Mend it; it is as kind,pattern,type,enabled.")
        case .repeatedColumn(let name):
            self = .refused(
                "repeated-column", "The first line of the file names the column \(name) twice.", "Take one out.")
        case .tooManyRows(let limit):
            self = .refused("too-many-rows", "The file has more than \(limit) rows.", "Split it into several.")
        }
    }

    package init(_ fault: PatternRowFault) {
        switch fault {
        case .pattern(let fault): self.init(fault)
        case .unknownKind(let text):
            self = .refused(
                "unknown-kind", "There is no kind of pattern \"\(excerpt(text))\".",
                "There are \(PatternKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        case .notAFlag(let column, let text):
            self = .refused(
                "bad-flag", "\(column) cannot be \"\(excerpt(text))\".", "It takes yes or no.")
        case .notANumber(let column, let text):
            self = .refused("bad-number", "\(column) cannot be \"\(excerpt(text))\".", "It takes a whole number.")
        case .tooManyFields(let count, let columns):
            self = .refused(
                "too-many-fields", "The row has \(count) fields, and there are \(columns) columns.",
                "Put what has a comma into quotation marks.")
        case .outOfRange(let setting, let value):
            let unit = setting.unit.map { " \($0)" } ?? ""
            self = .refused(
                "setting-out-of-range", "The setting \(setting.rawValue) cannot be \(value)\(unit).",
                "It takes \(setting.expected()).")
        case .malformed(let message):
            self = .refused("malformed-row", "The row cannot be read: \(message).", "Mend it in the file.")
        }
    }

    private static func refused(
        _ code: String, _ message: String, _ hint: String, _ exit: ExitStatus = .badInput
    ) -> Failure {
        Failure(code: code, message: message, hint: hint, exit: exit, outcome: .notDone)
    }
}

/// Returns the beginning of a text that the user typed, safe to show.
private func excerpt(_ text: String) -> String {
    printable(String(text.prefix(40))) + (text.count > 40 ? "…" : "")
}
