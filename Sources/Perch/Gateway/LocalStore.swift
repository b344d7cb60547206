import Failures
import Foundation
import Settings
import Store

/// The store of a gateway inside this process.
enum LocalStore {
    /// This user's own. It keeps what this user's gateway would keep; where the settings are wrong, everything it can.
    static func open(environment: [String: String] = ProcessInfo.processInfo.environment) throws(StoreError) -> Store {
        // What is wrong in the settings is told by verbs that go by them.
        let retention =
            (try? Settings.ofThisUser(environment: environment).retention)
            ?? Store.Retention(newest: 1_000_000, historyDays: 3650, historyMegabytes: 1_000_000)
        return try Store.open(path: Settings.stateFolder(environment: environment) + "/perch.db", retention: retention)
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
