import Advertising
import FlockFinder

/// An error of opening or using the database. None of these errors changes the database.
package enum StoreError: Error, Sendable, Hashable {
    /// A newer version of the program has changed the database; `migrations` are those unknown to
    /// this version. `copies` are the paths of copies beside it that this version can use, newest
    /// first.
    case newer(path: String, migrations: [String], copies: [String])
    /// The database has to be migrated, and could not be copied before.
    indirect case notCopied(to: String, reason: StoreError)
    /// The file is not a database, or belongs to another program.
    case notAStore(path: String)
    /// Another process owns the database.
    case owned(path: String, pid: Int32?)
    /// The file or its folder cannot be made or opened.
    case cannotOpen(path: String, errno: Int32)
    /// The disk is full. The transaction was rolled back.
    case full
    /// The database is damaged; `message` is SQLite's.
    case corrupt(message: String)
    /// A file to be restored is damaged; `message` is SQLite's, or the first finding of the check.
    case damaged(path: String, message: String)
    /// A file to be restored is not a gateway's database.
    case notABackup(path: String)
    /// A file to be restored cannot be read.
    case unreadable(path: String, errno: Int32)
    /// A file to be restored is the database that it would replace.
    case sameFile(path: String)
    /// A file to be restored has 0 bytes, or contains no data.
    case empty(path: String)
    /// The backup's file exists already.
    case exists(path: String)
    /// Another dongle has this alias; `owner` is its id.
    case aliasTaken(owner: String)
    /// Another region has this name.
    case regionTaken(name: String)
    /// Another beacon has this alias.
    case beaconAliasTaken(owner: BeaconIdentity)
    /// A message is larger than the outbox accepts.
    case tooLargeForOutbox(bytes: Int, limit: Int)
    /// The outbox has no room for more registrations: none of them is dropped for another.
    case tooManyRegistrations(limit: Int)
    /// Another table has this service point; `table` is its id.
    case servicePointTaken(table: Int64)
    /// No more tables can be stored, and none of them can be deleted.
    case tooManyTables(limit: Int)
    /// A journal line or a baseline is larger than a run's journal accepts.
    case tooLargeForJournal(bytes: Int, limit: Int)
    /// This pattern exists already.
    case patternTaken(Pattern.Key)
    case unknownPattern(Pattern.Key)
    case tooManyPatterns(limit: Int)
    /// Any other error of SQLite.
    case failed(code: Int32, message: String)

    /// Whether the database would refuse any other write as well.
    var refusesEverything: Bool {
        switch self {
        case .full, .corrupt, .failed: true
        default: false
        }
    }
}
