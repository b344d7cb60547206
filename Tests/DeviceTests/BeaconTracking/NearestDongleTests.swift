import BeaconTracking
import Testing

@Suite struct NearestDongleTests {
    private static let rule: NearestDongle.Rule = {
        var rule = NearestDongle.Rule()
        rule.marginDB = 3
        rule.holdFor = .seconds(3)
        rule.silentAfter = .seconds(15)
        return rule
    }()

    /// - Parameter signals: By dongle: average signal, and the second at which it heard the beacon
    ///   last.
    private func judge(
        _ nearest: inout NearestDongle, _ signals: [DongleNumber: (Double, Int)], isMoving: Bool = false,
        at seconds: Int
    ) {
        let receptions = signals.map {
            RangedBeacon.Reception(
                dongle: $0.key, smoothedRSSI: $0.value.0, isMoving: isMoving, lastSeen: .seconds($0.value.1))
        }
        nearest.judge(
            receptions.sorted { $0.smoothedRSSI > $1.smoothedRSSI }, rule: NearestDongleTests.rule,
            at: .seconds(seconds))
    }

    @Test("the first judgement takes the strongest dongle, even if another heard the beacon first")
    func first() {
        var nearest = NearestDongle(firstHeardBy: 1)
        judge(&nearest, [1: (-60, 0), 2: (-59, 0)], at: 0)
        #expect(nearest.dongle == 2)
    }

    @Test("another takes over once it has been stronger by the margin for the time, and no earlier")
    func takesOver() {
        var nearest = NearestDongle(firstHeardBy: 1)
        judge(&nearest, [1: (-60, 0)], at: 0)
        for second in 1...3 { judge(&nearest, [1: (-60, second), 2: (-57, second)], at: second) }
        #expect(nearest.dongle == 1)
        judge(&nearest, [1: (-60, 4), 2: (-57, 4)], at: 4)
        #expect(nearest.dongle == 2)
    }

    @Test("a lead below the margin never counts, and a break begins the time anew")
    func keeps() {
        var nearest = NearestDongle(firstHeardBy: 1)
        judge(&nearest, [1: (-60, 0)], at: 0)
        for second in 1...60 { judge(&nearest, [1: (-60, second), 2: (-57.1, second)], at: second) }
        #expect(nearest.dongle == 1)
        for second in 61...90 {
            judge(&nearest, [1: (-60, second), 2: (second % 3 == 0 ? -60 : -50, second)], at: second)
        }
        #expect(nearest.dongle == 1)
    }

    @Test("a beacon that moves takes the dongle that hears it best at once")
    func moves() {
        var nearest = NearestDongle(firstHeardBy: 1)
        judge(&nearest, [1: (-60, 0)], at: 0)
        judge(&nearest, [1: (-60, 1), 2: (-59.9, 1)], isMoving: true, at: 1)
        #expect(nearest.dongle == 2)
        judge(&nearest, [1: (-59, 2), 2: (-59.9, 2)], at: 2)
        #expect(nearest.dongle == 2)
    }

    @Test("a dongle that falls silent is left at once for one that hears")
    func silent() {
        var nearest = NearestDongle(firstHeardBy: 1)
        judge(&nearest, [1: (-50, 0), 2: (-80, 0)], at: 0)
        judge(&nearest, [1: (-50, 0), 2: (-80, 15)], at: 15)
        #expect(nearest.dongle == 1)
        judge(&nearest, [1: (-50, 0), 2: (-80, 16)], at: 16)
        #expect(nearest.dongle == 2)
    }

    @Test("where nobody hears it the last one stays")
    func nobody() {
        var nearest = NearestDongle(firstHeardBy: 1)
        judge(&nearest, [2: (-50, 0)], at: 0)
        judge(&nearest, [:], at: 100)
        #expect(nearest.dongle == 2)
    }
}
