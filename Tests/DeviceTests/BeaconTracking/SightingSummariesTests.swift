import BeaconTracking
import Testing

@Suite struct SightingSummariesTests {
    @Test("each beacon has one summary a dongle, and an interval ends with them")
    func sums() {
        var summaries = SightingSummaries()
        for rssi: Int8? in [-60, nil, 127, -71, -65] { summaries.add(.example(2), dongle: 1, rssiDBm: rssi) }
        summaries.add(.example(2), dongle: 0, rssiDBm: nil)
        summaries.add(.example(1), dongle: 7, rssiDBm: -128)
        #expect(
            summaries.take() == [
                SightingSummary(
                    identity: .example(1), dongle: 7, count: 1, rssi: .init(minimum: -128, mean: -128, maximum: -128)),
                SightingSummary(identity: .example(2), dongle: 0, count: 1, rssi: nil),
                SightingSummary(
                    identity: .example(2), dongle: 1, count: 5,
                    rssi: .init(minimum: -71, mean: -196.0 / 3, maximum: -60)),
            ])
        #expect(summaries.take() == [])
    }

    @Test("beyond the capacity sightings of newcomers are counted only")
    func bound() {
        var summaries = SightingSummaries(capacity: 2)
        for minor in [1, 2, 3, 1, 3] { summaries.add(.example(minor), dongle: 0, rssiDBm: -60) }
        #expect(summaries.dropped == 2)
        #expect(summaries.take().map(\.count) == [2, 1])
        summaries.add(.example(3), dongle: 0, rssiDBm: -60)
        #expect(summaries.take().map(\.identity) == [.example(3)])
        #expect(summaries.dropped == 2)
    }
}
