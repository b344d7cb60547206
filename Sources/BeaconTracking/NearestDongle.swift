/// Dongle to which a beacon is nearest, without alternating between two dongles that hear it
/// equally well. Pure.
package struct NearestDongle: Sendable, Hashable {
    /// Conditions for changing to another dongle.
    ///
    /// They hold for a beacon at rest. One that moves takes the dongle that hears it best at once.
    package struct Rule: Sendable, Hashable {
        /// Another dongle hears the beacon stronger by this many dB, ...
        package var marginDB = 3.0
        /// ... continuously for this time.
        package var holdFor = Duration.seconds(2)
        /// Or the current dongle has not heard the beacon for this time, and another has.
        package var silentAfter = Duration.seconds(15)

        package init() {}
    }

    package private(set) var dongle: DongleNumber
    private var isJudged = false
    /// Time since which another dongle has been stronger by the margin.
    private var beatenSince: Duration?

    /// Starts with the dongle that heard the beacon first; the first call of ``judge(_:rule:at:)``
    /// takes the strongest.
    package init(firstHeardBy dongle: DongleNumber) {
        self.dongle = dongle
    }

    /// Determines the nearest dongle from current receptions.
    ///
    /// - Parameter receptions: Strongest first. If empty, the current dongle stays.
    package mutating func judge(_ receptions: [RangedBeacon.Reception], rule: Rule, at now: Duration) {
        guard let strongest = receptions.first(where: { now - $0.lastSeen <= rule.silentAfter }) ?? receptions.first
        else { return }
        guard isJudged, let present = receptions.first(where: { $0.dongle == dongle }),
            now - present.lastSeen <= rule.silentAfter
        else {
            take(strongest.dongle)
            return
        }
        let isMoving = strongest.isMoving || present.isMoving
        guard strongest.dongle != dongle,
            isMoving || strongest.smoothedRSSI - present.smoothedRSSI >= rule.marginDB
        else {
            beatenSince = nil
            return
        }
        let since = beatenSince ?? now
        beatenSince = since
        if isMoving || now - since >= rule.holdFor { take(strongest.dongle) }
    }

    private mutating func take(_ dongle: DongleNumber) {
        self.dongle = dongle
        isJudged = true
        beatenSince = nil
    }
}
