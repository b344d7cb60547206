/// Distance of a device from the dongle over time, as straight lines between points.
package struct DistancePath: Sendable, Hashable {
    /// Distance of the device at a time.
    package struct Point: Sendable, Hashable {
        /// Time since the dongle's start.
        package var time: Duration
        /// Distance in metres, 0.01...1000.
        package var distanceM: Double

        package init(time: Duration, distanceM: Double) {
            self.time = time
            self.distanceM = distanceM
        }
    }

    /// At least one point, in order of time.
    private let points: [Point]
    /// Whether the path starts again from time zero at the time of its last point.
    private let loops: Bool

    /// - Returns: Nil unless the times are zero or later and increase. If the path loops, its last
    ///   time must be above zero.
    package init?(points: [Point], loops: Bool = false) {
        guard let first = points.first, let last = points.last, first.time >= .zero,
            zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time }), !loops || last.time > .zero
        else { return nil }
        self.points = points
        self.loops = loops
    }

    /// Returns the distance at a time. Before the first point it is that of the first point, and
    /// after the last point that of the last.
    package func distanceM(at now: Duration) -> Double {
        let end = points[points.count - 1].time
        let now = loops && now >= end ? .microseconds(now.microseconds % max(1, end.microseconds)) : now
        guard let next = points.firstIndex(where: { now < $0.time }) else { return points[points.count - 1].distanceM }
        guard next > 0 else { return points[0].distanceM }
        let (from, to) = (points[next - 1], points[next])
        return from.distanceM + (to.distanceM - from.distanceM) * ((now - from.time) / (to.time - from.time))
    }
}
