import GRDB
import Glibc
import Testing

@testable import Store

@Suite struct StoreErrorTests {
    private static let errors: [(code: Int32, errno: Int32, StoreError)] = [
        (13, 0, .full),  // SQLITE_FULL
        (778, ENOSPC, .full),  // SQLITE_IOERR_WRITE
        (778, EDQUOT, .full),
        (4874, ENOSPC, .full),  // SQLITE_IOERR_SHMSIZE
        (778, EIO, .failed(code: 778, message: "words")),
        (14, ENOSPC, .full),  // SQLITE_CANTOPEN
        (14, EACCES, .cannotOpen(path: "/x.db", errno: EACCES)),
        (14, 0, .failed(code: 14, message: "words")),
        (11, 0, .corrupt(message: "words")),  // SQLITE_CORRUPT
        (267, 0, .corrupt(message: "words")),  // SQLITE_CORRUPT_VTAB
        (26, 0, .corrupt(message: "words")),  // SQLITE_NOTADB
        (5, ENOSPC, .failed(code: 5, message: "words")),  // SQLITE_BUSY
    ]

    @Test("SQLite's codes become what they mean here", arguments: errors.indices)
    func codes(_ index: Int) {
        let (code, errno, expected) = Self.errors[index]
        #expect(StoreError(code: code, message: "words", systemErrno: errno, path: "/x.db") == expected)
    }

    @Test("an error without a message has the one of its code", arguments: ["", "not an error"])
    func noMessage(_ message: String) {
        let failed = StoreError(code: 778, message: message, systemErrno: EIO, path: "/x.db")
        #expect(failed == .failed(code: 778, message: "disk I/O error"))
        let corrupt = StoreError(code: 11, message: message, systemErrno: 0, path: "/x.db")
        #expect(corrupt == .corrupt(message: "database disk image is malformed"))
        #expect(
            StoreError(DatabaseError(resultCode: .SQLITE_ABORT), path: nil)
                == .failed(code: 4, message: "query aborted"))
    }
}
