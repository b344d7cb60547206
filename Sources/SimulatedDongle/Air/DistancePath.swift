/// How far a device is from the dongle over time: straight lines between points.
package struct DistancePath: Sendable, Hashable {
    /// Where the device is at a time.
    package struct Point: Sendable, Hashable {
        /// Since the dongle's start.
        package var time: Duration
        /// 0.01...1000.
        package var distanceM: Double

        package init(time: Duration, distanceM: Double) {
            self.time = time
            self.distanceM = distanceM
        }
    }

    /// At least one, in order of time.
    private let points: [Point]
    /// Whether the path begins anew, as at time zero, at the time of its last point.
    private let loops: Bool

    /// - Returns: Nil unless the times rise from zero or later, to a time above zero where it loops.
    package init?(points: [Point], loops: Bool = false) {
        guard let first = points.first, let last = points.last, first.time >= .zero,
            zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time }), !loops || last.time > .zero
        else { return nil }
        self.points = points
        self.loops = loops
    }

    /// The distance at a time: that of the first point before it, that of the last one after it.
    package func distanceM(at now: Duration) -> Double {
        let end = points[points.count - 1].time
        let now = loops && now >= end ? .microseconds(now.microseconds % max(1, end.microseconds)) : now
        guard let next = points.firstIndex(where: { now < $0.time }) else { return points[points.count - 1].distanceM }
        guard next > 0 else { return points[0].distanceM }
        let (from, to) = (points[next - 1], points[next])
        return from.distanceM + (to.distanceM - from.distanceM) * ((now - from.time) / (to.time - from.time))
    }
}
