import TestSupport
import Advertising
import BeaconTracking
import Foundation
import Recording
import Testing

@testable import Perch

struct ReplayRunTests {
    private static let uuid = ProximityUUID(Adverts.uuid)

    private func region(exitAfter: Duration = .seconds(5)) throws -> BeaconRegion {
        var region = BeaconRegion(name: "r", uuid: try #require(Self.uuid))
        region.exitAfter = exitAfter
        return region
    }

    private func advert(_ seconds: Double, _ data: [UInt8] = Adverts.iBeacon, rssi: Int8 = -60) -> RecordedLine {
        .advert(
            RecordedAdvert(
                timeSeconds: seconds, address: BluetoothAddress(1), addressType: .random, pdu: .nonConnectable,
                rssiDBm: rssi, channel: 37, data: data))
    }

    private func events(
        _ lines: [RecordedLine], _ regions: [BeaconRegion]
    ) -> (events: [(ReplayRun.Event, Duration)], run: ReplayRun) {
        var run = ReplayRun(regions: regions, distance: .altBeacon)
        var events: [(ReplayRun.Event, Duration)] = []
        for line in lines { run.take(line) { events.append(($0, $1)) } }
        return (events, run)
    }

    @Test("a region is entered with the first sighting and left at the time at which it was due, whatever comes after")
    func transitions() throws {
        let lines = [advert(100), advert(103, []), advert(101), advert(1_000_000, [])]
        let (events, run) = events(lines, [try region()])
        let transitions = events.compactMap { event, at -> (RegionTransition.Meaning, Duration)? in
            if case .region(let transition) = event { (transition.meaning, at) } else { nil }
        }
        #expect(transitions.map(\.0) == [.enter, .exit])
        // The line of 101 s comes late and counts as of 103 s, three seconds after the first.
        #expect(transitions.map(\.1) == [.zero, .seconds(8)])
        #expect(run.otherAdverts == 2)
        #expect(run.tracker.counts.sightings == 2)
        #expect(run.identities.count == 1)
    }

    @Test("beacons are ranged once a second while any is listed, and a gap of years is not gone through")
    func ranging() throws {
        let (events, _) = events([advert(0), advert(3), advert(1e9), advert(1e9 + 2)], [])
        let ticks = events.compactMap { event, at -> Duration? in
            if case .ranging = event { at } else { nil }
        }
        // The beacon is dropped from the list ten seconds after its last sighting.
        #expect(ticks == (1...13).map { .seconds($0) } + [.seconds(1_000_000_001), .seconds(1_000_000_002)])
    }

    private func sighting(_ scanner: String, _ rssi: Int, x: Int, _ second: Int) throws -> RecordedSighting {
        let line =
            #"{"t":\#(second),"scanner":"\#(scanner)","uuid":"\#(Adverts.uuid)","major":0,"minor":1,"rssi":\#(rssi),"x":\#(x),"y":0,"z":0}"#
        return try RecordedSighting(line: Data(line.utf8))
    }

    @Test("distances and the nearest receiver are compared with where the beacon was")
    func score() throws {
        let truth = Data(#"{"scanners":{"near":[1,0,0],"far":[10,0,0]}}"#.utf8)
        var run = ReplayRun(
            regions: [], distance: .logDistance(exponent: 2), powerDBm: -60, score: try ReplayScore(truth: truth))
        var events: [ReplayRun.Event] = []
        for second in 0...50 {
            for (scanner, rssi) in [("near", -60), ("far", -86)] {
                run.take(.sighting(try sighting(scanner, rssi, x: 0, second))) { event, _ in events.append(event) }
            }
        }
        let nearest = events.flatMap { event -> [String?] in
            if case .ranging(let beacons) = event { beacons.map { run.dongle($0.nearest) } } else { [] }
        }
        #expect(nearest == Array(repeating: "near", count: 50))
        let score = try #require(run.score)
        #expect(score.distances.count == 100 && score.ticks == 50 && score.nearestRight == 50)
        #expect(score.distances.hit == 1)
        // 26 dB below the power at 1 m are 19.95 m by an exponent of 2; it is 10 m away.
        #expect(score.distances.medianErrorM.map { abs($0 - 9.95) < 0.01 } == true)
        // The beacon goes to the other receiver, which falls silent: the wrong one is named, and
        // the silent one's distance counts for 5 s.
        for second in 51...70 {
            run.take(.sighting(try sighting("near", -60, x: 10, second))) { _, _ in }
        }
        let after = try #require(run.score)
        // The tick of second 51 comes before the line that tells of the move.
        #expect(after.ticks == 70 && after.nearestRight == 51)
        #expect(after.distances.count == 100 + 20 + 5)
        #expect(throws: (any Error).self) { try ReplayScore(truth: Data("{}".utf8)) }
    }

    @Test("a replay without positions, power or enough samples says so")
    func unscored() throws {
        func sentence(power: Int8?, _ lines: [RecordedLine]) throws -> String? {
            let truth = Data(#"{"scanners":{"near":[1,0,0]}}"#.utf8)
            var run = ReplayRun(
                regions: [], distance: .logDistance(exponent: 2), powerDBm: power, score: try ReplayScore(truth: truth))
            for line in lines { run.take(line) { _, _ in } }
            return run.score?.sentence
        }
        let placed = try (0...5).map { RecordedLine.sighting(try sighting("near", -60, x: 0, $0)) }
        #expect(
            try sentence(power: -60, [advert(0), advert(5)])
                == "No distances were compared: the recording has no positions of beacons.")
        #expect(try sentence(power: nil, placed)?.contains("give it with --power") == true)
        #expect(
            try sentence(power: -60, placed)
                == "Half of 5 distances are off by 0.00 m or less; no class has the 50 that a share needs. "
                + "The nearest dongle is right in 5 of 5 s.")
    }

    @Test("events come in order of time")
    func order() throws {
        let lines = stride(from: 0.0, to: 60, by: 7.3).map { advert($0) }
        let times = events(lines, [try region()]).events.map(\.1)
        #expect(times == times.sorted())
        #expect(times.count > 20)
    }

    @Test("beacons that receivers decoded themselves are no flood of one address")
    func decoded() throws {
        let lines = try (0..<40).map { minor in
            let line =
                #"{"t":\#(minor),"scanner":"a","uuid":"\#(Adverts.uuid)","major":0,"minor":\#(minor),"tx":-59,"rssi":-60}"#
            return RecordedLine.sighting(
                try RecordedSighting(line: Data(line.utf8)))
        }
        let run = events(lines, []).run
        #expect(run.identities.count == 40)
        #expect(run.tracker.counts.floodOfAddress == 0)
    }

    @Test("a weak sighting does not enter a region that asks for more")
    func weak() throws {
        var region = try region()
        region.minimumRSSI = -59
        let (events, _) = events([advert(0), advert(1)], [region])
        #expect(
            !events.contains { if case .region(let transition) = $0.0 { transition.meaning == .enter } else { false } })
    }

