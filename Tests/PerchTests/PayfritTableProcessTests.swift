import DevBackend
import TestSupport
import Foundation
import Testing

/// From a factory beacon to a registered table, as the real program, on a simulated dongle.
@Suite(.timeLimit(.minutes(4))) struct PayfritTableProcessTests {
    private static let limits = ["--listen", "2s", "--verify-limit", "5s"]

    private static func table(_ home: PayfritHome, _ more: String...) async throws -> PerchProcess.Ending {
        try await home.run(["provision", "table"] + limits + more)
    }

    @Test("the next table gets the nearest factory beacon, and is registered and verified once")
    func next() async throws {
        try await PayfritHome.served(beacons: 2) { home, _ in
            let ending = try await Self.table(home)
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(ending.output.hasPrefix(home.banner + "Business: Lindenhof (1)\nNearest factory beacon: "))
            #expect(ending.output.contains("\nTable 1: "))
            #expect(ending.output.contains("Nearest factory beacon: 48:87:2d:11:00:01"))
            #expect(ending.output.hasSuffix("Table 1 is registered as beacon #1.\n"))
            let state = try await home.backend.state()
            #expect(state.hardware == ["48:87:2D:11:00:01": 1])
            #expect(state.registrations.values.reduce(0, +) == 1 && state.verifies.values.reduce(0, +) == 1)
            #expect(try await home.table("servicepoints").contains("Table 1"))
            #expect(try await home.table("tables").contains("registered"))
            let found = try await home.table("lookup", "48:87:2d:11:00:01")
            #expect(found.contains("Table 1") && found.contains("Lindenhof"))
            let again = try await Self.table(home, "--service-point", "Table 1")
            #expect(again.status == 0 && again.output.contains("To replace it, add --replace."), "\(again.errors)")
            #expect(try await home.backend.state().registrations.values.reduce(0, +) == 1)
        }
    }

    @Test("table follows table until no factory beacon is left")
    func repeated() async throws {
        try await PayfritHome.served(beacons: 3) { home, _ in
            let ending = try await Self.table(home, "--repeat", "--business", "nordwind", "--json")
            #expect(ending.status == 0, "\(ending.errors)")
            let result = try #require(try ending.objects().last)
            #expect(result["tables"] as? Int == 3 && result["table"] as? String == "Table 3")
            // The two existing service points are used first, then a new one.
            let state = try await home.backend.state()
            #expect(state.activeBeacons == 3)
            #expect(state.servicePoints == 7)
            let nothing = try await Self.table(home, "--service-point", "Bar", "--new", "--json")
            #expect(nothing.status == 69)
            #expect(try nothing.code() == "no-factory-beacon")
        }
    }

    @Test("once it is registered, a beacon has the name of its table wherever it is heard")
    func badges() async throws {
        try await PayfritHome.served(beacons: 2) { home, _ in
            let before = try await home.run(["scan", "--duration", "2s", "--json"])
            #expect(try before.objects().allSatisfy { ($0["badge"] as? [String: Any])?["kind"] as? String != "ours" })
            #expect(try await Self.table(home).status == 0)
            let ours = #""badge":{"kind":"ours","name":"Table 1"}"#
            let scan = try await home.run(["scan", "--duration", "3s", "--json"])
            let heard = scan.output.split(separator: "\n").filter { $0.contains(#""minor":"#) && $0.contains("5E") }
            #expect(scan.status == 0 && scan.output.contains(ours), "\(heard.prefix(3))")
            let list = try await home.run(["provision", "list", "--duration", "2s"])
            #expect(list.output.contains("[ours: Table 1]"), "\(list.output)")
            let json = try await home.run(["provision", "list", "--duration", "2s", "--json"])
            #expect(json.output.contains(ours) && json.output.contains(#""badge":{"kind":"banned"}"#))
            let range = try await home.run(["range", "--duration", "3s", "--json"])
            #expect(range.output.contains(ours), "\(range.output)")
            #expect(try await home.payfrit("logout").status == 0)
            for verb in [["scan"], ["provision", "list"], ["range"]] {
                let ending = try await home.run(verb + ["--duration", "2s", "--json"])
                #expect(ending.status == 0 && !ending.output.contains("badge"), "\(verb)")
            }
        }
    }

    @Test("a service point is taken by name or number, and a new one only when that is said")
    func named() async throws {
        try await PayfritHome.served(beacons: 2) { home, _ in
            let unknown = try await Self.table(home, "--service-point", "Bar", "--json")
            #expect(unknown.status == 69)
            #expect(try unknown.code() == "unknown-service-point")
            let second = try await Self.table(home, "--service-point", "table 2", "--beacon", "48:87:2d:11:00:02")
            #expect(
                second.status == 0 && second.output.hasSuffix("Table 2 is registered as beacon #1.\n"),
                "\(second.errors)")
            let bar = try await Self.table(home, "--service-point", "Bar", "--new")
            #expect(bar.status == 0 && bar.output.hasSuffix("Bar is registered as beacon #2.\n"), "\(bar.errors)")
        }
    }

    @Test("a bare number that is the number of one and the name of another takes neither")
    func numbered() async throws {
        try await PayfritHome.served { home, _ in
            #expect(try await home.payfrit("servicepoints", "add", "2").status == 0)
            let sheet = try home.folder.file("names.csv", "name\n2\n")
            let plan = try await home.run(["provision", "plan", sheet, "--business", "1"])
            #expect(plan.status == 0 && plan.errors.contains("1 table is planned."), "\(plan.errors)")
            let ending = try await Self.table(home, "--service-point", "2", "--json")
            #expect(ending.status == 64)
            #expect(try ending.code() == "several-service-points")
        }
    }

    @Test("a gateway that is killed in the middle is gone on with at the same table, registered once")
    func killed() async throws {
        try await PayfritHome.served { home, gateway in
            let process = try PerchProcess(
                ["provision", "table", "--json"] + Self.limits, home: home.folder, environment: home.environment)
            process.kill(after: 60)
            var line = ""
            repeat { line = process.line() } while !line.isEmpty && !line.contains(#""state":"writing""#)
            gateway.process.send(SIGKILL)
            #expect(try await PayfritHome.end(of: process).status == 75)
            #expect(try gateway.process.end().status == -SIGKILL)
            let again = try await ServingProcess(
                ["--scenario", home.folder.path("scenario.json")], in: home.folder, environment: home.environment)
            defer { again.process.interrupt() }
            let ending = try await Self.table(home)
            #expect(ending.status == 0 && ending.output.contains("Going on with Table 1"), "\(ending.errors)")
            let state = try await home.backend.state()
            #expect(state.registrations.values.reduce(0, +) == 1 && state.servicePoints == 6)
        }
    }

    @Test("without a network the registration waits, and arrives when there is one")
    func offline() async throws {
        try await PayfritHome.served { home, _ in
            try await home.backend.add(
                Fault(.cut, path: "/beacon-sharding/register_beacon_hardware.php", times: 1_000))
            let ending = try await Self.table(home, "--register-limit", "1s", "--json")
            #expect(ending.status == 75)
            #expect(try ending.code() == "registration-waits")
            #expect(try await home.table("outbox").contains("waiting, "))
            let again = try await Self.table(home, "--service-point", "Table 1", "--register-limit", "1s")
            #expect(again.status == 75 && again.output.contains("→ Table 1: verified, registration queued\n"))
            #expect(again.errors.contains("perch: The registration of Table 1 waits: "), "\(again.errors)")
            #expect(again.errors.contains("`perch payfrit outbox` lists"))
            let stopped = try PerchProcess(
                ["payfrit", "outbox", "deliver"], home: home.folder, environment: home.environment)
            stopped.kill(after: 60)
            _ = stopped.line()
            await eventually("it waits") { stopped.errorsSoFar.contains("Waiting for the backend") }
            stopped.interrupt()
            let interrupted = try await PayfritHome.end(of: stopped)
            #expect(interrupted.status == 130 && interrupted.errors.contains("the others stay in the outbox."))
            try await home.backend.clearFaults()
            let delivered = try await home.payfrit("outbox", "deliver")
            #expect(delivered.status == 0 && delivered.output.hasSuffix("Delivered 1 registration.\n"))
            #expect(try await home.table("outbox") == "Nothing is waiting.\n")
            #expect(try await home.table("outbox", "deliver") == "Nothing is waiting.\n")
            #expect(try await home.backend.state().registrations.values.reduce(0, +) == 1)
        }
    }

    @Test("an answer that never came is no reason to register twice")
    func lostAnswer() async throws {
        try await PayfritHome.served { home, _ in
            try await home.backend.add(Fault(.dropAnswer, path: "/beacon-sharding/register_beacon_hardware.php"))
            #expect(try await Self.table(home).status == 0)
            let state = try await home.backend.state()
            #expect(state.registrations.values.reduce(0, +) == 1 && state.activeBeacons == 1)
            // The program looked for the registration before it sent anything again.
            #expect(state.repetitions.isEmpty && state.replays.isEmpty)
        }
    }

    @Test("a refused registration is told in the backend's words, edited, tried again, or dropped")
    func refused() async throws {
        try await PayfritHome.served(beacons: 2) { home, _ in
            try await home.backend.add(
                Fault(.refuse, path: "/beacons/save.php", error: "Table 1 is no name for a table."))
            let ending = try await Self.table(home, "--json")
            #expect(ending.status == 65)
            #expect(try ending.code() == "registration-refused")
            #expect(
                try await home.table("outbox").contains("refused, 1 attempt, done: register\n    Table 1 is no name"))
            #expect(try await home.table("outbox", "edit", "1", "--name", "Five").contains("#1  Five"))
            #expect(try await home.payfrit("outbox", "retry", "1").status == 0)
            #expect(try await home.payfrit("outbox", "deliver").status == 0)
            #expect(try await home.table("beacons").contains("✓ Five "))
            try await home.backend.add(
                Fault(.refuse, path: "/beacon-sharding/register_beacon_hardware.php", error: "No."))
            #expect(try await Self.table(home).status == 65)
            #expect(try await home.payfrit("outbox", "drop", "2").status == 64)
            #expect(try await home.payfrit("outbox", "drop", "2", "--yes").status == 0)
            #expect(try await home.table("outbox") == "Nothing is waiting.\n")
        }
    }

    @Test("a login that ends in the middle keeps the registration, which the next login delivers")
    func expired() async throws {
        try await PayfritHome.served { home, _ in
            try await home.backend.add(
                Fault(.expireToken, path: "/beacon-sharding/register_beacon_hardware.php"))
            let ending = try await Self.table(home, "--json")
            #expect(ending.status == 77)
            #expect(try ending.code() == "logged-out")
            try await home.logIn()
            #expect(try await home.payfrit("outbox", "deliver").status == 0)
            #expect(try await home.backend.state().registrations.values.reduce(0, +) == 1)
        }
    }

    @Test("with a dongle and a backend of its own process it works as well, and is marked as simulated")
    func alone() async throws {
        try await PayfritHome.with { home in
            let scenario = try home.scenario(beacons: 1)
            try await home.logIn()
            let ending = try await Self.table(home, "--port", "sim", "--scenario", scenario)
            #expect(ending.status == 0 && ending.errors.contains("SIMULATED"), "\(ending.errors)")
            #expect(ending.output.hasSuffix("Table 1 is registered as beacon #1.\n"))
        }
    }

    @Test("what was planned online is provisioned without a network, and registered when there is one")
    func planned() async throws {
        try await PayfritHome.served(beacons: 2) { home, _ in
            let sheet = try home.folder.file(
                "names.csv", "name,address\nBar,48:87:2d:11:00:01\nTerrace,48:87:2d:11:00:02\n")
            let plan = try await home.run(["provision", "plan", sheet, "--business", "Lindenhof"])
            #expect(plan.status == 0 && plan.errors.contains("2 tables are planned."), "\(plan.errors)")
            let file = try home.folder.file("plan.json", plan.output)
            try await home.backend.add(Fault(.cut, times: 1_000))
            let apply = ["provision", "apply", file, "--register", "--verify-limit", "5s", "--register-limit"]
            let offline = try await home.run(apply + ["1s", "--json"])
            #expect(offline.status == 75)
            #expect(try offline.code() == "not-all-registered")
            #expect(try offline.objects().last?["queued"] as? Int == 2)
            #expect(try await home.table("tables").split(separator: "\n").count { $0.contains("queued") } == 2)
            let told = try await home.run(apply + ["1s"])
            #expect(told.status == 75 && told.output.contains("→ Bar: verified, registration queued\n"))
            #expect(told.output.hasSuffix("2 tables: 0 registered, 2 queued.\n") && !told.output.contains("✗"))
            #expect(told.errors.contains("perch: 2 registrations wait: "), "\(told.errors)")
            #expect(told.errors.contains("`perch payfrit outbox` lists"))
            try await home.backend.clearFaults()
            let online = try await home.run(apply + ["60s"])
            #expect(online.status == 0 && online.output.hasSuffix("2 tables: 2 registered.\n"), "\(online.errors)")
            #expect(try await home.backend.state().registrations.values.sorted() == [1, 1])
            let other = try home.folder.file("other.json", plan.output.replacing("\"minor\":1", with: "\"minor\":77"))
            let unknown = try await home.run(["provision", "apply", other, "--register", "--json"])
            #expect(try unknown.code() == "not-planned")
        }
    }

    @Test("without a table every service point that has no beacon is planned, and taken one by one")
    func plannedPoints() async throws {
        try await PayfritHome.served(beacons: 1) { home, _ in
            let plan = try await home.run(["provision", "plan", "--business", "2"])
            #expect(plan.status == 0 && plan.output.isEmpty, "\(plan.errors)")
            #expect(plan.errors.contains("provisions the 2 without an address"))
            let ending = try await Self.table(home)
            #expect(ending.status == 0 && ending.output.contains("Going on with Table 1"), "\(ending.errors)")
        }
    }

    @Test("what is shown of a table's beacon can be typed, and what is deleted is the table's nowhere any more")
    func names() async throws {
        try await PayfritHome.served(beacons: 2) { home, _ in
            #expect(try await Self.table(home).status == 0)
            let address = "48:87:2d:11:00:01"
            let table = try #require(try await home.run(["payfrit", "tables", "--json"]).objects().first)
            let uuid = try #require(table["uuid"] as? String)
            #expect(table["business_name"] as? String == "Lindenhof" && table["registered"] != nil)
            for name in [
                ["--table", "table 1"], ["--beacon", "Table 1"], ["--beacon", address],
                ["--beacon", "\(uuid.prefix(8))/1/1"],
            ] {
                let placed = try await home.run(["place", "--samples", "2", "--duration", "20s"] + name)
                #expect(placed.status == 0, "\(name): \(placed.errors)")
                #expect(placed.output.contains("Scanning for \(uuid)/1/1"))
            }
            for name in ["Table 1", address, String(uuid.prefix(8)), "\(uuid)/1/1", uuid] {
                let scan = try await home.run(["scan", "--uuid", name, "--duration", "3s", "--json"])
                let heard = try scan.objects().filter { $0["type"] as? String == "advert" }
                #expect(scan.status == 0 && !heard.isEmpty, "\(name): \(scan.errors)")
                #expect(heard.allSatisfy { $0["address"] as? String == address }, "\(name)")
            }
            let nobody = try await home.run(["place", "--table", "Table 77", "--json"])
            #expect(try nobody.code() == "unknown-table")

            let taken = try await home.run(
                [
                    "provision", "one", "--beacon", address, "--uuid", uuid, "--major", "1", "--minor", "9", "--name",
                    "X",
                ])
            #expect(taken.status == 65 && taken.errors.contains("Table 1"), "\(taken.errors)")

            #expect(try await home.payfrit("beacons", "delete", "Table 1", "--yes").status == 0)
            #expect(try await home.table("tables").contains("planned"))
            #expect(try await home.table("servicepoints").contains("Table 1") == true)
            let list = try await home.run(["provision", "list", "--duration", "2s", "--json"])
            #expect(list.status == 0 && !list.output.contains("\"kind\":\"ours\""), "\(list.output)")
            let report = try await home.run(["provision", "report", "--format", "csv"])
            #expect(report.output.contains("\r\nTable 1,,planned,,"), "\(report.output)")
            let dropped = try await home.payfrit("tables", "drop", "table 1", "--yes")
            #expect(dropped.status == 0 && dropped.output.contains("dropped"))
        }
    }

    @Test("a beacon that another gateway has registered is not taken unasked")
    func elsewhere() async throws {
        try await PayfritHome.served(beacons: 1) { home, _ in
            #expect(try await Self.table(home).status == 0)
            let other = PayfritHome(folder: try TemporaryFolder(), backend: home.backend, url: home.url)
            try await other.logIn()
            let order = [
                "provision", "one", "--port", "sim", "--beacon", "48:87:2d:11:00:01", "--uuid",
                "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", "--major", "1", "--minor", "9", "--name", "X", "--search", "2s",
            ]
            let taken = try await other.run(order + ["--json"])
            #expect(try taken.status == 65 && taken.code() == "beacon-taken", "\(taken.output) \(taken.errors)")
            #expect(taken.output.contains("Table 1"))
            let agreed = try await other.run(order + ["--replace"])
            #expect(!agreed.errors.contains("is at"), "\(agreed.errors)")
        }
    }
}
