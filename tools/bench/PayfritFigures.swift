import DevBackend
import Foundation
import GatewayTestSupport

/// Time to deliver registrations that have waited, and effects of kill -9 on them.
enum PayfritFigures {
    private static let count = 1_000
    private static let rounds = 5

    static func measure() throws -> [Figure] { try deliveries() + kills() }

    // MARK: Deliveries

    private static func deliveries() throws -> [Figure] {
        let rig = try RegistrationRig(count: count)
        defer { rig.remove() }
        let deliveries = try (1...rounds).map { round in
            Report.progress("round \(round) of \(rounds)")
            return try rig.deliver()
        }
        let wrong = deliveries.reduce(0) { $0 + $1.wrong }
        guard let time = Spread(deliveries.map(\.seconds)), let before = Spread(deliveries.map(\.before)),
            let half = Spread(deliveries.map(\.half)), let highest = Spread(deliveries.map(\.highest)),
            let after = Spread(deliveries.map(\.after)), let growth = Spread(deliveries.map { $0.highest - $0.half }),
            let requests = deliveries.first?.requests
        else { throw RegistrationRig.Failure.nothingDelivered }
        return [
            Figure(
                "\(count.formatted()) queued registrations, from the login to the last one delivered, backend on loopback "
                    + "(\(requests.formatted()) requests)",
                measured: time.text("s", decimals: 2), target: "≤ \(Targets.deliverySeconds.text()) s",
                isMet: time.median <= Targets.deliverySeconds),
            Figure(
                "registrations lost or carried out twice, by the backend's count",
                measured: "\(wrong) of \(count * rounds)",
                target: "0", isMet: wrong == 0),
            Figure(
                "memory of the gateway, from half of them delivered to the highest",
                measured: growth.text("MB more", decimals: 1),
                target: "≤ \(Targets.deliveryGrowthMegabytes.text()) MB more",
                isMet: growth.median <= Targets.deliveryGrowthMegabytes),
            .comparison(
                "resident before, with half of them delivered, at most, and 2 s after",
                measured: [before, half, highest, after].map { $0.text("MB") }.joined(separator: "; ")),
            .comparison(
                "allocating \(count.formatted()) tables, one after the other", measured: "\(rig.planning.text(1)) s"),
        ]
    }

    // MARK: Kills

    private static func kills() throws -> [Figure] {
        let sweep = try PayfritSweep()
        defer { sweep.remove() }
        return try Waiting.value {
            let course = try await sweep.course()
            let first = try await sweep.outcomes(of: course.points.map { PayfritSweep.Order($0) })
            var orders: [PayfritSweep.Order] = []
            // For a request that was carried out without an answer, the next gateway does not know
            // whether it was.
            for request in course.requests.suffix(3) {
                let point = PayfritSweep.Point.request(.init(.carriedOut, request))
                orders += try await sweep.course(after: point).points.map { PayfritSweep.Order(point, then: $0) }
            }
            return [
                figure(
                    "kill -9 of a gateway that takes a table from login to registration, before and after each of "
                        + "\(course.commits) commits and \(course.requests.count) requests: registrations lost or doubled",
                    first),
                figure(
                    "kill -9 of one whose registration was carried out and not answered, and likewise of the next: "
                        + "registrations lost or doubled",
                    try await sweep.outcomes(of: orders)),
            ]
        }
    }

    private static func figure(_ name: String, _ outcomes: [PayfritSweep.Outcome]) -> Figure {
        let faults = outcomes.filter { !$0.faults.isEmpty }
        for outcome in faults { Report.progress("\(outcome)") }
        let kills = outcomes.reduce(0) { $0 + $1.kills }
        return Figure(
            name, measured: "\(faults.count) of \(outcomes.count) tables, \(kills) kills", target: "0",
            isMet: faults.isEmpty)
    }
}
