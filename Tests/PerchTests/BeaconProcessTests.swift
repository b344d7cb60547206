import TestSupport
import Foundation
import Testing

/// The verbs for beacons and regions, as the real program, against a gateway on a simulated dongle.
@Suite(.timeLimit(.minutes(2))) struct BeaconProcessTests {
    private let home: TemporaryFolder
    private static let badge = "E7B2C021-5D07-4D0B-9C20-223488C8B012"
    private static let table = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/1"

    init() throws { home = try TemporaryFolder() }

    /// Starts a verb of the gateway in the home folder. A verb that hangs is killed, which ends its
    /// output.
    private func verb(_ arguments: String...) throws -> PerchProcess {
        let process = try PerchProcess(arguments, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        process.kill(after: 60)
        return process
    }

    private func run(_ arguments: String...) throws -> PerchProcess.Ending {
        let process = try PerchProcess(arguments, home: home)
        process.kill(after: 60)
        return try process.end()
    }

    private func code(_ ending: PerchProcess.Ending) throws -> String? {
        (try ending.objects().last?["error"] as? [String: Any])?["code"] as? String
    }

    @Test("a region is added, watched, entered by what is there, and removed")
    func regions() async throws {
        let gateway = try await ServingProcess(in: home)
        let watch = try verb("region", "watch", "--json", "--duration", "20s")
        #expect(try watch.end().status == 69)
        let added = try verb("region", "add", "tables", "--beacon", "5E1F7A103C2B4D9E8A770B6C1D2E3F40").end()
        #expect(added.status == 0, "\(added.errors)")
        let one = try verb("region", "add", "one", "--beacon", Self.table, "--exit-after", "2s").end()
        #expect(one.output.contains("It is part of region \"tables\""))
        let watching = try verb("region", "watch", "tables", "--json")
        let line = watching.line()
        #expect(line.contains(#""region":"tables""#))
        #expect(line.split(separator: #""simulated""#).count == 2)
        watching.interrupt()
        #expect(try watching.end().status == 0)
        try await eventually("it is inside the region") {
            try verb("region", "list", "--json").end().objects().contains {
                let definition = $0["definition"] as? [String: Any]
                return definition?["name"] as? String == "tables" && $0["state"] as? String == "inside"
            }
        }
        let again = try verb("region", "add", "tables", "--beacon", Self.badge, "--json").end()
        #expect(again.status == 64)
        #expect(try code(again) == "region-taken")
        #expect(try verb("region", "remove", "one").end().status == 0)
        let gone = try verb("region", "remove", "one", "--json").end()
        #expect(gone.status == 69)
        #expect(try code(gone) == "unknown-region")
        let status = try verb("status").end()
        #expect(status.output.contains("inside 1 of 1 region, watched"))
        gateway.process.send(SIGTERM)
        #expect(try gateway.process.end().status == 0)
        // A gateway inside the verb's own process reads the saved state.
        #expect(try run("region", "list").output.contains("tables  not watched, last known inside"))
    }

    @Test("what is no beacon is told with what was given, and with an exit code of its own")
    func badInput() throws {
        for (beacon, wanted) in [
            ("\(Self.badge)/70000", "invalid-major"), ("\(Self.badge)/1/x", "invalid-minor"),
            ("\(Self.badge)/1/2/3", "invalid-uuid"), ("Table 7", "invalid-uuid"), ("E7B", "invalid-uuid"),
        ] {
            let ending = try run("region", "add", "a", "--beacon", beacon, "--json")
            #expect(ending.status == 65, "\(beacon): \(ending.errors)")
            #expect(try code(ending) == wanted)
            let placed = try run("place", "--port", "sim", "--beacon", beacon)
            #expect(placed.status == 65)
            if wanted == "invalid-uuid" {
                #expect(placed.errors.contains("Invalid beacon UUID format: \"\(beacon)\"."))
            }
        }
        let filtered = try run("scan", "--port", "sim", "--uuid", "x", "--duration", "1s", "--json")
        #expect(try filtered.status == 65 && code(filtered) == "invalid-uuid")
        // A prefix may name a beacon that is not heard now.
        let unheard = try run("place", "--port", "sim", "--beacon", "E7B2", "--json")
        #expect(try unheard.status == 69 && code(unheard) == "unknown-beacon")
        #expect(try run("beacon", "alias", Self.badge, "Table 7").status == 65)
        #expect(try run("region", "add", "a", "--beacon", Self.badge, "--exit-after", "10ms").status == 64)
        #expect(try run("place", "--beacon", Self.badge, "--samples", "0").status == 64)
        #expect(try run("place").status == 64)
        let short = try run("place", "--beacon", Self.badge, "--duration", "4s")
        #expect(short.status == 64 && short.errors.contains("--duration is too short for 5 samples"))
    }

    @Test("ranging gives a line a second, nearest first, and a result")
    func ranging() throws {
        let ending = try run("range", "--port", "sim", "--duration", "3500ms", "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        let lines = try ending.objects()
        let ticks = lines.filter { $0["type"] as? String == "ranging" }
        #expect((2...4).contains(ticks.count))
        let last = try #require(ticks.last)
        #expect(last["listening"] as? Bool == true)
        let beacons = try #require(last["beacons"] as? [[String: Any]])
        #expect(beacons.count >= 9)
        let order = ["immediate", "near", "far", "unknown"]
        let places = beacons.compactMap { $0["proximity"] as? String }.compactMap { order.firstIndex(of: $0) }
        #expect(places == places.sorted() && places.count == beacons.count)
        #expect(lines.last?["type"] as? String == "result" && lines.last?["beacons"] as? Int == beacons.count)
        let one = try run("range", "--port", "sim", "--duration", "2500ms", "--json", "--beacon", Self.table)
        let few = try one.objects().filter { $0["type"] as? String == "ranging" }.last?["beacons"] as? [[String: Any]]
        #expect(few?.count == 1 && few?.first?["minor"] as? Int == 1)
    }

    @Test("a beacon that is near is detected, one that is weak or absent is not, in time")
    func placement() throws {
        let near = try run("place", "--port", "sim", "--beacon", Self.table, "--samples", "2", "--threshold", "-90")
        #expect(near.status == 0, "\(near.errors)")
        #expect(near.output.contains("Beacon Detected! (avg -"))
        let weak = try run(
            "place", "--port", "sim", "--beacon", Self.table, "--threshold", "-10", "--samples", "3", "--duration",
            "3s",
            "--json")
        #expect(weak.status == 75)
        #expect(try code(weak) == "not-placed")
        #expect(try weak.objects().contains { $0["verdict"] as? String == "too-weak" })
        #expect(try weak.objects().last?["detected"] as? Bool == false)
        let absent = try run("place", "--port", "sim", "--beacon", Self.badge, "--duration", "5s")
        #expect(absent.status == 75)
        #expect(absent.output.contains("Searching for beacon signal..."))
        #expect(absent.errors.contains("was not heard."))
        // Regions are in the store, which a dongle in this process does not use.
        #expect(try run("region", "watch", "--port", "sim").status == 64)
        #expect(try run("range", "--region", "tables", "--port", "sim").status == 64)
    }

    @Test("a beacon is calibrated, named, shown and exported")
    func beacons() async throws {
        let gateway = try await ServingProcess(in: home)
        let calibrated = try verb("beacon", "calibrate", Self.table, "--samples", "5", "--within", "30s").end()
        #expect(calibrated.status == 0, "\(calibrated.errors)")
        #expect(calibrated.output.contains("is calibrated: -"))
        #expect(try verb("beacon", "alias", Self.table, "Table 7").end().status == 0)
        let shown = try verb("beacon", "show", "Table 7", "--json").end()
        #expect(shown.status == 0, "\(shown.errors)")
        let beacon = try #require(try shown.objects().first)
        #expect(beacon["alias"] as? String == "Table 7")
        #expect((beacon["calibration"] as? [String: Any])?["samples"] as? Int == 5)
        #expect((beacon["now"] as? [String: Any])?["calibrated"] as? Bool == true)
        let csv = try verb("beacon", "export", "--format", "csv", "--beacon", "Table 7").end()
        let rows = csv.output.split(separator: "\r\n")
        #expect(rows.first == "time,uuid,major,minor,dongle,adverts,rssi_min_dbm,rssi_mean_dbm,rssi_max_dbm,distance_m")
        #expect(rows.count >= 2 && rows.dropFirst().allSatisfy { $0.split(separator: ",").count == 10 })
        let file = home.path("history.ndjson")
        #expect(try verb("beacon", "export", "--format", "ndjson", "--output", file).end().status == 0)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count >= 9 && lines.allSatisfy { $0.contains(#""type":"history""#) })
        #expect(try verb("beacon", "export", "--format", "csv", "--output", file).end().status == 73)
        let listed = try verb("beacon", "list").end()
        #expect(listed.output.contains("Table 7  \(Self.table)  "))
        let many = try verb("beacon", "calibrate", Self.badge + "/1/1", "--samples", "5", "--within", "2s", "--json")
            .end()
        #expect(many.status == 75)
        #expect(try code(many) == "too-few-samples")
        #expect(try verb("beacon", "forget", "Table 7").end().status == 0)
        gateway.process.send(SIGTERM)
        #expect(try gateway.process.end().status == 0)
    }

    @Test("an installation of hundreds of beacons is ranged whole")
    func manyBeacons() throws {
        let advertisers = (0..<301).map { number -> [String: Any] in
            // Few beacons share a UUID, so that none is taken for part of a flood.
            let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F4\(number % 7)"
            return [
                "name": "Table \(number)", "address": "c3:00:00:00:\(hex(number >> 8)):\(hex(number & 0xFF))",
                "intervalMs": 400, "distanceM": 1 + Double(number % 20),
                "advert": [["iBeacon": ["uuid": uuid, "major": 1, "minor": number, "measuredPowerDBm": -59]]],
            ]
        }
        let scenario = try JSONSerialization.data(withJSONObject: ["name": "hall", "advertisers": advertisers])
        let file = try home.file("hall.json", String(decoding: scenario, as: UTF8.self))
        let ending = try run("range", "--port", "sim", "--scenario", file, "--duration", "4500ms", "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        let ticks = try ending.objects().filter { $0["type"] as? String == "ranging" }
        #expect((ticks.last?["beacons"] as? [Any])?.count == 301)
    }

    private func hex(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
