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
                "pattern-empty", "The pattern is empty: it would match everything.", "Use at least one character.")
        case .long(let text, let length, let limit):
            self = .refused(
                "pattern-too-long", "The pattern \"\(excerpt(text))\" has \(length) bytes.",
                "A name has at most \(limit) bytes; use a part of it.")
        case .controlCharacter(let text):
            self = .refused(
                "control-character", "\"\(excerpt(text))\" has control characters, at which firmware may stop.",
                "Leave the control characters out.")
        case .notText(let text):
            self = .refused(
                "not-text", "\"\(excerpt(text))\" has bytes that are not text, or their replacement, U+FFFD.",
                "Use a part of the name without them.")
        case .notAnAddress(let text):
            self = .refused(
                "bad-address-prefix", "\"\(excerpt(text))\" is not the beginning of an address.",
                "Use 6 to 12 hexadecimal digits, including zeros, such as b4:1e:52.")
        case .notAUUID(let text):
            self = .refused(
                "bad-uuid", "\"\(excerpt(text))\" is not a UUID.",
                "Use 4, 8 or 32 hexadecimal digits, such as 3100.")
        case .notACompany(let text):
            self = .refused(
                "bad-company", "\"\(excerpt(text))\" is not a company identifier.",
                "Use four hexadecimal digits, such as 09c8.")
        case .emptyDeviceType:
            self = .refused(
                "type-empty", "The type of device is empty.", "Use 1 to \(Pattern.deviceTypeLimit) bytes.")
        case .longDeviceType(let text, let length):
            self = .refused(
                "type-too-long", "The type of device \"\(excerpt(text))\" has \(length) bytes.",
                "Use at most \(Pattern.deviceTypeLimit) bytes.")
        case .longNote(let text, let length, let limit):
            self = .refused(
                "note-too-long", "The source or description \"\(excerpt(text))\" has \(length) bytes.",
                "Use at most \(limit) bytes.")
        case .confidence(let value):
            self = .refused("bad-confidence", "The confidence cannot be \(value).", "Use 0 to 100 percent.")
        }
    }

    package init(_ error: PatternError) {
        switch error {
        case .ambiguous(let key):
            self = .refused(
                "ambiguous-pattern",
                "There are two patterns \(key.words): a case-sensitive one and one that ignores case.",
                "Choose one with --case-sensitive or --no-case-sensitive.", .usage)
        case .refusedRows(let count, let place, let first):
            self = Failure(first)
            let others = count > 1 ? " And \(counted(count - 1, "more row is", "more rows are")) refused." : ""
            let sentence = message.prefix(1).lowercased() + message.dropFirst()
            message = "\(printable(place)): \(sentence)\(others)"
            hint = "\(hint) To import the other rows, add --skip-bad."
        case .unknownSet(let name, let known):
            self = .refused(
                "unknown-set", "There is no set of patterns \"\(excerpt(name))\".",
                "Known sets: \(known.joined(separator: ", ")).", .unavailable)
        case .needsConsent(let keys):
            let shown = keys.prefix(20).map(\.words).joined(separator: ", ")
            self = .refused(
                "needs-consent",
                "This would reset \(counted(keys.count, "changed pattern")) to the defaults: \(shown)"
                    + (keys.count > 20 ? " and \(keys.count - 20) more." : "."),
                "To go ahead, add --yes; `perch pattern undo` reverts it.", .usage)
        case .changedSince(let count):
            self = .refused(
                "needs-consent",
                "This would also undo later changes to "
                    + "\(counted(count, "pattern or setting", "patterns and settings")).",
                "To go ahead, add --yes.", .usage)
        case .nothingToUndo:
            self = .refused(
                "nothing-to-undo", "There is nothing to undo.",
                "The last \(PatternStore.patternUndoLimit) changes by pull, sync, import and reset-defaults can be undone.",
                .unavailable)
        case .nothingAsked:
            self = .refused(
                "nothing-asked", "There is nothing to match.",
                "Add --ssid, --mac, --name, --uuid or --manufacturer.", .usage)
        case .fileTooLong(let bytes, let limit):
            self = .refused(
                "file-too-large", "The file has \(bytes) bytes.", "At most \(limit) bytes are read; split the file.")
        }
    }

    package init(_ fault: PatternFileFault) {
        switch fault {
        case .nothing:
            self = .refused("file-empty", "The file is empty.", "Choose another file.")
        case .config(let fault):
            self.init(fault)
        case .missingColumns(let names):
            self = .refused(
                "missing-column",
                "The first line of the file does not name the column \(names.joined(separator: ", ")).",
                "Begin the file with the names of its columns, such as kind,pattern,type,enabled, or use a config in "
                    + "JSON."
            )
        case .malformedHeader(let message):
            self = .refused(
                "malformed-header", "The first line of the file names no columns: \(message).",
                "Fix the first line; it looks like kind,pattern,type,enabled.")
        case .repeatedColumn(let name):
            self = .refused(
                "repeated-column", "The first line of the file names the column \(name) twice.",
                "Remove one of the two columns.")
        case .tooManyRows(let limit):
            self = .refused("too-many-rows", "The file has more than \(limit) rows.", "Split the file.")
        }
    }

    package init(_ fault: PatternRowFault) {
        switch fault {
        case .pattern(let fault): self.init(fault)
        case .unknownKind(let text):
            self = .refused(
                "unknown-kind", "There is no kind of pattern \"\(excerpt(text))\".",
                "Kinds: \(PatternKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        case .notAFlag(let column, let text):
            self = .refused(
                "bad-flag", "\(column) cannot be \"\(excerpt(text))\".", "Use yes or no.")
        case .notANumber(let column, let text):
            self = .refused("bad-number", "\(column) cannot be \"\(excerpt(text))\".", "Use a whole number.")
        case .tooManyFields(let count, let columns):
            self = .refused(
                "too-many-fields", "The row has \(count) fields, but there are \(columns) columns.",
                "Put each field with a comma in quotation marks.")
        case .outOfRange(let setting, let value):
            let unit = setting.unit.map { " \($0)" } ?? ""
            self = .refused(
                "setting-out-of-range", "The setting \(setting.rawValue) cannot be \(value)\(unit).",
                "Use \(setting.expected()).")
        case .malformed(let message):
            self = .refused("malformed-row", "The row cannot be read: \(message).", "Fix the row in the file.")
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
