import Randomness
import Foundation
import GatewayTestSupport
import SimulatedDongle
import Testing

/// Gateways that are killed with SIGKILL while they plan, provision and register a table. The
/// commits at which they are killed while the beacon is written are drawn, the same ones every
/// time; `perch-bench` covers all of them.
@Suite(.timeLimit(.minutes(5))) struct PayfritSweepTests {
    private static let seed: UInt64 = 8

    @Test("killed anywhere from the login to the registration, and again when it goes on, the table is registered once")
    func killed() async throws {
        let sweep = try PayfritSweep()
        defer { sweep.remove() }
        let course = try await sweep.course()
        // Two for the login, three for the plan, two for the owner of the beacon, three for the
        // registration.
        try #require(course.requests.count == 10)
        // Each of the beacon's 24 steps has its own commit, and so has each request of the
        // registration.
        try #require(course.provisioned > 32 && course.commits >= course.provisioned + 2)
        var random = SplitMix64(seed: Self.seed, index: 1)
        let drawn = (7..<course.provisioned - 2).shuffled(using: &random).prefix(4)
        let commits = Array(2...6) + drawn + Array(course.provisioned - 2...course.commits)
        let firsts = (PayfritSweep.Course.points(commits) + PayfritSweep.Course.points(course.requests)).map {
            PayfritSweep.Order($0)
        }

        // The beacon was registered, but the next gateway cannot know that: it asks before it
        // repeats the request.
        let registration = try #require(course.requests.first { $0.path.hasSuffix("/register_beacon_hardware.php") })
        let registered = PayfritSweep.Point.request(.init(.carriedOut, registration))
        let next = try await sweep.course(after: registered)
        // A list is requested again when it is old, which can happen on a busy machine.
        let asked = next.requests.filter { !$0.isList }
        let registering = asked.compactMap { $0.path.split(separator: "/").last.map(String.init) }
        #expect(registering == ["lookupByMac.php", "save.php", "verify_beacon_broadcast.php"])
        let points = PayfritSweep.Course.points(1...next.commits) + PayfritSweep.Course.points(asked)
        let seconds = points.map { PayfritSweep.Order(registered, then: $0) }

        let outcomes = try await sweep.outcomes(of: firsts + seconds)
        for outcome in outcomes {
            #expect(outcome.faults.isEmpty, "\(outcome)")
            if case .request = outcome.order.second ?? outcome.order.first {
                #expect(outcome.survivors == 0, "\(outcome)")
            }
        }
        // Two commits of a gateway may become one, so that the last commits may not happen.
        #expect(outcomes.count { $0.survivors > 0 } <= 4)
        let phases = Set(outcomes.flatMap(\.left).map(\.phase))
        #expect(
            phases.isSuperset(of: [
                "none", "planned", "provisioning", "queued", "queued register", "queued register save",
            ]), "\(phases)")
    }
}