    @Test(
        "a region is NAME=UUID with a major and a minor where they are given",
        arguments: [
            ("a=\(Adverts.uuid)", nil, nil), ("a=\(Adverts.uuid)/0", 0, nil), ("a=\(Adverts.uuid)/1/65535", 1, 65535),
        ] as [(String, UInt16?, UInt16?)])
    func regionArgument(text: String, major: UInt16?, minor: UInt16?) throws {
        let region = try #require(RegionArgument(argument: text)).region
        #expect(region.name == "a" && region.uuid == Self.uuid && region.major == major && region.minor == minor)
    }

    @Test(
        "anything else is no region",
        arguments: [
            "", "a", "=\(Adverts.uuid)", "a=", "a=4142", "a=\(Adverts.uuid)/", "a=\(Adverts.uuid)/65536",
            "a=\(Adverts.uuid)/1/2/3", "a=\(Adverts.uuid)/1/-2",
        ])
    func noRegion(text: String) {
        #expect(RegionArgument(argument: text) == nil)
    }

    @Test("a distance model is named, log-distance with its exponent")
    func distances() {
        #expect(DistanceArgument(argument: "altbeacon")?.model == .altBeacon)
        #expect(DistanceArgument(argument: "altbeacon-classic")?.model == .altBeaconClassic)
        #expect(DistanceArgument(argument: "log-distance:2.2")?.model == .logDistance(exponent: 2.2))
        for text in ["", "log-distance", "log-distance:", "log-distance:0.9", "log-distance:nan", "free"] {
            #expect(DistanceArgument(argument: text) == nil)
        }
    }
}
