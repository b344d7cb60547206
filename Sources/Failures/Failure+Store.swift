import DongleLink
import FlockFinder
import Glibc
import Store

extension Failure {
    package init(_ error: StoreError) {
        switch error {
        case .newer(let path, let migrations, let copies):
            self.init(
                code: "store-newer",
                message: "A newer version of perch has changed the database \(path) "
                    + "(\(migrations.map(printable).joined(separator: ", "))).",
                hint: Failure.wayBack(to: copies), exit: .configuration)
        case .notCopied(let copy, let reason):
            let failure = Failure(reason)
            self.init(
                code: "store-not-copied",
                message: "The database cannot be copied to \(copy) before its upgrade: \(failure.message)",
                hint: reason == .full
                    ? "Nothing has changed. Free as much space as the database takes, then start again."
                    : "Nothing has changed. \(failure.hint)",
                exit: failure.exit, outcome: .notDone)
        case .notAStore(let path):
            self.init(
                code: "not-a-store", message: "\(path) is not a database of perch.",
                hint:
                    "If the file was the gateway's database, restore a backup with `perch store restore FILE`, which "
                    + "keeps this file.",
                exit: .badInput)
        case .notABackup(let path):
            self.init(
                code: "not-a-store", message: "\(path) is not a database of perch.",
                hint: "Choose another file.", exit: .badInput, outcome: .notDone)
        case .owned(let path, let pid):
            self.init(
                code: "store-owned",
                message: "The database \(path) is in use by \(pid.map { "process \($0)" } ?? "another process").",
                hint: "Use the gateway that has the database open, or stop that gateway first.", isRetryable: true,
                exit: .temporary)
        case .cannotOpen(let path, let code):
            self.init(
                code: "store-unusable", message: "\(path) cannot be created or opened: \(systemMessage(code)).",
                hint: "Check the path and its permissions.",
                exit: [EACCES, EPERM, EROFS].contains(code) ? .permission : .cannotCreate)
        case .full:
            self.init(
                code: "store-full", message: "The disk has no space left for the database.",
                hint: "Free space on the disk, then try again. A running gateway continues on its own.",
                exit: .inputOutput,
                outcome: .notDone)
        case .corrupt(let message):
            self.init(
                code: "store-damaged", message: "The database is damaged: \(sentence(message))",
                hint: "Restore a backup with `perch store restore FILE`, which keeps the damaged file.",
                exit: .badInput)
        case .damaged(let path, let message):
            self.init(
                code: "backup-damaged", message: "\(path) is damaged: \(sentence(message))",
                hint: "Choose another backup.", exit: .badInput, outcome: .notDone)
        case .unreadable(let path, let code):
            self.init(
                code: "backup-unreadable", message: "\(path) cannot be read: \(systemMessage(code)).",
                hint: "Check the path and its permissions.", exit: code == EACCES ? .permission : .noInput,
                outcome: .notDone)
        case .sameFile(let path):
            self.init(
                code: "backup-is-database", message: "\(path) is the database itself.",
                hint: "Choose a backup of the database.",
                exit: .usage, outcome: .notDone)
        case .empty(let path):
            self.init(
                code: "backup-empty", message: "\(path) is empty.",
                hint: "Choose another backup. A database that was kept aside needs its -wal file beside it.",
                exit: .badInput, outcome: .notDone)
        case .exists(let path):
            self = .exists(path)
        case .aliasTaken(let owner):
            self.init(
                code: "alias-taken", message: "The name belongs to dongle \(owner).",
                hint: "Choose another name, or take this name from that dongle first.", exit: .usage)
        case .regionTaken(let name):
            self.init(
                code: "region-taken", message: "There is already a region \(printable(name)).",
                hint: "Choose another name, or remove that region first.", exit: .usage)
        case .beaconAliasTaken(let owner):
            self.init(
                code: "alias-taken", message: "The name belongs to beacon \(owner).",
                hint: "Choose another name, or take this name from that beacon first.", exit: .usage)
        case .tooLargeForOutbox(let bytes, let limit):
            self.init(
                code: "too-large",
                message: "The message has \(bytes) bytes; the outbox takes at most \(limit).",
                hint: "Send a shorter message.", exit: .badInput, outcome: .notDone)
        case .tooManyRegistrations(let limit):
            self.init(
                code: "too-many-registrations",
                message: "\(limit) registrations already wait or were refused, which is the limit.",
                hint: "See why with `perch payfrit outbox`. The beacon is written; register it afterwards.",
                isRetryable: true, exit: .temporary, outcome: .notDone)
        case .servicePointTaken(let table):
            self.init(
                code: "service-point-taken", message: "Table #\(table) already has this service point.",
                hint:
                    "Drop that table first (`perch payfrit tables` shows its number), or choose another service point.",
                exit: .usage, outcome: .notDone)
        case .tooManyTables(let limit):
            self.init(
                code: "too-many-tables", message: "\(limit) tables are unfinished, which is the limit.",
                hint: "Drop tables that are not needed; list them with `perch payfrit tables`.", exit: .unavailable,
                outcome: .notDone)
        case .tooLargeForJournal(let bytes, let limit):
            self.init(
                code: "too-large",
                message: "The journal of a run takes notes of at most \(limit) bytes; this one has \(bytes).",
                hint: "Try again with fewer beacons nearby.", exit: .badInput, outcome: .notDone)
        case .patternTaken(let key):
            self.init(
                code: "pattern-taken", message: "The pattern \(key.words) exists already.",
                hint: "Change it with `perch pattern edit`.", exit: .usage, outcome: .notDone)
        case .unknownPattern(let key):
            self.init(
                code: "unknown-pattern", message: "There is no pattern \(key.words).",
                hint: "List the patterns with `perch pattern list`.", exit: .unavailable, outcome: .notDone)
        case .tooManyPatterns(let limit):
            self.init(
                code: "too-many-patterns", message: "There would be more than \(limit) patterns, which is the limit.",
                hint: "Remove some first: `perch pattern list --custom` lists the patterns that were added.",
                exit: .badInput,
                outcome: .notDone)
        case .failed(let code, let message):
            self.init(
                code: "store-failed", message: "The database failed with SQLite's code \(code): \(sentence(message))",
                hint: "Check the disk. With code 5, another program is writing to the file.", exit: .system)
        }
    }
}

extension Failure {
    /// - Parameter copies: Paths of copies of the database that this version can use, newest first.
    fileprivate static func wayBack(to copies: [String]) -> String {
        guard !copies.isEmpty else {
            return "Run that version or a later one, or restore an earlier backup with `perch store restore FILE`."
        }
        let commands = copies.map { "`perch store restore \($0)`" }.joined(separator: " or ")
        return "Run that version or a later one, or go back to the copy from before the upgrade: \(commands). "
            + "The present database is kept."
    }
}

/// Returns another component's message, printable and with a full stop.
private func sentence(_ text: String) -> String {
    let text = printable(text)
    return text.hasSuffix(".") ? text : text + "."
}
