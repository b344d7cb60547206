import DevBackend
import Glibc
import NIOConcurrencyHelpers

/// Stands before a development backend: knows what was asked for, and kills who asks at a certain request.
final class RequestGate: Sendable {
    private struct State {
        var paths: [String] = []
        var process: pid_t?
        var target: PayfritSweep.RequestPoint?
    }

    private let state = NIOLockedValueBox(State())

    /// Paths of the requests of the last process, in their order.
    var paths: [String] { state.withLockedValue(\.paths) }

    /// What comes from now on is this process's, which is killed at a point of it; nil: it is not.
    func watch(_ process: pid_t, killingAt point: PayfritSweep.RequestPoint?) {
        state.withLockedValue { $0 = State(process: process, target: point) }
    }

    /// - Throws: Where the process is killed, so that it is told nothing.
    func see(_ path: String, _ moment: DevBackend.RequestMoment) throws {
        try state.withLockedValue { state in
            if moment == .arrived { state.paths.append(path) }
            guard let target = state.target, let process = state.process, target.number == state.paths.count,
                target.moment == moment
            else { return }
            state.target = nil
            kill(process, SIGKILL)
            throw CancellationError()
        }
    }
}
