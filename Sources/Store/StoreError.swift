import Advertising
import FlockFinder

/// Why the database could not be opened or used. None of them changes it.
package enum StoreError: Error, Sendable, Hashable {
    /// A newer version of the program has changed it; `migrations` are those unknown here.
    case newer(path: String, migrations: [String])
    /// The file is something else, or another program's database.
    case notAStore(path: String)
    /// Another process owns it.
    case owned(path: String, pid: Int32?)
    /// The file or its folder cannot be made or opened.
    case cannotOpen(path: String, errno: Int32)
    /// There is no room on the disk. The transaction did not happen.
    case full
    /// The file is damaged; `message` is SQLite's.
    case corrupt(message: String)
    /// A file that is to be restored is damaged; `message` is SQLite's, or what was found first.
    case damaged(path: String, message: String)
    /// A file that is to be restored is something else.
    case notABackup(path: String)
    /// A file that is to be restored cannot be read.
    case unreadable(path: String, errno: Int32)
    /// A file that is to be restored is what it would replace.
    case sameFile(path: String)
    /// A file that is to be restored has 0 bytes, or nothing in it.
    case empty(path: String)
    /// The file of a backup is there already.
    case exists(path: String)
    /// Another dongle has this alias; `owner` is its id.
    case aliasTaken(owner: String)
    /// Another region has this name.
    case regionTaken(name: String)
    /// Another beacon has this alias.
    case beaconAliasTaken(owner: BeaconIdentity)
    /// What was to be put into the outbox is larger than it takes.
    case tooLargeForOutbox(bytes: Int, limit: Int)
    /// As many registrations are in the outbox as it takes: none of them gives way to another.
    case tooManyRegistrations(limit: Int)
    /// Another table has this service point; `table` is its id.
    case servicePointTaken(table: Int64)
    /// As many tables are kept as there may be, and none of them is done with.
    case tooManyTables(limit: Int)
    /// What was to be noted of a run is larger than its journal takes.
    case tooLargeForJournal(bytes: Int, limit: Int)
    /// This pattern is there already.
    case patternTaken(Pattern.Key)
    case unknownPattern(Pattern.Key)
    case tooManyPatterns(limit: Int)
    /// Anything else SQLite says.
    case failed(code: Int32, message: String)

    /// Whether the database would refuse anything else as well.
    var refusesEverything: Bool {
        switch self {
        case .full, .corrupt, .failed: true
        default: false
        }
    }
}
