import Advertising
import BeaconTracking
import Failures
import Foundation
import GatewayModel
import Glibc
import LineFormats
import TestSupport
import Testing

@testable import GatewayClient
@testable import Perch

/// A placement check, tick by tick.
@Suite struct PlacementTests {
    private func placement(samples: Int = 3, table: PayfritTable? = nil) -> Placement {
        let output = VerbOutput(
            isJSON: true, sink: OutputSink(descriptor: open("/dev/null", O_WRONLY | O_CLOEXEC)), stop: StopCondition())
        return Placement(
            check: PlacementCheck(thresholdDBm: -75, samplesWanted: samples), beacon: "b", table: table,
            hasColour: false, output: output)
    }

    /// Returns a tick with beacons of these signals; nil = no dongle listens.
    private func tick(_ rssis: [Int?]?) -> RangingStreamLine {
        let now = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)
        let beacons = (rssis ?? []).map { rssi in
            BeaconRange(
                uuid: ProximityUUID(7), major: 1, minor: 2, alias: nil, proximity: .near, accuracy: 1, rssi: rssi,
                smoothedRSSI: nil, power: nil, calibrated: false, rate: 1, sightings: 1, firstSeen: now, lastSeen: now,
                address: BluetoothAddress(0xAA), addresses: 1, dongle: nil, receptions: [], simulated: nil)
        }
        return .tick(
            RangingLine(
                ts: now, listening: rssis != nil, message: rssis == nil ? "it was unplugged" : nil, beacons: beacons,
                omitted: nil))
    }

    private func take(_ ticks: [[Int?]?], _ placement: Placement) async throws -> Bool {
        for line in ticks.map(tick) where try await placement.take(line) { return true }
        return false
    }

    @Test("enough samples in a row are a detection, with their average; the strongest of several beacons counts")
    func detected() async throws {
        let placement = placement()
        #expect(try await take([[-70], [-60, -90], [-65]], placement))
        #expect(placement.outcome.isDetected && placement.outcome.averageDBm == -65 && placement.outcome.ticks == 3)
        #expect(placement.outcome.distance?.sentence == "Near: 1.0 m away, between 0.5 m and 2.0 m.")
        #expect(
            PlacementDistance(accuracyM: 9)?.sentence
                == "Heard well, but probably 9.0 m away, between 4.5 m and 18.0 m.")
    }

    @Test("a beacon that says it is the table's, and is not the one that the table has, is told")
    func otherBeacon() async throws {
        let now = Timestamp(microsecondsSince1970: 0)
        func remark(_ address: BluetoothAddress?) async throws -> String? {
            let table = PayfritTable(
                id: 1, state: .registered, reason: nil, base: "b", business: 3, servicePoint: 1, name: "Table 1",
                uuid: ProximityUUID(7),
                major: 1, minor: 2, address: address, run: nil, registration: nil, beacon: nil, created: now,
                updated: now)
            let placement = placement(table: table)
            #expect(try await take([[-70], [nil], [-60], [-65], [-60]], placement))
            return placement.remark
        }
        let told = try await remark(BluetoothAddress(0xBB))
        #expect(
            told
                == "Heard from 00:00:00:00:00:aa, but Table 1 has beacon 00:00:00:00:00:bb: another beacon has the same identity."
        )
        #expect(try await remark(BluetoothAddress(0xAA)) == nil)
        #expect(try await remark(nil) == nil)
    }

    @Test("a weak sample, and three empty ticks, begin anew")
    func beginsAnew() async throws {
        let placement = placement()
        #expect(try await !take([[-70], [-70], [-76], [-70], [-70], [], [nil], [], [-70], [-70]], placement))
        #expect(placement.outcome.best == 2)
        #expect(placement.notDetected.exit == .temporary)
    }

    @Test("one tick without a dongle passes where the one before brought something, two do not")
    func lostInFullView() async throws {
        let placement = placement(samples: 100)
        #expect(try await !take([[-70], nil, [-70], nil, [-70]], placement))
        await #expect(throws: Failure.self) { try await take([nil, nil], placement) }
    }

    @Test("where the beacon was not heard any more, the first tick without a dongle is the end")
    func lostInSilence() async throws {
        let placement = placement(samples: 100)
        #expect(try await !take([[-70], []], placement))
        await #expect(throws: Failure.self) { try await take([nil], placement) }
    }

    @Test("a scan that has not begun has five ticks for it")
    func notYet() async throws {
        let early = placement(samples: 1)
        #expect(try await take([nil, nil, nil, nil, [-70]], early))
        let never = placement()
        await #expect(throws: Failure.self) { try await take([nil, nil, nil, nil, nil], never) }
    }
}
