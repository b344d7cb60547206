import Foundation
import GatewayModel
import LineFormats
import TestSupport
import Testing

@testable import GatewayAPI

@Suite struct RangingLineTests {
    private static let moment = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)
    private static let before = Timestamp(microsecondsSince1970: 1_767_637_840_000_000)

    private func written(_ type: StaticString, _ fields: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.line(type, at: Self.moment, fields)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func read<Value: Decodable>(_ text: String, _: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// Returns the keys of an object at every depth, in alphabetical order.
    private func keys(_ text: String) throws -> [String] {
        func keys(_ value: Any, under path: String) -> [String] {
            switch value {
            case let object as [String: Any]:
                object.flatMap { [path + $0] + keys($1, under: path + $0 + ".") }
            case let list as [Any]: list.flatMap { keys($0, under: path) }
            default: []
            }
        }
        return keys(try JSONSerialization.jsonObject(with: Data(text.utf8)), under: "").sorted()
    }

    private static let full = BeaconRange(
        uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: 1201, minor: 7, alias: "Süd \"7\"\n",
        proximity: .near, accuracy: 1.234, rssi: -64, smoothedRSSI: -63.25, power: -59, calibrated: true, rate: 2.5,
        sightings: .max, firstSeen: before, lastSeen: moment, address: "c3:00:00:00:01:01", addresses: 2,
        dongle: "53494d3030303031",
        receptions: [
            .init(dongle: "53494d3030303031", smoothedRSSI: -63.25, lastSeen: moment),
            .init(dongle: "b", smoothedRSSI: -90, lastSeen: before),
        ], badge: PayfritBadge(kind: .other, name: "Pub"), simulated: true)

    private static let bare = BeaconRange(
        uuid: "00000000-0000-0000-0000-000000000000", major: 0, minor: 65_535, alias: nil,
        proximity: .unknown, accuracy: -1, rssi: nil, smoothedRSSI: nil, power: nil, calibrated: false, rate: 0,
        sightings: 1, firstSeen: before, lastSeen: before, address: "c3:00:00:00:01:02", addresses: 1, dongle: nil,
        receptions: [], simulated: nil)

    @Test("a tick is written like this")
    func goldenTick() throws {
        let tick = RangingLine(ts: Self.moment, listening: true, message: nil, beacons: [Self.full], omitted: nil)
        #expect(
            written("ranging") { $0.fields(tick) }
                == #"{"v":1,"ts":"2026-01-05T18:30:45.123456Z","type":"ranging","listening":true,"beacons":[{"#
                + #""uuid":"5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40","major":1201,"minor":7,"alias":"Süd \"7\"\n","#
                + #""proximity":"near","accuracy":1.234,"rssi":-64,"smoothed_rssi":-63.250,"power":-59.000,"#
                + #""calibrated":true,"rate":2.500,"sightings":18446744073709551615,"#
                + #""first_seen":"2026-01-05T18:30:40.000000Z","last_seen":"2026-01-05T18:30:45.123456Z","#
                + #""address":"c3:00:00:00:01:01","addresses":2,"dongle":"53494d3030303031","receptions":["#
                + #"{"dongle":"53494d3030303031","smoothed_rssi":-63.250,"last_seen":"2026-01-05T18:30:45.123456Z"},"#
                + #"{"dongle":"b","smoothed_rssi":-90.000,"last_seen":"2026-01-05T18:30:40.000000Z"}],"#
                + #""badge":{"kind":"other","name":"Pub"},"simulated":true}]}"# + "\n")
    }

    @Test("a region's line is written like this")
    func goldenRegion() throws {
        let line = RegionLine(
            ts: Self.moment, region: "bar", from: .outside, to: .inside, meaning: .enter,
            reason: "heard it at −67 dBm", beacon: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/7", rssi: -67,
            simulated: true)
        #expect(
            written("region") { $0.fields(line) }
                == #"{"v":1,"ts":"2026-01-05T18:30:45.123456Z","type":"region","region":"bar","from":"outside","#
                + #""to":"inside","meaning":"enter","reason":"heard it at −67 dBm","#
                + #""beacon":"5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/7","rssi":-67,"simulated":true}"# + "\n")
    }

    @Test("the model reads what is written by hand, and encodes to the same keys")
    func heldTogether() throws {
        let ticks = [
            RangingLine(ts: Self.moment, listening: true, message: nil, beacons: [Self.full, Self.bare], omitted: 3),
            RangingLine(ts: Self.moment, listening: true, message: nil, beacons: [Self.bare], omitted: nil),
            RangingLine(ts: Self.moment, listening: false, message: "it was unplugged", beacons: [], omitted: nil),
        ]
        for tick in ticks {
            let text = written("ranging") { $0.fields(tick) }
            #expect(try read(text) == tick)
            let encoded = String(decoding: try JSONEncoder().encode(tick), as: UTF8.self)
            let expected = try (keys(encoded) + ["type", "v"]).sorted()
            #expect(try keys(text) == expected)
        }
        let regions = [
            RegionLine(
                ts: Self.moment, region: "a", from: .inside, to: .inside, meaning: .now, reason: "as it stands",
                beacon: nil, rssi: nil, simulated: nil),
            RegionLine(
                ts: Self.moment, region: "a", from: .unknown, to: .outside, meaning: .determined, reason: "\u{1b}",
                beacon: "x/1/2", rssi: -127, simulated: true),
        ]
        for region in regions {
            let text = written("region") { $0.fields(region) }
            #expect(try read(text) == region)
            let encoded = String(decoding: try JSONEncoder().encode(region), as: UTF8.self)
            let expected = try (keys(encoded) + ["type", "v"]).sorted()
            #expect(try keys(text) == expected)
        }
    }
}
