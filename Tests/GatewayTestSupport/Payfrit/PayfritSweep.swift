import DevBackend
import Foundation
import SimulatedDongle

/// Kills gateways with SIGKILL while they plan, provision and register a table, from the login to
/// the registration: around their commits to the store, and around each request to the backend. The
/// next gateway continues; the backend's counts show the result.
package struct PayfritSweep: Sendable {
    /// Moment at which a gateway is killed.
    package enum Point: Sendable, Hashable, CustomStringConvertible {
        case commit(CommitPoint)
        case request(RequestPoint)

        package var description: String {
            switch self {
            case .commit(let point): "commit \(point)"
            case .request(let point): "request \(point)"
            }
        }
    }

    package struct RequestPoint: Sendable, Hashable, CustomStringConvertible {
        package var moment: DevBackend.RequestMoment
        package var request: BackendRequest

        package init(_ moment: DevBackend.RequestMoment, _ request: BackendRequest) {
            (self.moment, self.request) = (moment, request)
        }

        package var description: String { "\(moment.rawValue):\(request)" }
    }

    /// One request of a gateway.
    package struct BackendRequest: Sendable, Hashable, CustomStringConvertible {
        package var path: String
        /// Number among the requests with this path, from 1.
        package var number: Int

        package init(_ path: String, _ number: Int = 1) {
            (self.path, self.number) = (path, number)
        }

        package var isList: Bool { path.hasSuffix("/list.php") }
        package var description: String { "\(path):\(number)" }
    }

    /// Kills for one table; the last gateway is not killed and completes it.
    package struct Order: Sendable, CustomStringConvertible {
        /// Point at which the first gateway is killed.
        package var first: Point
        /// Point at which the second gateway is killed, which continues the work.
        package var second: Point?

        package init(_ first: Point, then second: Point? = nil) {
            (self.first, self.second) = (first, second)
        }

        package var description: String { "\(first)" + (second.map { ", then \($0)" } ?? "") }
    }

    /// The course of a gateway that is not killed.
    package struct Course: Sendable {
        package var commits = 0
        /// Commit that queues the registration, or a commit soon after it.
        package var provisioned = 0
        package var requests: [BackendRequest] = []

        /// Returns the points before and after each of the commits.
        package static func points(_ commits: some Sequence<Int>) -> [Point] {
            commits.flatMap { commit in CommitPoint.Moment.allCases.map { .commit(CommitPoint($0, commit)) } }
        }

        /// Returns the points before and after each of the requests.
        package static func points(_ requests: [BackendRequest]) -> [Point] {
            requests.flatMap { request in
                DevBackend.RequestMoment.allCases.map { .request(RequestPoint($0, request)) }
            }
        }

        package var points: [Point] { Course.points(1...commits) + Course.points(requests) }
    }

    /// Result of an order.
    package struct Outcome: Sendable, CustomStringConvertible {
        package var order: Order
        /// State after each killed gateway.
        package var left: [Standing] = []
        /// Number of gateways that ended before the point at which they were to be killed.
        package var survivors = 0
        package var faults: [String] = []
        package var kills: Int { left.count - survivors }
        package var description: String { faults.reduce("killed at \(order): \(left)") { "\($0) FAULT: \($1)" } }
    }

    /// Kills at a time; most of their time they wait for radios.
    private static let width = 16

    private let template: StoreTemplate

    package init() throws {
        template = try StoreTemplate()
    }

    package func remove() { template.remove() }

    /// Returns the course of a gateway.
    ///
    /// - Parameter point: Point at which an earlier gateway is killed, whose work this one
    ///   continues; nil = no earlier gateway.
    package func course(after point: Point? = nil) async throws -> Course {
        try await inRoom { room in
            if let point { _ = try await room.run(killing: point) }
            let end = try await room.run(killing: nil)
            let lines = end.output.split(separator: "\n").map { $0.split(separator: " ") }
            func commit(_ word: String) throws -> Int {
                guard let line = lines.first(where: { $0.count == 2 && $0[1] == word }), let number = Int(line[0])
                else {
                    throw KillFailure.unexpected("crash payfrit said \(end.output)")
                }
                return number
            }
            return Course(
                commits: try commit("ended"), provisioned: try commit("provisioned"), requests: room.gate.requests)
        }
    }

    /// Carries out orders, several at a time. The outcomes are in no order.
    package func outcomes(of orders: [Order]) async throws -> [Outcome] {
        try await abreast(Self.width, orders) { try await outcome(of: $0) }
    }

    private func outcome(of order: Order) async throws -> Outcome {
        try await inRoom { room in
            var outcome = Outcome(order: order)
            for point in [order.first, order.second].compactMap(\.self) {
                let end = try await room.run(killing: point)
                if !end.isKilled { outcome.survivors += 1 }
                let left = try await Standing(room)
                outcome.left.append(left)
                outcome.faults += left.faultsAfterKill
            }
            do {
                // The same command once more, as a user would repeat it.
                _ = try await room.run(killing: nil)
            } catch {
                outcome.faults.append("the last gateway did not come to its end: \(error)")
            }
            outcome.faults += try await Standing(room).faultsAtLast
            return outcome
        }
    }

    private func inRoom<Value: Sendable>(
        _ body: @escaping @Sendable (PayfritRoom) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryStore.makeFolder()
        defer { TemporaryStore.remove(folder) }
        try template.copy(to: folder)
        let pty = try BeaconRoom.dongle([""])
        defer { pty.stop() }
        let gate = RequestGate()
        var configuration = DevBackend.Configuration()
        configuration.watch = { path, moment in try gate.see(path, moment) }
        let backend = try DevBackend(configuration)
        let factory = await pty.beacon(1) { $0.saved.advertised?.identity } ?? nil
        return try await backend.serving { url in
            try await body(
                PayfritRoom(folder: folder, pty: pty, factory: factory, gate: gate, backend: backend, url: url))
        }
    }
}
