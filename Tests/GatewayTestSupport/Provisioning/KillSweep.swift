import Advertising
import Foundation
import SimulatedDongle

/// Kills gateways with SIGKILL while they provision a beacon, around their commits to the store,
/// and compares the next gateway's report with the actual state of the beacon.
package struct KillSweep: Sendable {
    package typealias Moment = CommitPoint.Moment
    package typealias Point = CommitPoint

    /// Task of a gateway.
    package enum Verb: String, Sendable {
        case start, resume, verify
    }

    /// Kills for one beacon; the last gateway is not killed and resumes the run if there is one.
    package struct Order: Sendable {
        /// Options of the beacon, as the fields of a JSON object.
        package var beacon = ""
        /// Point at which the first gateway is killed, which starts a run.
        package var first: Point
        /// Task of the second gateway, and the point at which it is killed.
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

    /// Result of an order.
    package struct Outcome: Sendable, CustomStringConvertible {
        package var order: Order
        /// Reports after each kill.
        package var kills: [Report] = []
        /// Final report.
        package var end: Report?
        /// Number of gateways that ended before the commit at which they were to be killed.
        package var survivors = 0

        /// Faults in all reports.
        package var faults: [String] { (kills + (end.map { [$0] } ?? [])).compactMap(\.fault) }

        package var description: String {
            let second = order.second.map { ", \($0.verb) \($0.point)" } ?? ""
            return "start \(order.first)\(second): \(kills), at last \(end.map { "\($0)" } ?? "nothing")"
        }
    }

    /// The course of a gateway that is not killed, along its commits.
    package struct Course: Sendable {
        package var commits = 0
        /// Commit with which the first step begins, or a later one on a busy machine; 0 = no step
        /// begins.
        package var firstStep = 0
        /// Commit with which the last step begins, which saves; 0 = the last step does not begin.
        package var save = 0
    }

    /// Options of a beacon that acknowledges its first save without effect, and so has to be
    /// provisioned again from the beginning.
    package static let forgetful = #""ignoresSave": true, "faultAttempts": 1"#
    /// Kills at a time; most of their time they wait for radios.
    private static let width = 6

    package init() {}

    /// Returns the course of a gateway.
    ///
    /// - Parameter order: The gateway continues the work of this order's first gateway; nil = there
    ///   is none.
    package func course(of verb: Verb = .start, after order: Order? = nil) async throws -> Course {
        var course = try await inFolder(order?.beacon ?? "") { folder, pty, _ in
            if let order { _ = try await run(folder, pty, .start, killing: order.first) }
            return try self.course(of: try await run(folder, pty, verb, killing: nil))
        }
        // On a busy machine the printed commit is too late; the state after a kill gives the exact
        // one.
        while course.save > 1, try await step(of: verb, after: order, at: Point(.after, course.save - 1)) == 24 {
            course.save -= 1
        }
        return course
    }

    /// Returns the last step that had begun when a gateway was killed.
    private func step(of verb: Verb, after order: Order?, at point: Point) async throws -> Int {
        try await inFolder(order?.beacon ?? "") { folder, pty, factory in
            if let order { _ = try await run(folder, pty, .start, killing: order.first) }
            _ = try await run(folder, pty, verb, killing: point)
            return try await report(of: folder, pty, factory: factory).step
        }
    }

    /// Carries out orders, several at a time. The outcomes are in no order.
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

    /// - Parameter body: Called with the folder of the store, the dongle, and the beacon's
    ///   identity.
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
