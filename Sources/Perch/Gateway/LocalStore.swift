import Failures
import Foundation
import Gateway
import GatewayModel
import LineFormats
import Settings
import Store

/// The store of a gateway inside this process.
enum LocalStore {
    /// This user's own. It keeps what this user's gateway would keep; where the settings are wrong, everything it can.
    static func open(environment: [String: String] = ProcessInfo.processInfo.environment) throws(StoreError) -> Store {
        let store = try Store.open(path: path(environment), retention: retention(environment))
        if case .madeForEmpty = store.origin, let found = store.whatWasFound {
            say("perch: \(found.title): \(printable(found.detail))")
        }
        return store
    }

    private static func retention(_ environment: [String: String]) -> Store.Retention {
        // What is wrong in the settings is told by verbs that go by them.
        (try? Settings.ofThisUser(environment: environment).retention)
            ?? Store.Retention(newest: 1_000_000, historyDays: 3650, historyMegabytes: 1_000_000)
    }

    private static func path(_ environment: [String: String]) -> String {
        Settings.stateFolder(environment: environment) + "/perch.db"
    }

    /// Puts a backup in its place.
    static func restore(
        _ file: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> StoreStatus {
        let store = try Store.restore(file, at: path(environment), retention: retention(environment))
        if let found = store.whatWasFound {
            _ = try await store.events.append(
                kind: EventType.info.rawValue, level: EventLevel.notice.rawValue, title: found.title,
                detail: found.detail,
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

    /// This user's own, or one in memory for a verb that can do without: then nothing is recorded, which is said.
    static func openIfPossible() throws(StoreError) -> Store {
        do {
            return try open()
        } catch {
            say("perch: Nothing is recorded: \(Failure(error).message)")
            return try Store.inMemory()
        }
    }
}
