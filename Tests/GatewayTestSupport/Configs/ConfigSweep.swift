import Foundation
import NIOConcurrencyHelpers
import SimulatedDongle
import Store

/// Kills gateways with SIGKILL while they push a config onto a simulated FlockFinder and have it
/// saved: around their commits to the store, and at each write that reaches the device. The next
/// gateway's report is compared with the actual state of the device.
package struct ConfigSweep: Sendable {
    /// Moment at which a gateway is killed.
    package enum Point: Sendable, Hashable, CustomStringConvertible {
        case commit(CommitPoint)
        /// When this write, counted from 1, reaches the device: the device takes it, but no gateway
        /// gets the acknowledgement.
        case write(Int)

        package var description: String {
            switch self {
            case .commit(let point): "commit \(point)"
            case .write(let number): "write \(number)"
            }
        }
    }

    /// The course of a gateway that is not killed.
    package struct Course: Sendable {
        package var commits = 0
        /// Writes to the device.
        package var writes: [[UInt8]] = []
    }

    /// Result of a kill.
    package struct Outcome: Sendable, CustomStringConvertible {
        package var firmware: SimulatedFlockFinder.Firmware
        package var point: Point
        package var isKilled: Bool
        package var found: Found
        package var description: String { "\(firmware), killed at \(point): \(found)" }
    }

    /// Kills at a time; most of their time they wait for radios.
    static let width = 16

    private let template: StoreTemplate

    package init() throws {
        template = try StoreTemplate()
    }

    package func remove() { template.remove() }

    package func course(_ firmware: SimulatedFlockFinder.Firmware) async throws -> Course {
        try await inFolder(firmware) { folder, pty, pair in
            let writes = NIOLockedValueBox<[[UInt8]]>([])
            _ = await pty.finder { $0.reached = { value in writes.withLockedValue { $0.append(value) } } }
            let end = try await run(folder, pty, pair, killing: nil)
            let lines = end.output.split(separator: "\n").map { $0.split(separator: " ") }
            guard let last = lines.last, last.count == 2, last[1] == "applied-and-saved", let commits = Int(last[0])
            else { throw KillFailure.unexpected("crash config said \(end.output)") }
            return Course(commits: commits, writes: writes.withLockedValue(\.self))
        }
    }

    /// Kills a gateway at each of the points, several at a time. The results are in no order.
    package func outcomes(_ points: [(SimulatedFlockFinder.Firmware, Point)]) async throws -> [Outcome] {
        try await abreast(Self.width, points) { try await outcome($0.0, $0.1) }
    }

    private func outcome(_ firmware: SimulatedFlockFinder.Firmware, _ point: Point) async throws -> Outcome {
        try await inFolder(firmware) { folder, pty, pair in
            let witness = Witness(pair)
            _ = await pty.finder { witness.watch($0, killingAt: point.write) }
            let end = try await run(folder, pty, pair, killing: point.commit) { witness.process = $0 }
            var found = Found(after: witness.words)
            _ = await pty.finder { witness.watch($0, killingAt: nil) }
            try await BriefGateway.with(try Store.open(path: TemporaryStore.path(folder)), port: pty.path) { gateway in
                try await found.look(by: gateway, pty, pair)
            }
            found.faults += witness.faults
            return Outcome(firmware: firmware, point: point, isKilled: end.isKilled, found: found)
        }
    }

    private func run(
        _ folder: String, _ pty: PtyDongle, _ pair: ConfigPair, killing point: CommitPoint?,
        started: @escaping @Sendable (pid_t) -> Void = { _ in }
    ) async throws -> MortalProcess.End {
        let file = folder + "/config.json"
        try pair.text.write(toFile: file, atomically: false, encoding: .utf8)
        return try await MortalProcess.run(
            ["config", TemporaryStore.path(folder), pty.path, FinderRoom.device, file], killing: point,
            started: started)
    }

    func inFolder<Value: Sendable>(
        _ firmware: SimulatedFlockFinder.Firmware, _ body: (String, PtyDongle, ConfigPair) async throws -> Value
    ) async throws -> Value {
        let folder = try TemporaryStore.makeFolder()
        defer { TemporaryStore.remove(folder) }
        try template.copy(to: folder)
        let pty = try FinderRoom.dongle(firmware)
        defer { pty.stop() }
        guard let factory = await pty.finder({ $0.config }) else { throw KillFailure.unexpected("there is no device") }
        return try await body(folder, pty, ConfigPair(firmware, factory: factory))
    }
}

extension ConfigSweep.Point {
    fileprivate var commit: CommitPoint? { if case .commit(let point) = self { point } else { nil } }
    fileprivate var write: Int? { if case .write(let number) = self { number } else { nil } }
}
