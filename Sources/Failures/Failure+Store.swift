import DongleLink
import FlockFinder
import Glibc
import Store

extension Failure {
    package init(_ error: StoreError) {
        switch error {
        case .newer(let path, let migrations):
            self.init(
                code: "store-newer",
                message: "A newer version of perch has changed the database \(path) "
                    + "(\(migrations.map(printable).joined(separator: ", "))).",
                hint:
                    "Run that version or a later one, or put a backup from before in its place: `perch store restore FILE`.",
                exit: .configuration)
        case .notAStore(let path):
            self.init(
                code: "not-a-store", message: "\(path) is no database of perch.",
                hint:
                    "If it was the gateway's, put a backup in its place with `perch store restore FILE`, which keeps it.",
                exit: .badInput)
        case .notABackup(let path):
            self.init(
                code: "not-a-store", message: "\(path) is no database of perch.",
                hint: "Choose another file.", exit: .badInput, outcome: .notDone)
        case .owned(let path, let pid):
            self.init(
                code: "store-owned",
                message: "The database \(path) is in use by \(pid.map { "process \($0)" } ?? "another process").",
                hint: "Ask the gateway that uses it, or stop it first.", isRetryable: true, exit: .temporary)
        case .cannotOpen(let path, let code):
            self.init(
                code: "store-unusable", message: "\(path) cannot be made or opened: \(systemMessage(code)).",
                hint: "Check the path and its permissions.",
                exit: [EACCES, EPERM, EROFS].contains(code) ? .permission : .cannotCreate)
        case .full:
            self.init(
                code: "store-full", message: "There is no room on the disk for the database.",
                hint: "Make room, then try again; a gateway that runs goes on by itself.", exit: .inputOutput,
                outcome: .notDone)
        case .corrupt(let message):
            self.init(
                code: "store-damaged", message: "The database is damaged: \(sentence(message))",
                hint: "Put a backup in its place with `perch store restore FILE`, which keeps the damaged one.",
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
                code: "backup-is-database", message: "\(path) is the database itself.", hint: "Choose a backup of it.",
                exit: .usage, outcome: .notDone)
        case .empty(let path):
            self.init(
                code: "backup-empty", message: "\(path) holds nothing.",
                hint: "Choose another backup; a database that was kept aside needs its -wal beside it.",
                exit: .badInput, outcome: .notDone)
        case .exists(let path):
            self = .exists(path)
        case .aliasTaken(let owner):
            self.init(
                code: "alias-taken", message: "The name belongs to dongle \(owner).",
                hint: "Choose another name, or take it away there first.", exit: .usage)
        case .regionTaken(let name):
            self.init(
                code: "region-taken", message: "There is a region \(printable(name)) already.",
                hint: "Choose another name, or remove that region first.", exit: .usage)
        case .beaconAliasTaken(let owner):
            self.init(
                code: "alias-taken", message: "The name belongs to beacon \(owner).",
                hint: "Choose another name, or take it away there first.", exit: .usage)
        case .tooLargeForOutbox(let bytes, let limit):
            self.init(
                code: "too-large",
                message: "A message of \(bytes) bytes is more than the \(limit) that the outbox takes.",
                hint: "Send less at once.", exit: .badInput, outcome: .notDone)
        case .tooManyRegistrations(let limit):
            self.init(
                code: "too-many-registrations",
                message: "\(limit) registrations wait or were refused, and none of them gives way to another.",
                hint: "See what keeps them: `perch payfrit outbox`. The beacon is written; register it afterwards.",
                isRetryable: true, exit: .temporary, outcome: .notDone)
        case .servicePointTaken(let table):
            self.init(
                code: "service-point-taken", message: "Table #\(table) has this service point already.",
                hint: "`perch payfrit tables` shows it by that number: drop it first, or take another service point.",
                exit: .usage, outcome: .notDone)
        case .tooManyTables(let limit):
            self.init(
                code: "too-many-tables", message: "\(limit) tables are under way.",
                hint: "Drop those that nobody wants: `perch payfrit tables`.", exit: .unavailable, outcome: .notDone)
        case .tooLargeForJournal(let bytes, let limit):
            self.init(
                code: "too-large",
                message: "A note of \(bytes) bytes is more than the \(limit) that the journal of a run takes.",
                hint: "Go on with fewer beacons around.", exit: .badInput, outcome: .notDone)
        case .patternTaken(let key):
            self.init(
                code: "pattern-taken", message: "The pattern \(key.words) is there already.",
                hint: "Change it with `perch pattern edit`.", exit: .usage, outcome: .notDone)
        case .unknownPattern(let key):
            self.init(
                code: "unknown-pattern", message: "There is no pattern \(key.words).",
                hint: "See which there are: `perch pattern list`.", exit: .unavailable, outcome: .notDone)
        case .tooManyPatterns(let limit):
            self.init(
                code: "too-many-patterns", message: "There would be more than the \(limit) patterns that are kept.",
                hint: "Remove some first: `perch pattern list --custom` shows those that were added.", exit: .badInput,
                outcome: .notDone)
        case .failed(let code, let message):
            self.init(
                code: "store-failed", message: "The database failed with SQLite's code \(code): \(sentence(message))",
                hint: "Check the disk; where the code is 5, another program writes to the file.", exit: .system)
        }
    }
}

/// Returns another component's message, printable and with a full stop.
private func sentence(_ text: String) -> String {
    let text = printable(text)
    return text.hasSuffix(".") ? text : text + "."
}
