import Foundation

extension Scenario {
    /// Movement of an advertiser, in straight lines from point to point.
    package struct Path: Codable, Sendable, Hashable {
        /// 2...1000 points with increasing times.
        package var points: [Point]
        /// Whether the path starts again at the time of its last point, forever.
        package var loops: Bool

        package init(points: [Point], loops: Bool = false) {
            self.points = points
            self.loops = loops
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                points: try fields.decode([Point].self, forKey: .points),
                loops: try fields.value(.loops, default: false))
        }

        /// Distance at a time.
        package struct Point: Codable, Sendable, Hashable {
            /// Time since the dongle's start, 0...86400 s.
            package var atSeconds: Double
            /// Distance from the dongle, 0.01...1000 m.
            package var distanceM: Double

            package init(atSeconds: Double, distanceM: Double) {
                self.atSeconds = atSeconds
                self.distanceM = distanceM
            }
        }
    }
}

extension DistancePath {
    /// Checks the path from a file; `path` is its place in the file.
    init(_ description: Scenario.Path, path: String) throws(ScenarioError) {
        let counts = 2...1000
        guard counts.contains(description.points.count) else {
            throw .invalid(
                path: "\(path).points", expected: "\(counts.lowerBound) to \(counts.upperBound) points")
        }
        var points: [Point] = []
        for (index, point) in description.points.enumerated() {
            let place = "\(path).points[\(index)]"
            let seconds = try ScenarioValue.checked(point.atSeconds, 0...86400, path: "\(place).atSeconds")
            let time = Duration.microseconds(Int64(seconds * 1_000_000))
            if let last = points.last, time <= last.time {
                throw .invalid(path: "\(place).atSeconds", expected: "a later time than that of the previous point")
            }
            let distanceM = try ScenarioValue.checked(point.distanceM, 0.01...1000, path: "\(place).distanceM")
            points.append(Point(time: time, distanceM: distanceM))
        }
        guard let checked = DistancePath(points: points, loops: description.loops) else {
            throw .invalid(path: "\(path).points", expected: "points in order of time")
        }
        self = checked
    }
}
