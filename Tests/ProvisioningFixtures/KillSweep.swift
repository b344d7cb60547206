import Advertising
import Foundation
import KillFixtures
import SimulatedDongle

/// Kills gateways that provision a beacon with SIGKILL, around their commits to the store, and holds what the next gateway reports
/// against what the beacon is.
package struct KillSweep: Sendable {
    package typealias Moment = CommitPoint.Moment
    package typealias Point = CommitPoint

    /// What a gateway is started for.
    package enum Verb: String, Sendable {
        case start, resume, verify
    }

    /// What befalls one beacon; at last, a gateway that nobody kills resumes what there is to resume.
    package struct Order: Sendable {
        /// The beacon's options, as the fields of an object.
        package var beacon = ""
        /// Where the first gateway is killed, which starts a run.
        package var first: Point
        /// What the second one is started for, and where it is killed.
        package var second: (verb: Verb, point: Point)?

        package init(_ first: Point, beacon: String = "") {
            (self.first, self.beacon) = (first, beacon)
        }

        package func then(_ verb: Verb, _ point: Point) -> Order {
            var order = self
            order.second = (verb, point)
            return order
        }
    }

    /// What came of an order.
    package struct Outcome: Sendable, CustomStringConvertible {
        package var order: Order
        /// What is reported after each kill.
        package var kills: [Report] = []
        /// What is reported at last.
        package var end: Report?
        /// Gateways that came to their end before the commit at which they were to be killed.
        package var survivors = 0

        /// What is wrong, if anything is.
        package var faults: [String] { (kills + (end.map { [$0] } ?? [])).compactMap(\.fault) }

        package var description: String {
            let second = order.second.map { ", \($0.verb) \($0.point)" } ?? ""
            return "start \(order.first)\(second): \(kills), at last \(end.map { "\($0)" } ?? "nothing")"
        }
    }

    /// How a gateway that nobody kills goes along its commits.
    package struct Course: Sendable {
        package var commits = 0
        /// The commit with which the first step begins, 0 where none does; later ones where the machine is busy.
        package var firstStep = 0
        /// The commit with which the last step begins, which saves; 0 where it does not.
        package var save = 0
    }

    /// A beacon that acknowledges its first save and does nothing of it: to be provisioned anew, from the beginning.
    package static let forgetful = #""ignoresSave": true, "faultAttempts": 1"#
    /// Kills at a time; most of their time is waited for radios.
    private static let width = 6

    package init() {}

    /// How a gateway goes.
    ///
    /// - Parameter order: The gateway takes up what the first one of it has left; nil = there is nothing.
    package func course(of verb: Verb = .start, after order: Order? = nil) async throws -> Course {
        var course = try await inFolder(order?.beacon ?? "") { folder, pty, _ in
            if let order { _ = try await run(folder, pty, .start, killing: order.first) }
            return try self.course(of: try await run(folder, pty, verb, killing: nil))
        }
        // The reader is late where the machine is busy; what a kill leaves is exact.
        while course.save > 1, try await step(of: verb, after: order, at: Point(.after, course.save - 1)) == 24 {
            course.save -= 1
        }
        return course
    }

    /// The last step that had begun when a gateway was killed.
    private func step(of verb: Verb, after order: Order?, at point: Point) async throws -> Int {
        try await inFolder(order?.beacon ?? "") { folder, pty, factory in
            if let order { _ = try await run(folder, pty, .start, killing: order.first) }
            _ = try await run(folder, pty, verb, killing: point)
            return try await report(of: folder, pty, factory: factory).step
        }
    }

    /// Carries orders out, several at a time. The outcomes are in no order.
    package func outcomes(of orders: [Order]) async throws -> [Outcome] {
        try await abreast(Self.width, orders) { try await self.outcome(of: $0) }
    }

    private func outcome(of order: Order) async throws -> Outcome {
        try await inFolder(order.beacon) { folder, pty, factory in
            var outcome = Outcome(order: order)
            func gateway(_ verb: Verb, _ point: Point?) async throws -> Report {
                let end = try await run(folder, pty, verb, killing: point)
                if point != nil, !end.isKilled { outcome.survivors += 1 }
                return try await self.report(of: folder, pty, factory: factory)
            }
            var last = try await gateway(.start, order.first)
            outcome.kills.append(last)
            if let (verb, point) = order.second, last.canGoOn {
                last = try await gateway(verb, point)
                outcome.kills.append(last)
            }
            if last.canGoOn { outcome.end = try await gateway(.resume, nil) }
            return outcome
        }
    }

    /// - Parameter body: Is given the folder of the store, the dongle, and what the beacon is.
    private func inFolder<Value: Sendable>(
        _ beacon: String, _ body: (String, PtyDongle, BeaconIdentity?) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryStore.makeFolder()
        defer { TemporaryStore.remove(folder) }
        let pty = try BeaconRoom.dongle([beacon])
        defer { pty.stop() }
        return try await body(folder, pty, await pty.beacon(1) { $0.saved.advertised?.identity } ?? nil)
    }
}
