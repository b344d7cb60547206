import TestSupport
import Foundation
import Testing

@testable import Perch
@testable import Store

/// A store that a verb opens for itself.
struct LocalStoreTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
    }

    private func retention(_ settings: String) throws -> Store.Retention {
        let file = try home.file("perch.toml", settings)
        let store = try LocalStore.open(
            environment: ["XDG_STATE_HOME": home.path("state"), "PERCH_CONFIG": file])
        defer { try? store.close() }
        return store.database.retention
    }

    @Test("it keeps what the settings say, not what is usual")
    func settings() throws {
        let kept = try retention("[events]\nkeep = 5000\n[history]\ndays = 365\nmegabytes = 1000\n")
        #expect(kept == Store.Retention(newest: 5000, historyDays: 365, historyMegabytes: 1000))
    }

    @Test("it is where the settings say, by a file or a variable, and the usual one where they are wrong")
    func place() throws {
        func path(_ settings: String, _ variables: [String: String] = [:]) throws -> String? {
            let usual = ["XDG_STATE_HOME": home.path("state"), "PERCH_CONFIG": try home.file("perch.toml", settings)]
            let store = try LocalStore.open(environment: usual.merging(variables) { $1 })
            defer { try? store.close() }
            return store.path
        }
        #expect(try path("") == home.path("state/perch/perch.db"))
        #expect(try path("[store]\nfolder = \"\(home.path("a"))\"") == home.path("a/perch.db"))
        let variable = ["PERCH_STORE_FOLDER": home.path("b")]
        #expect(try path("[store]\nfolder = \"\(home.path("a"))\"", variable) == home.path("b/perch.db"))
        #expect(try path("[history]\ndays = \"many\"\n[store]\nfolder = \"/a\"") == home.path("state/perch/perch.db"))
    }

    @Test("settings that are wrong take nothing away")
    func wrong() throws {
        #expect(try retention("[history]\ndays = \"many\"\n").historyDays == 3650)
    }
}
