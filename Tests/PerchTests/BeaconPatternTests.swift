import Advertising
import Failures
import Gateway
import GatewayModel
import LineFormats
import TestSupport
import Testing

@testable import Perch

@Suite struct BeaconPatternTests {
    private static let uuid = "E7B2C021-5D07-4D0B-9C20-223488C8B012"

    @Test(
        "a UUID with dashes or without, a major, a minor",
        arguments: [
            (uuid, uuid), ("e7b2c0215d074d0b9c20223488c8b012", uuid), (uuid + "/0", uuid + "/0"),
            (uuid + "/65535/7", uuid + "/65535/7"),
        ])
    func reads(text: String, meant: String) throws {
        #expect(try BeaconPattern(text).description == meant)
    }

    @Test("what is no beacon's UUID is told with what was given", arguments: ["", "E7B2", uuid + "/1/2/3", "Table 7"])
    func noUUID(text: String) throws {
        #expect(throws: GatewayError.invalidBeaconUUID(text)) { try BeaconPattern(text) }
    }

    @Test(
        "a number beyond 65535 is told with what was given",
        arguments: [("/65536", "major"), ("/-1", "major"), ("/+1", "major"), ("/", "major"), ("/1/x", "minor")])
    func noNumber(rest: String, what: String) throws {
        let failure = #expect(throws: Failure.self) { try BeaconPattern(Self.uuid + rest) }
        #expect(failure?.code == "invalid-\(what)" && failure?.exit == .badInput)
    }

    @Test(
        "a number that a gateway makes up is no crash",
        arguments: [(2.25, "2.3"), (-0.04, "0.0"), (1e300, "?"), (-.infinity, "?"), (.nan, "?")])
    func words(value: Double, text: String) {
        #expect(oneDecimal(value) == text)
        #expect(signalBar(.max, width: 8) == signalBar(-30, width: 8) && signalBar(.min, width: 8).isEmpty)
    }

    @Test("history is comma-separated values, with quotes where they are needed")
    func csv() {
        let interval = BeaconInterval(
            ts: Timestamp(microsecondsSince1970: 1_767_637_800_000_000), uuid: ProximityUUID(stringLiteral: Self.uuid),
            major: 1, minor: 2,
            dongle: "a,\"b\"", count: 3, rssiMin: -70, rssiMean: -65.55, rssiMax: -60, distance: nil)
        #expect(
            HistoryCSV.row(interval)
                == "2026-01-05T18:30:00.000000Z,\(Self.uuid),1,2,\"a,\"\"b\"\"\",3,-70,-65.6,-60,")
        #expect(HistoryCSV.header.split(separator: ",").count == 10)
    }
}
