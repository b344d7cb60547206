import DevBackend
import Foundation
import KillFixtures
import ProvisioningFixtures
import SimulatedDongle

/// Kills gateways with SIGKILL while they take a table, from the login to the registration: around their commits to the store, and
/// around each request to the backend. The next gateway goes on; what came of it is counted on the backend.
package struct PayfritSweep: Sendable {
    /// Where a gateway is killed.
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

    /// One of a gateway's requests.
    package struct BackendRequest: Sendable, Hashable, CustomStringConvertible {
        package var path: String
        /// Among those of its path; 1 the first.
        package var number: Int

        package init(_ path: String, _ number: Int = 1) {
            (self.path, self.number) = (path, number)
        }

        package var isList: Bool { path.hasSuffix("/list.php") }
        package var description: String { "\(path):\(number)" }
    }

    /// What befalls one table; at last, a gateway that nobody kills goes on.
    package struct Order: Sendable, CustomStringConvertible {
        /// Where the first gateway is killed.
        package var first: Point
        /// Where the second one is killed, which goes on.
        package var second: Point?

        package init(_ first: Point, then second: Point? = nil) {
            (self.first, self.second) = (first, second)
        }

        package var description: String { "\(first)" + (second.map { ", then \($0)" } ?? "") }
    }

    /// How a gateway that nobody kills goes.
    package struct Course: Sendable {
        package var commits = 0
        /// The commit with which the registration is queued, or one of the next.
        package var provisioned = 0
        package var requests: [BackendRequest] = []

        /// Before and after each of the commits.
        package static func points(_ commits: some Sequence<Int>) -> [Point] {
            commits.flatMap { commit in CommitPoint.Moment.allCases.map { .commit(CommitPoint($0, commit)) } }
        }

        /// Before and after each of the requests.
        package static func points(_ requests: [BackendRequest]) -> [Point] {
            requests.flatMap { request in
                DevBackend.RequestMoment.allCases.map { .request(RequestPoint($0, request)) }
            }
        }

        package var points: [Point] { Course.points(1...commits) + Course.points(requests) }
    }

    /// What came of an order.
    package struct Outcome: Sendable, CustomStringConvertible {
        package var order: Order
        /// What each killed gateway has left.
        package var left: [Standing] = []
        /// Gateways that came to their end before they were to be killed.
        package var survivors = 0
        package var faults: [String] = []
        package var kills: Int { left.count - survivors }
        package var description: String { faults.reduce("killed at \(order): \(left)") { "\($0) FAULT: \($1)" } }
    }

    /// Kills at a time; most of their time is waited for radios.
    private static let width = 16

    private let template: StoreTemplate

    package init() throws {
        template = try StoreTemplate()
    }

    package func remove() { template.remove() }

    /// How a gateway goes.
    ///
    /// - Parameter point: It goes on where another one was killed; nil = there is nothing.
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

    /// Carries orders out, several at a time. The outcomes are in no order.
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
                // What the command line would be asked for again.
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
