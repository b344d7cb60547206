import Advertising
import BeaconTracking
import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    func placement(
        uuid: ProximityUUID, major: UInt16, minor: UInt16, threshold: Int, samples: Int, _ call: Call
    ) async throws -> Response {
        var query = RangingQuery()
        (query.uuid, query.major, query.minor) = (uuid, major, minor)
        let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
        let subscription = try await gateway.beacons.subscribe(query)
        let start = await start(of: subscription.id)
        return followed(subscription.id, call, end: { subscription.end() }) { lines in
            await lines.line("start") { $0.fields(start) }
            var check = PlacementCheck(thresholdDBm: threshold, samplesWanted: samples)
            for await update in subscription {
                switch update {
                case .tick(let tick):
                    // Ticks without a radio say nothing about the beacon.
                    let beacon = tick.listening ? tick.beacons.first : nil
                    let verdict = check.take(beacon?.rssi)
                    if case .detected(let average) = verdict {
                        try await gateway.beacons.keepPlacement(of: identity, averageDBm: average, at: tick.ts)
                    }
                    let sample = PlacementSample(tick, beacon, verdict, check)
                    await lines.line("sample", at: sample.ts) { $0.fields(sample) }
                case .region: continue
                case .missed(let count):
                    await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
                }
            }
        }
    }

    func placements(after: BeaconIdentity?, limit: Int) async throws -> PlacementList {
        try await gateway.beacons.placements(after: after, limit: limit)
    }
}

extension PlacementSample {
    fileprivate init(
        _ tick: RangingLine, _ beacon: BeaconRange?, _ verdict: PlacementCheck.Verdict, _ check: PlacementCheck
    ) {
        let (word, count): (String, Int) =
            switch verdict {
            case .waiting(let samples): ("waiting", samples)
            case .searching: ("searching", 0)
            case .counted(_, let samples): ("counted", samples)
            case .tooWeak: ("too-weak", 0)
            case .detected: ("detected", check.samplesWanted)
            }
        self.init(
            ts: tick.ts, isListening: tick.listening, message: tick.message, verdict: word, rssi: beacon?.rssi,
            samples: count, wanted: check.samplesWanted, threshold: check.thresholdDBm, average: check.averageDBm,
            proximity: beacon?.proximity, accuracy: beacon?.accuracy)
    }
}
