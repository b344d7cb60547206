import Failures
import Foundation
import Settings
import Store

/// The store of a gateway inside this process.
enum LocalStore {
    /// This user's own.
    static func open(environment: [String: String] = ProcessInfo.processInfo.environment) throws(StoreError) -> Store {
        try Store.open(path: Places(environment: environment).stateFolder + "/perch.db")
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
