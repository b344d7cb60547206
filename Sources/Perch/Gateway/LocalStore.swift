import Failures
import Foundation
import Gateway
import GatewayModel
import LineFormats
import Settings
import Store

/// The store of a gateway inside this process.
enum LocalStore {
    /// Opens this user's store. Its retention is that of this user's settings; where these are
    /// invalid, it keeps as much as possible.
    static func open(environment: [String: String] = ProcessInfo.processInfo.environment) throws(StoreError) -> Store {
        let store = try Store.open(path: path(environment), retention: retention(environment))
        if let found = store.whatWasFound, !store.origin.isRestored {
            say("perch: \(found.title): \(printable(found.detail))")
        }
        if let upgrade = store.upgradeNotes {
            for line in ["\(upgrade.title)."] + upgrade.notes { say("perch: \(line)") }
        }
        return store
    }

    private static func retention(_ environment: [String: String]) -> Store.Retention {
        // Invalid settings are reported by the verbs that use them.
        (try? Settings.ofThisUser(environment: environment).retention)
            ?? Store.Retention(newest: 1_000_000, historyDays: 3650, historyMegabytes: 1_000_000)
    }

    private static func path(_ environment: [String: String]) -> String {
        Settings.stateFolder(environment: environment) + "/perch.db"
    }

    /// Replaces this user's database with a backup.
    static func restore(
        _ file: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> StoreStatus {
        let store = try Store.restore(file, at: path(environment), retention: retention(environment))
        if let found = store.whatWasFound {
            _ = try await store.events.append(
                kind: found.kind.rawValue, level: found.level.rawValue, title: found.title, detail: found.detail,
                dongle: nil, isSimulated: false, microsecondsSince1970: Timestamp.now.microsecondsSince1970)
        }
        let size = try await store.size()
        let status = StoreStatus(
            path: store.path, recording: true, error: nil, sizeBytes: size.bytes, schema: size.schema,
            events: size.events,
            unrecorded: 0, restored: true, replaced: store.origin.replaced)
        try store.close()
        return status
    }

    /// Opens this user's store, or one in memory where that fails, for verbs that do not need it.
    /// In the second case nothing is recorded, and the user is told so.
    static func openIfPossible() throws(StoreError) -> Store {
        do {
            return try open()
        } catch {
            say("perch: Nothing is recorded: \(Failure(error).message)")
            return try Store.inMemory()
        }
    }
}
