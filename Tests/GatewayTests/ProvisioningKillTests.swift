import Randomness
import Foundation
import GatewayTestSupport
import SimulatedDongle
import Testing

/// Gateways that are killed with SIGKILL while they provision. The commits are drawn, the same ones
/// every time.
@Suite(.timeLimit(.minutes(5))) struct ProvisioningKillTests {
    private static let sweep = KillSweep()
    private static let seed: UInt64 = 24

    /// Draws points, alternating between the moments.
    private static func points(_ count: Int, of commits: ClosedRange<Int>, index: UInt64) -> [KillSweep.Point] {
        var random = SplitMix64(seed: seed, index: index)
        return commits.shuffled(using: &random).prefix(count).enumerated().map { place, commit in
            KillSweep.Point(KillSweep.Moment.allCases[place % 2], commit)
        }
    }

    private func expectTruth(_ outcomes: [KillSweep.Outcome]) {
        for outcome in outcomes {
            #expect(outcome.faults.isEmpty, "\(outcome)")
            #expect(outcome.end == nil || outcome.end?.state == .verified, "\(outcome)")
        }
    }

    @Test("killed in its first run, in every phase of it, what is reported is the truth, and is resumed to the end")
    func firstRun() async throws {
        let course = try await Self.sweep.course()
        // Each of the 24 steps has its own commit.
        try #require(course.firstStep > 4 && course.save > 24 && course.save > course.firstStep + 9)
        try #require(course.commits > course.save + 3)
        let orders = [
            Self.points(3, of: 3...course.firstStep - 1, index: 1),
            Self.points(4, of: course.firstStep + 1...course.save - 2, index: 2),
            // The beacon gets the save command between these two commits.
            [.init(.after, course.save), .init(.before, course.save + 1), .init(.before, course.save)],
            Self.points(4, of: course.save + 2...course.commits - 1, index: 3),
        ].flatMap { $0.map { KillSweep.Order($0) } }
        let outcomes = try await Self.sweep.outcomes(of: orders)
        expectTruth(outcomes)
        #expect(outcomes.allSatisfy { $0.survivors == 0 })
        let reports = outcomes.flatMap(\.kills)
        #expect(Set(reports.map(\.phase)) == Set(KillSweep.Phase.allCases), "\(outcomes)")
        // The worst case: the beacon has saved, but the gateway was killed before it noted that.
        #expect(reports.contains { $0.phase == .atSave && $0.isWritten && $0.state == .unknown }, "\(outcomes)")
    }

    @Test("killed again while it resumes or verifies, what is reported is still the truth, and is resumed to the end")
    func secondRun() async throws {
        let course = try await Self.sweep.course()
        let saved = KillSweep.Order(.init(.before, course.save + 1))
        // Here the save was acknowledged without effect, so that all steps are written again.
        let forgotten = KillSweep.Order(.init(.after, course.save + 2), beacon: KillSweep.forgetful)
        async let coursesAfterSaved = (
            Self.sweep.course(of: .resume, after: saved), Self.sweep.course(of: .verify, after: saved)
        )
        let writing = try await Self.sweep.course(of: .resume, after: forgotten)
        let (looking, verifying) = try await coursesAfterSaved
        try #require(writing.save > 24 && writing.save > writing.firstStep && writing.firstStep > 1)
        let rewrites: [KillSweep.Point] = [
            Self.points(2, of: 1...writing.firstStep - 1, index: 6),
            Self.points(2, of: writing.firstStep...writing.save - 1, index: 7),
            [.init(.after, writing.save), .init(.before, writing.save + 1)],
            Self.points(2, of: writing.save + 2...writing.commits - 2, index: 8),
        ].flatMap(\.self)
        let orders: [KillSweep.Order] = [
            // The last commit of a resumed run belongs to the event, after the run has ended.
            Self.points(2, of: 1...looking.commits - 2, index: 4).map { saved.then(.resume, $0) },
            Self.points(2, of: 1...verifying.commits - 1, index: 5).map { saved.then(.verify, $0) },
            rewrites.map { forgotten.then(.resume, $0) },
        ].flatMap(\.self)
        let outcomes = try await Self.sweep.outcomes(of: orders)
        expectTruth(outcomes)
        #expect(outcomes.allSatisfy { $0.survivors == 0 && $0.kills.count == 2 && $0.end != nil }, "\(outcomes)")
    }
}
