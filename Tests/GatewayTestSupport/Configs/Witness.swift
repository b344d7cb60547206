import Glibc
import NIOConcurrencyHelpers
import SimulatedDongle

/// Watches a simulated FlockFinder: kills a process at a certain write to it, and checks that it
/// has the old config or the new one saved at every write, and nothing between them.
final class Witness: Sendable {
    private struct State {
        var process: pid_t?
        var writes = 0
        var words: [String] = []
        var faults: [String] = []
    }

    private let pair: ConfigPair
    private let state = NIOLockedValueBox(State())

    init(_ pair: ConfigPair) {
        self.pair = pair
    }

    /// Process to kill.
    var process: pid_t? {
        get { state.withLockedValue(\.process) }
        set { state.withLockedValue { $0.process = newValue } }
    }

    var faults: [String] { state.withLockedValue(\.faults) }

    /// Commands and markers that have reached the device, in order.
    var words: [String] { state.withLockedValue(\.words) }

    /// To be called on the dongle's thread.
    func watch(_ finder: SimulatedFlockFinder, killingAt number: Int?) {
        finder.reached = { [unowned finder] value in self.see(value, finder, killingAt: number) }
    }

    private func see(_ value: [UInt8], _ finder: SimulatedFlockFinder, killingAt number: Int?) {
        state.withLockedValue { state in
            state.writes += 1
            if value.count < 20 { state.words.append(String(decoding: value, as: UTF8.self)) }
            if pair.side(finder.stored) == nil {
                state.faults.append("at write \(state.writes) it keeps half a config")
            }
            guard state.writes == number else { return }
            guard let process = state.process else {
                state.faults.append("no process to kill at write \(state.writes)")
                return
            }
            kill(process, SIGKILL)
            // The device answers only after the process has ended. The process may have been reaped
            // already.
            var end = siginfo_t()
            while waitid(P_PID, id_t(process), &end, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        }
    }
}
