import DevBackend
import Glibc
import NIOConcurrencyHelpers

/// Watches a development backend: records the requests, and kills the client at a certain request.
final class RequestGate: Sendable {
    private struct State {
        var requests: [PayfritSweep.BackendRequest] = []
        var carriedOut: [PayfritSweep.BackendRequest] = []
        var process: pid_t?
        var target: PayfritSweep.RequestPoint?
    }

    private let state = NIOLockedValueBox(State())

    /// Requests of the last process, in order.
    var requests: [PayfritSweep.BackendRequest] { state.withLockedValue(\.requests) }

    /// Attributes all requests from now on to this process, which is killed at a point; nil = it is
    /// not killed.
    func watch(_ process: pid_t, killingAt point: PayfritSweep.RequestPoint?) {
        state.withLockedValue { $0 = State(process: process, target: point) }
    }

    /// - Throws: If the process is killed, so that it gets no answer.
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
