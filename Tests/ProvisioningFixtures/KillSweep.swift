import Advertising
import Foundation
import SimulatedDongle

/// Kills gateways that provision a beacon with SIGKILL, around their commits to the store, and holds what the next gateway reports
/// against what the beacon is.
package struct KillSweep: Sendable {
    package enum Moment: String, CaseIterable, Sendable {
        /// When it begins to write the commit, which is lost.
        case before
        /// Once the commit is on the disk.
        case after
    }

    /// What a gateway is started for.
    package enum Verb: String, Sendable {
        case start, resume, verify
    }

    /// Where a gateway is killed: at one of its own commits, 1 the first.
    package struct Point: Sendable, Hashable, CustomStringConvertible {
        package var moment: Moment
        package var commit: Int
        package var description: String { "\(moment):\(commit)" }

        package init(_ moment: Moment, _ commit: Int) {
            (self.moment, self.commit) = (moment, commit)
        }
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
        /// The commit with which the first step begins, and the last one, which saves; 0 where none does. As near as a reader of
        /// the run's changes can tell.
        package var firstStep = 0
        package var save = 0
    }

    /// A beacon that acknowledges its first save and does nothing of it: to be provisioned anew, from the beginning.
    package static let forgetful = #""ignoresSave": true, "faultAttempts": 1"#
    /// Kills at a time; most of their time is waited for radios.
    private static let width = 4

    /// Where the program `provision-crash` lies.
    let program: String

    package init(program: String) {
        self.program = program
    }

    /// How a first run goes.
    package func course() async throws -> Course {
        try await inFolder("") { folder, pty, _ in
            try course(of: try await run(folder, pty, .start, killing: nil))
        }
    }

    /// How a gateway goes that takes up what one has left that was killed.
    package func course(of verb: Verb, after order: Order) async throws -> Course {
        try await inFolder(order.beacon) { folder, pty, _ in
            _ = try await run(folder, pty, .start, killing: order.first)
            return try course(of: try await run(folder, pty, verb, killing: nil))
        }
    }

    /// Carries orders out, several at a time. The outcomes are in no order.
    package func outcomes(of orders: [Order]) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for (index, order) in orders.enumerated() {
                if index >= Self.width, let outcome = try await group.next() { outcomes.append(outcome) }
                group.addTask { try await self.outcome(of: order) }
            }
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
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
