import GatewayTestSupport
import Foundation
import SimulatedDongle
import Testing

/// Gateways that are cut short while they push a long config and have it saved.
@Suite(.timeLimit(.minutes(3))) struct ConfigKillTests {
    private static let firmwares = [SimulatedFlockFinder.Firmware.real, .document]

    /// - Parameter body: Called with the course of a gateway for each firmware.
    private func withSweep(
        _ body: (ConfigSweep, [SimulatedFlockFinder.Firmware: ConfigSweep.Course]) async throws -> Void
    ) async throws {
        let sweep = try ConfigSweep()
        defer { sweep.remove() }
        var courses: [SimulatedFlockFinder.Firmware: ConfigSweep.Course] = [:]
        for firmware in Self.firmwares {
            let course = try await sweep.course(firmware)
            // As much as each firmware can store, in several chunks between two markers.
            let bytes = course.writes.reduce(0) { $0 + $1.count }
            try #require(bytes > (firmware == .real ? 3_500 : 7_500) && course.writes.count > 12)
            try #require(course.commits > 8)
            courses[firmware] = course
        }
        try await body(sweep, courses)
    }

    private func count(_ endings: [String]) -> [String: Int] {
        Dictionary(grouping: endings, by: \.self).mapValues(\.count)
    }

    @Test("killed with SIGKILL anywhere, the next look tells what the device holds, and pushing again finishes the job")
    func killed() async throws {
        try await withSweep { sweep, courses in
            let points = courses.flatMap { firmware, course in
                (1...course.writes.count).map { (firmware, ConfigSweep.Point.write($0)) }
                    + CommitPoint.Moment.allCases.flatMap { moment in
                        (1...course.commits).map { (firmware, .commit(CommitPoint(moment, $0))) }
                    }
            }
            let outcomes = try await sweep.outcomes(points)
            for outcome in outcomes {
                if case .write = outcome.point { #expect(outcome.isKilled, "\(outcome)") }
                #expect(outcome.found.faults.isEmpty, "\(outcome)")
            }
            // Two events of the gateway may share a commit, so that the last commits may not
            // happen.
            #expect(outcomes.count { !$0.isKilled } <= 4)
            let endings = count(outcomes.map(\.found.ending))
            // The config was not applied; it was applied; it was saved, but the gateway was killed
            // before it noted that.
            for told in [
                "push previous; it holds the old", "push wanted; it holds the new", "save wanted; it holds the new",
            ] {
                #expect(endings.keys.contains { $0.hasPrefix("status tells of \(told)") }, "\(endings)")
            }
            #expect(
                endings.keys.contains { $0.contains("save wanted") && $0.hasSuffix("keeps the new one") }, "\(endings)")
        }
    }

    @Test("unplugged at any write, the order says no more than it knows, and pushing again finishes the job")
    func unplugged() async throws {
        try await withSweep { sweep, courses in
            let writes = courses.flatMap { firmware, course in (1...course.writes.count).map { (firmware, $0) } }
            let outcomes = try await sweep.unpluggings(writes)
            for outcome in outcomes { #expect(outcome.found.faults.isEmpty, "\(outcome)") }
            let endings = count(outcomes.map(\.ending))
            #expect(Set(outcomes.map(\.outcome)) == [nil, "unknown", "applied"], "\(endings)")
        }
    }
}
