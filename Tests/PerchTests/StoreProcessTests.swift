import TestSupport
import Foundation
import Testing

/// The verbs on the database, as the real program, with a gateway and without one.
@Suite(.timeLimit(.minutes(2))) struct StoreProcessTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: String..., home: TemporaryFolder) throws -> PerchProcess.Ending {
        try PerchProcess(arguments, home: home).end()
    }

    /// Returns a folder in which verbs without a gateway use the file `database`.
    private func otherHome() throws -> (home: TemporaryFolder, database: String) {
        let other = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: other.path("perch"), withIntermediateDirectories: true)
        return (other, other.path("perch/perch.db"))
    }

    /// Checks by `store check` that the database in a folder is sound, and returns the titles of
    /// its events.
    private func check(_ home: TemporaryFolder) throws -> [String] {
        let check = try run("store", "check", "--json", home: home)
        #expect(check.status == 0, "\(check.errors)")
        #expect(try check.objects().last?["findings"] as? Int == 0)
        return try run("events", "--json", home: home).objects().compactMap { $0["title"] as? String }
    }

    @Test("a backup is made while the gateway records, is sound, and replaces nothing unasked")
    func backupOfRunning() async throws {
        let gateway = try await GatewayProcess.start("--port", "sim", home: home)
        try await gateway.waitForEvent("Dongle first seen")
        let (other, database) = try otherHome()
        let backup = try gateway.run("store", "backup", database, "--json")
        #expect(backup.status == 0, "\(backup.errors)")
        let result = try #require(try backup.objects().last)
        #expect(result["file"] as? String == database)
        let size = try FileManager.default.attributesOfItem(atPath: database)[.size] as? Int
        #expect(size != nil && result["bytes"] as? Int == size)
        #expect(try check(other) == ["Gateway started", "Dongle first seen"])

        let again = try gateway.run("store", "backup", database, "--json")
        #expect(again.status == 73)
        #expect(again.output.contains(#""code":"file-exists""#))
        #expect(try gateway.run("store", "backup", database, "--force").status == 0)
        #expect(try check(other) == ["Gateway started", "Dongle first seen"])
        #expect(try gateway.stop().status == 0)
    }

    @Test("a backup is made without a gateway, and is sound")
    func backupOfStopped() async throws {
        let gateway = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        try await gateway.waitForEvent("Port cannot be used")
        #expect(try gateway.stop().status == 0)
        let (other, database) = try otherHome()
        let backup = try run("store", "backup", database, home: home)
        #expect(backup.status == 0, "\(backup.errors)")
        #expect(try check(other) == ["Gateway started", "Port cannot be used"])
        // The check has not recorded any event.
        #expect(try check(home) == ["Gateway started", "Port cannot be used"])
    }

    @Test("a damaged backup is found by the check")
    func damaged() async throws {
        let gateway = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        let (other, database) = try otherHome()
        #expect(try gateway.run("store", "backup", database).status == 0)
        #expect(try gateway.stop().status == 0)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
        // The last page belongs to a table or an index; damage in the first ones would prevent
        // opening.
        bytes.replaceSubrange((bytes.count - 4096)..., with: repeatElement(0xA5, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: database))
        let check = try run("store", "check", "--json", home: other)
        #expect(check.status == 65, "\(check.errors)")
        #expect(check.output.contains(#""code":"store-damaged""#))
    }

    @Test("a second gateway on the same database ends with 75 and names the first, which goes on")
    func owned() async throws {
        let gateway = try await GatewayProcess.start("--port", "sim", home: home)
        let second = try run(
            "serve", "--port", "sim", "--socket", home.path("other.sock"), "--state", home.path("perch"), home: home)
        #expect(second.status == 75)
        #expect(second.errors.contains("code=store-owned"))
        let status = try gateway.run("status", "--json")
        let pid = try #require(try status.objects().first?["pid"] as? Int, "\(status.output)")
        #expect(second.errors.contains("\(home.path("perch/perch.db")) is in use by process \(pid)."))
        #expect(!FileManager.default.fileExists(atPath: home.path("other.sock")))

        // A verb without a gateway needs the database for itself, too.
        let events = try run("events", "--json", home: home)
        #expect(events.status == 75)
        #expect(events.output.contains(#""code":"store-owned""#))
        #expect(try gateway.run("store", "check").status == 0)
        #expect(try gateway.stop().status == 0)
    }
}
