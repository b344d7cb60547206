import BeaconTracking
import Testing

@Suite struct PlacementCheckTests {
    private func verdicts(_ ticks: [Int?]) -> [PlacementCheck.Verdict] {
        var check = PlacementCheck()
        return ticks.map { check.take($0) }
    }

    @Test("five ticks in a row at -75 dBm and more detect the beacon, with their average")
    func detects() {
        #expect(
            verdicts([-75, -60, -61, -62, -48]) == [
                .counted(rssiDBm: -75, samples: 1), .counted(rssiDBm: -60, samples: 2),
                .counted(rssiDBm: -61, samples: 3), .counted(rssiDBm: -62, samples: 4), .detected(averageDBm: -61),
            ])
    }

    @Test("one tick below begins anew from 0")
    func tooWeak() {
        #expect(
            verdicts([-60, -60, -60, -60, -76, -60]).suffix(2) == [
                .tooWeak(rssiDBm: -76), .counted(rssiDBm: -60, samples: 1),
            ])
    }

    @Test("two empty ticks keep what was counted, three are a beacon that is gone", arguments: [nil, 0])
    func gone(empty: Int?) {
        #expect(
            verdicts([-60, -60, empty, empty, -60]).suffix(3) == [
                .waiting(samples: 2), .waiting(samples: 2), .counted(rssiDBm: -60, samples: 3),
            ])
        #expect(
            verdicts([-60, -60, empty, empty, empty, empty, -60]).suffix(3) == [
                .searching, .searching, .counted(rssiDBm: -60, samples: 1),
            ])
        #expect(verdicts([-60, empty, empty, -60, empty]).last == .waiting(samples: 2), "three, but not in a row")
    }

    @Test("the average is to the nearest dBm")
    func average() {
        #expect(verdicts([-60, -60, -60, -61, -61]).last == .detected(averageDBm: -60))
        #expect(verdicts([-60, -60, -61, -61, -61]).last == .detected(averageDBm: -61))
    }

    @Test("detected is said once, and later ticks change nothing")
    func once() {
        var check = PlacementCheck(samplesWanted: 1)
        #expect(check.averageDBm == nil)
        #expect(check.take(-50) == .detected(averageDBm: -50))
        let later = [-90, nil, nil, nil, -40].map { check.take($0) }
        #expect(
            later == [
                .counted(rssiDBm: -90, samples: 1), .waiting(samples: 1), .waiting(samples: 1), .waiting(samples: 1),
                .counted(rssiDBm: -40, samples: 1),
            ])
        #expect(check.averageDBm == -50)
    }

    @Test("numbers outside their ranges are brought to the nearest bound")
    func ranges() {
        let check = PlacementCheck(thresholdDBm: -200, samplesWanted: 0)
        #expect(check.thresholdDBm == -100)
        #expect(check.samplesWanted == 1)
        #expect(
            PlacementCheck(thresholdDBm: 5, samplesWanted: 1000) == PlacementCheck(thresholdDBm: 0, samplesWanted: 100))
    }

    @Test(
        "signals are strong down to -51, medium down to -72, weak below",
        arguments: [
            (-30, SignalQuality.strong), (-51, .strong), (-52, .medium), (-72, .medium), (-73, .weak), (-100, .weak),
        ])
    func quality(rssi: Int, quality: SignalQuality) {
        #expect(SignalQuality(rssiDBm: rssi) == quality)
    }
}
