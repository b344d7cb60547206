import GRDB
import GRDBSQLite
import Glibc

/// Conversion of errors of SQLite and of the system to errors of the store.
extension StoreError {
    /// - Parameters:
    ///   - systemErrno: The system's error that caused SQLite's; 0 = unknown.
    ///   - path: Nil for a database in memory.
    init(_ error: any Error, systemErrno: Int32 = 0, path: String?) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as DatabaseError:
            self.init(
                code: error.extendedResultCode.rawValue, message: error.message ?? "", systemErrno: systemErrno,
                path: path)
        case let error as RowDecodingError:
            // The tables are strict, so only damage can put a value of another type there.
            self = .corrupt(message: "\(error)")
        default:
            self = .failed(code: SQLITE_ERROR, message: "\(error)")
        }
    }

    /// - Parameters:
    ///   - code: Extended result code.
    ///   - message: SQLite's message for the connection; if it has none, the message for the code
    ///     is used.
    init(code: Int32, message: String, systemErrno: Int32, path: String?) {
        let message = StoreError.hasWords(message) ? message : String(cString: sqlite3_errstr(code))
        switch code & 0xFF {
        case SQLITE_FULL:
            self = .full
        case SQLITE_IOERR where StoreError.meansFull(systemErrno):
            self = .full
        case SQLITE_CANTOPEN where systemErrno != 0:
            self.init(errno: systemErrno, path: path ?? "")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            self = .corrupt(message: message)
        default:
            self = .failed(code: code, message: message)
        }
    }

    /// Makes the error for a failed system call on a file or folder.
    package init(errno: Int32, path: String) {
        self = StoreError.meansFull(errno) ? .full : .cannotOpen(path: path, errno: errno)
    }

    static let closed = StoreError.failed(code: SQLITE_MISUSE, message: "The store is closed.")

    /// Returns false for an empty message, and for a connection's message when its last call did
    /// not fail.
    private static func hasWords(_ message: String) -> Bool {
        !message.isEmpty && message != String(cString: sqlite3_errstr(SQLITE_OK))
    }

    private static func meansFull(_ errno: Int32) -> Bool {
        errno == ENOSPC || errno == EDQUOT
    }
}

extension Database {
    /// Runs `body` and converts its errors to errors of the store while this connection still knows
    /// their causes.
    func translatingErrors<Value>(path: String?, _ body: () throws -> Value) throws(StoreError) -> Value {
        guard let sqliteConnection else { throw .closed }
        do {
            return try body()
        } catch {
            throw StoreError(error, systemErrno: sqlite3_system_errno(sqliteConnection), path: path)
        }
    }
}
