import DevBackend
import Glibc
import NIOConcurrencyHelpers

/// Stands before a development backend: knows what was asked for, and kills who asks at a certain request.
final class RequestGate: Sendable {
    private struct State {
        var requests: [PayfritSweep.BackendRequest] = []
        var carriedOut: [PayfritSweep.BackendRequest] = []
        var process: pid_t?
        var target: PayfritSweep.RequestPoint?
    }

    private let state = NIOLockedValueBox(State())

    /// Those of the last process, in their order.
    var requests: [PayfritSweep.BackendRequest] { state.withLockedValue(\.requests) }

    /// What comes from now on is this process's, which is killed at a point of it; nil: it is not.
    func watch(_ process: pid_t, killingAt point: PayfritSweep.RequestPoint?) {
        state.withLockedValue { $0 = State(process: process, target: point) }
    }

    /// - Throws: Where the process is killed, so that it is told nothing.
    func see(_ path: String, _ moment: DevBackend.RequestMoment) throws {
        try state.withLockedValue { state in
            let seen = moment == .arrived ? \State.requests : \State.carriedOut
            let request = PayfritSweep.BackendRequest(path, state[keyPath: seen].count { $0.path == path } + 1)
            state[keyPath: seen].append(request)
            guard let process = state.process, state.target == PayfritSweep.RequestPoint(moment, request) else {
                return
            }
            state.target = nil
            kill(process, SIGKILL)
            throw CancellationError()
        }
    }
}
