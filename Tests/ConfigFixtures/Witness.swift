import Glibc
import NIOConcurrencyHelpers
import SimulatedDongle

/// Stands beside a simulated FlockFinder: kills a process at a certain write to it, and sees that at every write it keeps the old config or
/// the new one, and nothing between them.
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

    /// The process that is killed.
    var process: pid_t? {
        get { state.withLockedValue(\.process) }
        set { state.withLockedValue { $0.process = newValue } }
    }

    var faults: [String] { state.withLockedValue(\.faults) }

    /// Commands and markers that have reached the device, in their order.
    var words: [String] { state.withLockedValue(\.words) }

    /// Call it on the dongle's thread.
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
            // The device's answer leaves once nobody is there to read it. It may have been waited for already.
            var end = siginfo_t()
            while waitid(P_PID, id_t(process), &end, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        }
    }
}
