import TestSupport
import Foundation
import Testing

/// The verbs for provisioning, as the real program, on a simulated dongle.
@Suite(.timeLimit(.minutes(2))) struct ProvisionProcessTests {
    private let home: TemporaryFolder
    private static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
    private static let table = """
        address,name,uuid,major,minor
        48:87:2d:11:00:01,Table 9,\(uuid),1301,9
        48:87:2d:11:00:02,,,,
        48:87:2d:11:00:03,,,,

        """

    init() throws { home = try TemporaryFolder() }

    /// Starts a verb of the gateway in the home folder. A verb that hangs is killed, which ends its
    /// output.
    private func verb(_ arguments: String...) throws -> PerchProcess {
        let process = try PerchProcess(
            ["provision"] + arguments, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        process.kill(after: 60)
        return process
    }

    private func run(_ arguments: String...) throws -> PerchProcess.Ending {
        let process = try PerchProcess(["provision"] + arguments, home: home)
        process.kill(after: 60)
        return try process.end()
    }

    /// Provisions one beacon of a scenario that has only this beacon, in a process of its own.
    private func one(_ beacon: String, _ more: String...) throws -> PerchProcess.Ending {
        let scenario = try home.file(
            "scenario.json",
            """
            {"name": "one", "seed": 1, "peripherals": [{"advertiser": {"name": "One", "address": "48:87:2d:11:00:07",
             "addressType": "public", "pdu": "ADV_IND", "intervalMs": 100}, "largestMTU": 247, "connectionIntervalMs": 15,
             "behaviour": "cp28", "cp28": \(beacon)}]}
            """)
        let process = try PerchProcess(
            [
                "provision", "one", "--port", "sim", "--scenario", scenario, "--beacon", "48:87:2d:11:00:07", "--uuid",
                Self.uuid, "--major", "1301", "--minor", "7", "--name", "Table 7", "--verify-limit", "3s", "--json",
            ] + more, home: home)
        process.kill(after: 60)
        return try process.end()
    }

    private func code(_ ending: PerchProcess.Ending) throws -> String? {
        (try ending.objects().last?["error"] as? [String: Any])?["code"] as? String
    }

    @Test("one beacon is provisioned, with a line a change, and ends with 0 when it is verified")
    func oneBeacon() throws {
        let ending = try one("{}")
        #expect(ending.status == 0, "\(ending.errors)")
        let lines = try ending.objects()
        let runs = lines.filter { $0["type"] as? String == "run" }
        let states = runs.compactMap { $0["state"] as? String }
        #expect(states.last == "verified")
        #expect(Set(runs.compactMap { $0["step"] as? Int }).isSuperset(of: 1...24))
        #expect(runs.allSatisfy { $0["simulated"] as? Bool == true || $0["state"] as? String == "planned" })
        #expect(lines.last?["verified"] as? Int == 1 && lines.last?["unfinished"] as? Int == 0)
        #expect(ending.errors.contains("nothing can be resumed later"))
    }

    @Test("each way in which it can go wrong has its exit code, and none is a success")
    func failures() throws {
        let refused = try one(#"{"password": "hush-hush"}"#)
        #expect(refused.status == 77)
        #expect(try code(refused) == "passwords-refused")
        let passwords = try home.file("passwords", "wrong-one\nhush-hush\n")
        let taken = try one(#"{"password": "hush-hush"}"#, "--password-file", passwords)
        #expect(taken.status == 0, "\(taken.errors)")
        for ending in [refused, taken] {
            #expect(!(ending.output + ending.errors).contains("hush") && !ending.errors.contains("wrong-one"))
        }
        let unsaved = try one(#"{"ignoresSave": true}"#)
        #expect(unsaved.status == 75, "\(unsaved.errors)")
        #expect(try unsaved.objects().last?["written_unverified"] as? Int == 1)
    }

    @Test("a plan is applied, shown, listed and reported, and the next table follows from it")
    func plan() async throws {
        let gateway = try await ServingProcess(in: home)
        let sheet = try home.file("tables.csv", Self.table)
        let planned = try run("plan", sheet)
        #expect(planned.status == 0)
        let file = try home.file("plan.json", planned.output)
        let dry = try verb("apply", file, "--dry-run", "--json").end()
        #expect(try dry.objects().compactMap { $0["name"] as? String } == ["Table 9", "Table 10", "Table 11"])
        #expect(try verb("status").end().output == "No beacon has been provisioned yet.\n")

        let applied = try verb("apply", file).end()
        #expect(applied.status == 0, "\(applied.errors)")
        #expect(applied.output.contains("✓ Table 11  48:87:2d:11:00:03  verified"))
        #expect(applied.output.contains("writing 12/24") && !applied.output.contains("writing 13/24"))
        #expect(applied.output.hasSuffix("3 beacons: 3 verified.\n"))
        #expect(try verb("status").end().output.hasSuffix("3 runs: 3 verified.\n"))

        let shown = try verb("show", "2", "--json").end().objects()
        let writes = shown.filter { $0["kind"] as? String == "write" && $0["phase"] as? String == "intent" }
        #expect(writes.compactMap { $0["step"] as? Int } == Array(1...24))
        #expect(!shown.contains { $0["kind"] as? String == "password" && $0["hex"] != nil })
        let listed = try verb("list", "--json", "--duration", "2s").end().objects()
        #expect(
            listed.filter { $0["kind"] as? String == "provisioned" }.compactMap { $0["run_name"] as? String }.sorted()
                == ["Table 10", "Table 11", "Table 9"])
        let csv = try verb("report", "--format", "csv").end().output.split(separator: "\r\n")
        #expect(csv.count == 4 && csv[1].hasPrefix("Table 9,") && csv[3].hasPrefix("Table 11,"))
        let page = home.path("report.html")
        #expect(try verb("report", "--format", "html", "--output", page).end().status == 0)
        #expect(try verb("report", "--format", "html", "--output", page).end().status == 73)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<td>Table 10</td>"))

        let resumed = try verb("resume", "--json").end()
        #expect(resumed.status == 69)
        #expect(try code(resumed) == "nothing-to-resume")
        let next = try verb("one", "--beacon", "48:87:2d:11:00:99", "--next", "--search", "1s", "--json").end()
        #expect(next.status == 75)
        #expect(try code(next) == "not-heard")
        let wanted = try #require(try next.objects().first)
        #expect(wanted["name"] as? String == "Table 12" && wanted["minor"] as? Int == 12)
        #expect(wanted["major"] as? Int == 1301 && wanted["uuid"] as? String == Self.uuid)
        gateway.process.interrupt()
        #expect(try gateway.process.end().status == 0)
    }

    @Test("^C ends the runs in order, and they can be gone on with")
    func interrupted() async throws {
        let gateway = try await ServingProcess(in: home)
        let file = try home.file("plan.json", try run("plan", try home.file("t.csv", Self.table)).output)
        let applying = try verb("apply", file, "--parallel", "1", "--json")
        var line = ""
        repeat { line = applying.line() } while !line.isEmpty && !line.contains(#""state":"writing""#)
        applying.interrupt()
        let ending = try applying.end()
        #expect(ending.status == 130, "\(ending.errors)")
        let result = try #require(try ending.objects().last)
        #expect(result["unfinished"] as? Int == 0 && result["runs"] as? Int == 3)
        #expect(result["verified"] as? Int == 0)
        let resumed = try verb("resume", "--json").end()
        #expect(resumed.status == 0, "\(resumed.errors)")
        #expect(try resumed.objects().last?["verified"] as? Int == 3)
        gateway.process.interrupt()
        #expect(try gateway.process.end().status == 0)
    }

    @Test("a gateway that is killed in the middle is told of with how to look, and what it did is gone on with")
    func killed() async throws {
        let gateway = try await ServingProcess(in: home)
        let file = try home.file("plan.json", try run("plan", try home.file("t.csv", Self.table)).output)
        let applying = try verb("apply", file, "--json")
        var line = ""
        repeat { line = applying.line() } while !line.isEmpty && !line.contains(#""state":"writing""#)
        gateway.process.send(SIGKILL)
        let ending = try applying.end()
        #expect(ending.status == 75, "\(ending.errors)")
        #expect(try code(ending) == "gateway-lost")
        #expect(ending.errors.contains("Next: See their state with `perch provision status --batch 1`."))
        #expect(try gateway.process.end().status == -SIGKILL)
        let again = try await ServingProcess(in: home)
        #expect(try verb("status", "--json").end().objects().last?["verified"] as? Int == 0)
        let resumed = try verb("resume", "--json").end()
        #expect(resumed.status == 0, "\(resumed.errors)")
        #expect(try resumed.objects().last?["verified"] as? Int == 3)
        again.process.interrupt()
        #expect(try again.process.end().status == 0)
    }

    @Test("what is wrong in a file is told with its lines, and nothing is written or begun")
    func badFiles() throws {
        let sheet = try home.file("bad.csv", Self.table + "48:87:2d:11:00:01,Tür,,,70000\n")
        let planned = try run("plan", sheet)
        #expect(planned.status == 65 && planned.output.isEmpty)
        #expect(planned.errors.split(separator: "\n").filter { $0.contains("bad.csv, line 5: ") }.count == 3)
        #expect(try run("plan", home.path("none.csv")).status == 66)
        let plan = try home.file("p.json", #"{"version":1,"items":[{"adress":"x"}]}"#)
        let applied = try run("apply", plan, "--port", "sim", "--json")
        #expect(applied.status == 65)
        #expect(try code(applied) == "plan-invalid")
        #expect(applied.errors.contains("item 1: "))
        let shards = try run(
            "shards", "import", try home.file("s", "FDA50693-A4E2-4FB1-AFCF-C6EB07647825\nx\n"), "--json")
        #expect(shards.status == 65)
        #expect(try code(shards) == "shards-invalid")
        #expect(shards.errors.contains("line 1: ") && shards.errors.contains("line 2: "))
    }

    @Test("a command line that cannot be is refused before anything is begun")
    func badCommandLine() throws {
        let beacon = ["--beacon", "48:87:2d:11:00:01", "--port", "sim"]
        for more in [
            ["--major", "1"], ["--next", "--search", "1ms"], ["--next", "--verify-limit", "1h"],
            ["--next", "--type", "x"],
        ] {
            let ending = try PerchProcess(["provision", "one"] + beacon + more, home: home).end()
            #expect(ending.status == 64, "\(more): \(ending.errors)")
        }
        #expect(try run("apply", "x", "--parallel", "17").status == 64)
        #expect(try run("resume", "--parallel", "0").status == 64)
        #expect(try run("one", "--beacon", "x", "--next").status == 64)
        for (name, value, wanted) in [
            ("--name", "Ein viel zu langer Name", "name-too-long"), ("--name", "Tür", "name-not-ascii"),
            ("--uuid", "FDA50693-A4E2-4FB1-AFCF-C6EB07647825", "banned-uuid"), ("--major", "65536", "bad-value"),
            ("--tx-power", "8", "bad-tx-power"), ("--interval-ms", "0", "bad-interval"),
            ("--rssi-at-1m", "1", "bad-rssi"),
        ] {
            var arguments = ["--uuid", Self.uuid, "--major", "1", "--minor", "1", "--name", "A"]
            if let place = arguments.firstIndex(of: name) {
                arguments[place + 1] = value
            } else {
                arguments += [name, value]
            }
            let ending = try PerchProcess(["provision", "one", "--json"] + beacon + arguments, home: home).end()
            #expect(ending.status == 65, "\(name): \(ending.errors)")
            #expect(try code(ending) == wanted, "\(name): \(ending.errors)")
            #expect(!ending.errors.contains("Row"), "\(ending.errors)")
        }
        let first = try run("one", "--port", "sim", "--beacon", "48:87:2d:11:00:01", "--next", "--json")
        #expect(first.status == 69)
        #expect(try code(first) == "nothing-before")
    }

    @Test("shards are kept, listed and cleared, and the ban list is told")
    func shards() throws {
        let file = try home.file("shards", "\(Self.uuid) # first\n")
        #expect(try run("shards", "import", file).output == "The pool now has 1 UUID.\n")
        #expect(try run("shards").output == Self.uuid + "\n")
        #expect(try run("shards", "clear").status == 0)
        #expect(try run("shards", "list", "--json").objects().last?["count"] as? Int == 0)
        let banned = try run("ban-list", "--json").objects()
        #expect(
            banned.contains { $0["prefix"] as? String == "FDA50693" && ($0["vendors"] as? [String])?.isEmpty == false })
        #expect(banned.contains { $0["prefix"] as? String == "00000000" })
    }
}
