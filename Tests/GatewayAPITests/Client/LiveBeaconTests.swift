import Advertising
import Foundation
import GatewayTestSupport
import GatewayModel
import LineFormats
import SimulatedDongle
import Store
import TestSupport
import Testing

@testable import GatewayClient

/// Beacons, regions and the outbox through the client, against the real server with a simulated
/// dongle.
@Suite(.timeLimit(.minutes(1))) struct LiveBeaconTests {
    private static let uuid: ProximityUUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"

    private static func table(_ minor: UInt16) throws -> BeaconIdentity {
        BeaconIdentity(uuid: uuid, major: 1201, minor: minor)
    }

    @Test("a region is added, listed, found and removed")
    func regions() async throws {
        try await withLiveClient(dongle: false) { client in
            let definition = RegionDefinition(name: "tables", uuid: Self.uuid, exitAfterMs: 5_000, minimumRSSI: -90)
            let added = try await client.addRegion(definition)
            #expect(added.definition.exitAfterMs == 5_000 && added.definition.minimumRSSI == -90)
            #expect(try await client.regions().regions == [added])
            #expect(try await client.region("tables") == added)
            try await refused("region-taken", 409) { _ = try await client.addRegion(definition) }
            try await client.removeRegion("tables")
            try await refused("unknown-region", 404) { _ = try await client.region("tables") }
            // A text that would be part of a path is not a region's name.
            try await refused("unknown-region", 404) { try await client.removeRegion("a/../ü") }
        }
    }

    @Test("ranging brings how regions stand, changes and ticks, until it is ended")
    func ranging() async throws {
        try await withLiveClient { client in
            _ = try await client.addRegion(RegionDefinition(name: "tables", uuid: Self.uuid))
            var start: StreamStart?
            var meanings: [String] = []
            var ticks: [RangingLine] = []
            for try await line in try await client.ranging(region: "tables") {
                switch line {
                case .start(let found): start = found
                case .region(let change):
                    #expect(change.region == "tables")
                    meanings.append(change.meaning.rawValue)
                case .tick(let tick):
                    ticks.append(tick)
                    if ticks.count == 1 { try await client.endStream(try #require(start).stream) }
                case .missed(let count): Issue.record("\(count) missed")
                case .idle: break
                }
            }
            #expect(start?.simulated == true && meanings == ["now", "enter"])
            #expect(ticks.first?.listening == true)
            #expect(ticks.first?.beacons.allSatisfy { $0.uuid == Self.uuid } == true)
            #expect(ticks.first?.beacons.isEmpty == false)

            let uuid = try Self.table(2).uuid
            var minors: [Int]?
            for try await line in try await client.ranging(uuid: uuid, major: 1201, minor: 2) {
                guard case .tick(let tick) = line, !tick.beacons.isEmpty else { continue }
                minors = tick.beacons.map(\.minor)
                break
            }
            #expect(minors == [2])
            for try await line in try await client.ranging(region: "tables", ticks: false) {
                if case .tick = line { Issue.record("a tick that nobody wants") }
                // The region has been left since, so that it is entered again.
                if case .region(let change) = line, change.to == .inside { break }
            }
            try await refused("unknown-region", 404) { _ = try await client.ranging(region: "none", ticks: false) }
        }
    }

    @Test("a beacon that is heard is found, named, calibrated and forgotten")
    func beacons() async throws {
        try await withLiveClient { client in
            let identity = try Self.table(1)
            for try await line in try await client.ranging() {
                if case .tick(let tick) = line, tick.beacons.contains(where: { $0.minor == 1 }) { break }
            }
            let heard = try await client.beacon(identity)
            #expect(heard.minor == 1 && heard.alias == nil && heard.now?.simulated == true)
            #expect(try await client.setAlias("Tisch 1 – Süd Ost", of: identity).alias != nil)
            #expect(try await client.beacons(alias: "Tisch 1 – Süd Ost").beacons.first?.minor == 1)
            #expect(try await client.beacons(alias: "Tisch 2").beacons.first == nil)
            try await refused("alias-taken", 409) {
                _ = try await client.setAlias("Tisch 1 – Süd Ost", of: try Self.table(2))
            }
            try await refused("invalid-beacon-alias", 400) { _ = try await client.setAlias("a/b", of: identity) }
            let calibration = BeaconCalibrationRecord(powerAt1m: -61.5, samples: 10, spread: 3)
            let calibrated = try await client.setCalibration(calibration, of: identity)
            #expect(calibrated.calibration?.powerAt1m == -61.5 && calibrated.now?.calibrated ?? true)
            #expect(try await client.setCalibration(nil, of: identity).calibration == nil)
            #expect(try await client.setAlias(nil, of: identity).alias == nil)
            _ = try await client.setAlias("x", of: identity)
            try await client.forgetBeacon(identity)
            #expect(try await client.beacons(alias: "x").beacons.first == nil)
            let unknown = BeaconIdentity(uuid: ProximityUUID(7), major: 0, minor: 65_535)
            try await refused("unknown-beacon", 404) { _ = try await client.beacon(unknown) }
            try await refused("unknown-beacon", 404) { try await client.forgetBeacon(unknown) }
        }
    }

    @Test("beacons and history are read page by page")
    func pages() async throws {
        let store = try Store.inMemory()
        let begin: Int64 = 1_767_637_800_000_000
        for minute in 0..<3 as Range<Int64> {
            let entries = try (1...2).map { minor in
                HistoryEntry(
                    beacon: try Self.table(minor), dongle: "d1", count: 3, rssi: nil, distanceM: nil)
            }
            try await store.history.append(entries, startMicroseconds: begin + minute * 60_000_000)
        }
        try await withLiveClient(dongle: false, store: store) { client in
            let first = try await client.beacons(limit: 1)
            #expect(first.beacons.map(\.minor) == [1])
            #expect(first.next != nil)
            let second = try await client.beacons(after: first.next.flatMap { BeaconIdentity($0) }, limit: 1000)
            #expect(second.beacons.map(\.minor) == [2] && second.next == nil)
            let all = try await client.history(limit: 100)
            #expect(all.intervals.count == 6 && all.next == nil)
            #expect(all.intervals.allSatisfy { $0.count == 3 && $0.rssiMean == nil && $0.distance == nil })
            let page = try await client.history(limit: 4)
            let rest = try await client.history(
                beacon: nil, from: nil, to: nil, after: page.next, limit: 4)
            #expect(page.intervals + rest.intervals == all.intervals)
            let some = try await client.history(
                beacon: try Self.table(2), from: Timestamp(microsecondsSince1970: begin + 60_000_000),
                to: Timestamp(microsecondsSince1970: begin + 120_000_000), after: nil, limit: 4)
            #expect(some.intervals.map(\.minor) == [2])
            #expect(some.intervals.map(\.ts.microsecondsSince1970) == [begin + 60_000_000])
        }
    }

    @Test("what waits is listed, tried again and dropped")
    func outbox() async throws {
        let store = try Store.inMemory()
        for number in 1...2 {
            _ = try await store.outbox.enqueue(
                lane: "l", kind: "regionExit", idempotencyKey: "k\(number)", body: Data(), atMicroseconds: 5)
        }
        _ = try await store.outbox.giveUp(1, error: "410 Gone", atMicroseconds: 6)
        try await withLiveClient(dongle: false, store: store) { client in
            let entries = try await client.outbox(limit: 1000).entries
            #expect(entries.map(\.state) == [.givenUp, .waiting] && entries.map(\.kind).last == "regionExit")
            #expect(entries.first?.lastError == "410 Gone" && entries.first?.nextAttempt == nil)
            #expect(try await client.outbox(limit: 1).entries.map(\.id) == [1])
            try await client.retryOutboxEntry(1)
            #expect(try await client.outbox(limit: 1000).entries.map(\.state) == [.waiting, .waiting])
            try await client.dropOutboxEntry(2)
            #expect(try await client.outbox(limit: 1000).entries.map(\.id) == [1])
            try await refused("unknown-outbox-entry", 404) { try await client.dropOutboxEntry(2) }
            try await refused("unknown-outbox-entry", 404) { try await client.retryOutboxEntry(2) }
        }
    }
}
