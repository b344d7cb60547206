import Dispatch
import DongleLink
import SimulatedDongle
import Synchronization

/// Duration of a request over a pseudo-terminal, from the call to its answer: INFO, one after
/// another.
enum RoundTripFigure {
    private static let requests = 10_000
    /// Requests that are not measured, in which everything runs for the first time.
    private static let warmUp = 500

    static func measure() throws -> Figure {
        let pty = try PtyDongle(SimulatedDongle.Configuration(scenario: try .named("empty"), seed: 1))
        defer { pty.stop() }
        let path = pty.path
        let outcome = Outcome()
        Task {
            do { outcome.set(.success(try await times(port: path))) } catch { outcome.set(.failure(error)) }
        }
        let microseconds = try outcome.wait().sorted()
        let (median, late) = (microseconds[requests / 2], microseconds[requests * 99 / 100])
        return Figure(
            "request → answer over a pty (INFO, \(Double(requests).text()) times, both ends in one process)",
            measured: "p50 \(median.text()) µs, p99 \(late.text()) µs, longest \((microseconds.last ?? 0).text()) µs",
            target: "p50 ≤ \(Targets.roundTripMedian.text()) µs, p99 ≤ \(Targets.roundTripLate.text()) µs",
            isMet: median <= Targets.roundTripMedian && late <= Targets.roundTripLate)
    }

    private static func times(port: String) async throws -> [Double] {
        let dongle = try await Dongle.open(path: port, baud: 921_600, isNative: true)
        var times: [Double] = []
        for number in 0..<(warmUp + requests) {
            let start = ContinuousClock.now
            _ = try await dongle.info()
            if number >= warmUp { times.append((.now - start) / .microseconds(1)) }
        }
        await dongle.close()
        return times
    }

    /// Result of a task, for a thread that waits for it.
    private final class Outcome: Sendable {
        private let times = Mutex<Result<[Double], any Error>>(.success([]))
        private let done = DispatchSemaphore(value: 0)

        func set(_ result: Result<[Double], any Error>) {
            times.withLock { $0 = result }
            done.signal()
        }

        func wait() throws -> [Double] {
            done.wait()
            return try times.withLock { $0 }.get()
        }
    }
}
