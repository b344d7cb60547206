import Foundation
import GatewayModel
import TestSupport
import Testing

/// Upgrades from 0.2.0 and back, as the real program.
@Suite(.timeLimit(.minutes(2)), .enabled(if: isInstalled("python3"), "needs python3, to make old databases"))
struct UpgradeProcessTests {
    private static let title = "Upgraded from 0.2.0 to \(APIVersion.program)"

    private let home: TemporaryFolder
    private let database: String
    private var copy: String { database + ".schema-13" }

    init() throws {
        home = try TemporaryFolder()
        database = home.path("perch/perch.db")
        try FileManager.default.createDirectory(atPath: home.path("perch"), withIntermediateDirectories: true)
        let fixtures = Checkout.file("Tests/StoreTests/Fixtures").path
        let steps = try FileManager.default.contentsOfDirectory(atPath: fixtures).filter { $0.hasSuffix(".sql") }
            .sorted()
        try execute(
            "db.executescript(''.join(open(f).read() for f in sys.argv[2:]))", steps.map { "\(fixtures)/\($0)" })
    }

    /// Runs Python on the database `db`.
    private func execute(_ python: String, _ arguments: [String] = []) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let program = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); \(python); db.commit(); db.close()"
        process.arguments = ["python3", "-c", program, database] + arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    private func run(_ arguments: String...) throws -> PerchProcess.Ending {
        try PerchProcess(arguments, home: home).end()
    }

    @Test(
        "perch serve tells of an upgrade once: in its log, line by line, and as events; perch store info shows the copy"
    )
    func serve() async throws {
        let gateway = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        try await gateway.waitForEvent(Self.title)
        let events = try gateway.run("events", "--json").objects()
        let upgrade = try #require(events.first { $0["title"] as? String == Self.title })
        #expect(upgrade["level"] as? String == "notice" && upgrade["kind"] as? String == "info")
        let note = "0.3.0 has copied the database to `perch.db.schema-13` beside it, then changed it."
        #expect((upgrade["detail"] as? String)?.contains(note) == true)
        let copied = try #require(events.first { $0["title"] as? String == "Database upgraded" })
        #expect(copied["level"] as? String == "notice")
        #expect((copied["detail"] as? String)?.contains("is kept at \(copy).") == true)
        let info = try #require(try gateway.run("store", "info", "--json").objects().first)
        #expect(info["copies"] as? [String] == [copy])
        #expect(try gateway.run("store", "info").output.contains("copy from before an upgrade: \(copy)\n"))
        let log = try gateway.stop().errors
        #expect(log.split(separator: "\n").filter { $0.contains(Self.title) }.count == 1)
        #expect(log.split(separator: "\n").contains { $0.contains(note) && !$0.contains(Self.title) }, "\(log)")

        let again = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        try await again.waitForEvent("Port cannot be used")
        let titles = try again.events()
        #expect(titles.filter { $0 == Self.title || $0 == "Database upgraded" }.count == 2)
        #expect(try !again.stop().errors.contains(note))
    }

    @Test("a verb with a gateway of its own tells of an upgrade once, on standard error")
    func verb() throws {
        let first = try run("beacon", "list", "--json")
        #expect(first.status == 0)
        #expect(first.errors.contains("perch: \(Self.title).\nperch: "), "\(first.errors)")
        #expect(first.errors.contains("perch: Database upgraded: "))
        #expect(try first.objects().contains { $0["alias"] as? String == "Table \"1\", Wörth" })
        #expect(try run("beacon", "list").errors == "")
        let titles = try run("events", "--json").objects().compactMap { $0["title"] as? String }
        #expect(titles.filter { $0 == Self.title }.count == 1)
    }

    @Test("a newer database is refused with the command that goes back, which works and keeps it")
    func downgrade() throws {
        #expect(try run("store", "info").status == 0)
        try execute("db.execute('INSERT INTO grdb_migrations VALUES (?)', ('99-new',))")
        let refused = try run("serve", "--state", home.path("perch"), "--socket", home.path("s"))
        #expect(refused.status == 78)
        #expect(refused.errors.contains("`perch store restore \(copy)`"), "\(refused.errors)")
        let restored = try run("store", "restore", copy, "--json")
        #expect(restored.status == 0, "\(restored.errors)")
        let old = try #require(try restored.objects().last?["replaced"] as? String)
        #expect(old.hasPrefix(database + ".old-") && FileManager.default.fileExists(atPath: old))
        #expect(try run("beacon", "list").status == 0)
    }
}
