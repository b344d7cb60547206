import Advertising
import Glibc
import Store
import Testing

@testable import Failures

@Suite struct StoreFailureTests {
    private static let beacon = BeaconIdentity(uuid: ProximityUUID(1), major: 2, minor: 3)
    private static let errors: [(StoreError, code: String, exit: Failures.ExitStatus)] = [
        (.newer(path: "/x.db", migrations: ["2-a", "3-b"], copies: []), "store-newer", .configuration),
        (.newer(path: "/x.db", migrations: ["4-c"], copies: ["/x.db.schema-3"]), "store-newer", .configuration),
        (.notCopied(to: "/x.db.schema-3", reason: .full), "store-not-copied", .inputOutput),
        (.notCopied(to: "/x.db.schema-3", reason: .corrupt(message: "no")), "store-not-copied", .badInput),
        (.notAStore(path: "/x.db"), "not-a-store", .badInput),
        (.owned(path: "/x.db", pid: 12), "store-owned", .temporary),
        (.owned(path: "/x.db", pid: nil), "store-owned", .temporary),
        (.cannotOpen(path: "/x.db", errno: EACCES), "store-unusable", .permission),
        (.cannotOpen(path: "/x.db", errno: EROFS), "store-unusable", .permission),
        (.cannotOpen(path: "/x.db", errno: ENOTDIR), "store-unusable", .cannotCreate),
        (.full, "store-full", .inputOutput),
        (.corrupt(message: "database disk image is malformed"), "store-damaged", .badInput),
        (.exists(path: "/x.db"), "file-exists", .cannotCreate),
        (.aliasTaken(owner: "0123456789abcdef"), "alias-taken", .usage),
        (.regionTaken(name: "bar"), "region-taken", .usage),
        (.beaconAliasTaken(owner: beacon), "alias-taken", .usage),
        (.tooLargeForOutbox(bytes: 65_537, limit: 65_536), "too-large", .badInput),
        (.tooLargeForJournal(bytes: 513, limit: 512), "too-large", .badInput),
        (.failed(code: 5, message: "database is locked"), "store-failed", .system),
        (.failed(code: 21, message: "The store is closed."), "store-failed", .system),
    ]

    @Test("each error of the store has its code, its exit status and whole sentences", arguments: errors.indices)
    func codes(_ index: Int) {
        let (error, code, exit) = Self.errors[index]
        let failure = Failure(error as any Error)
        #expect(failure.code == code)
        #expect(failure.exit == exit)
        for text in [failure.message, failure.hint] {
            #expect(text.hasSuffix(".") && !text.hasSuffix(".."), "\(text)")
        }
    }

    @Test("the sentences name the file, the newer steps, the holder and the reason")
    func facts() {
        let newer = Failure(StoreError.newer(path: "/x.db", migrations: ["2-a", "3-b"], copies: []))
        #expect(newer.message == "A newer version of perch has changed the database /x.db (2-a, 3-b).")
        let copied = Failure(
            StoreError.newer(path: "/x.db", migrations: ["9"], copies: ["/x.schema-8", "/x.schema-7"]))
        #expect(
            copied.hint == "Run that version or a later one, or go back to the copy from before the upgrade: "
                + "`perch store restore /x.schema-8` or `perch store restore /x.schema-7`. "
                + "The present database is kept.")
        let full = Failure(StoreError.notCopied(to: "/x.schema-3", reason: .full))
        #expect(full.message.hasPrefix("The database cannot be copied to /x.schema-3 before its upgrade: The disk "))
        #expect(full.hint == "Nothing has changed. Free as much space as the database takes, then start again.")
        let owned = Failure(StoreError.owned(path: "/x.db", pid: 12))
        #expect(owned.message == "The database /x.db is in use by process 12.")
        #expect(owned.isRetryable)
        let unnamed = Failure(StoreError.owned(path: "/x.db", pid: nil))
        #expect(unnamed.message == "The database /x.db is in use by another process.")
        let denied = Failure(StoreError.cannotOpen(path: "/x.db", errno: EACCES))
        #expect(denied.message == "/x.db cannot be created or opened: Permission denied.")
        #expect(Failure(StoreError.full).outcome == .notDone)
    }

    @Test("what a file says is printed without its control characters")
    func printed() {
        let failure = Failure(StoreError.newer(path: "/x.db", migrations: ["2-\u{1B}[31m"], copies: []))
        #expect(!failure.message.contains("\u{1B}"))
    }
}
