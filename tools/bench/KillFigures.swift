import Foundation
import GatewayModel
import GatewayTestSupport

/// Effects of kill -9 on a gateway that provisions.
enum KillFigures {
    static func measure() throws -> [Figure] {
        let sweep = KillSweep()
        return try Waiting.value {
            let course = try await sweep.course()
            return [
                figure(
                    "kill -9 of a gateway that provisions, before and after every commit of its store: runs misreported",
                    try await sweep.outcomes(of: KillSweep.Moment.allCases.flatMap { everyCommit(course, $0) }),
                    steps: 24),
                figure(
                    "kill -9 of one that writes all steps anew, after every commit: runs misreported",
                    try await resumed(sweep, course, .after, beacon: KillSweep.forgetful), steps: 24),
                figure(
                    "kill -9 of a gateway that finds the run done, before and after every commit: runs misreported",
                    try await resumed(sweep, course, .before) + resumed(sweep, course, .after)),
            ].flatMap(\.self)
        }
    }

    private static func everyCommit(_ course: KillSweep.Course, _ moment: KillSweep.Moment) -> [KillSweep.Order] {
        (1...course.commits).map { KillSweep.Order(.init(moment, $0)) }
    }

    /// Kills one gateway after the save command to the beacon, and the next one at any commit.
    private static func resumed(
        _ sweep: KillSweep, _ course: KillSweep.Course, _ moment: KillSweep.Moment, beacon: String = ""
    ) async throws -> [KillSweep.Outcome] {
        let first = KillSweep.Order(.init(.after, course.save + 2), beacon: beacon)
        var outcomes: [KillSweep.Outcome] = []
        for verb in beacon.isEmpty ? [KillSweep.Verb.resume, .verify] : [.resume] {
            let commits = try await sweep.course(of: verb, after: first).commits
            outcomes += try await sweep.outcomes(of: (1...commits).map { first.then(verb, .init(moment, $0)) })
        }
        return outcomes
    }

    /// - Parameter steps: Number of steps at which a kill must happen; nil = no requirement.
    private static func figure(_ name: String, _ outcomes: [KillSweep.Outcome], steps wanted: Int? = nil) -> [Figure] {
        let faults = outcomes.filter { !$0.faults.isEmpty }
        for outcome in faults { Report.progress("\(outcome)") }
        let kills = outcomes.reduce(0) { $0 + $1.kills.count - $1.survivors }
        let steps = Set(outcomes.flatMap(\.kills).filter { [.betweenSteps, .atSave].contains($0.phase) }.map(\.step))
        let atSteps = wanted.map { ", at \(steps.count) of \($0) steps" } ?? ""
        let ends = outcomes.compactMap(\.end)
        return [
            Figure(
                name, measured: "\(faults.count) of \(outcomes.count) runs, \(kills) kills\(atSteps)", target: "0",
                isMet: faults.isEmpty && (wanted == nil || steps.count == wanted)),
            .comparison(
                "runs resumed, and verified afterwards",
                measured: "\(ends.count), \(ends.count { $0.state == .verified })"),
        ]
    }
}
