import Dispatch
import Failures
import GatewayClient
import Glibc
import Synchronization

/// Reason why a verb ends before its work is done.
enum StopReason: Sendable, Hashable {
    /// SIGINT, SIGTERM or SIGHUP.
    case signal
    /// The reader of the output has closed it.
    case outputClosed
    /// The requested time or number is reached.
    case satisfied
}

/// Lets a verb wait for ^C. Only the first reason counts; a second signal ends the process at once.
final class StopCondition: RequestInterruption {
    private struct State {
        var reason: StopReason?
        var hasSignal = false
        var waiters: [UInt64: CheckedContinuation<StopReason?, Never>] = [:]
        var nextWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Takes over SIGINT, SIGTERM and SIGHUP, unless `nohup` has SIGHUP ignored, and makes SIGPIPE an
    /// error of write(2).
    ///
    /// The source takes over a moment later. A signal that comes before ends the process, as it
    /// would have before this call; ignored meanwhile, it would be lost.
    func takeSignals() {
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !ShutdownSignals.isHangUpIgnored {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler retains its source, which lives as long as the process.
            source.setEventHandler { [self] in
                _ = source
                // The user asked a second time: the process ends whatever the verb waits for.
                if signalled() { endAtOnce() }
            }
            source.resume()
        }
    }

    /// Handles a signal. Returns whether it was not the first one, even if the verb was already
    /// ending for another reason.
    func signalled() -> Bool {
        let isAgain = state.withLock { state in
            defer { state.hasSignal = true }
            return state.hasSignal
        }
        stop(.signal)
        return isAgain
    }

    private func endAtOnce() -> Never {
        let showCursor: StaticString = "\u{1B}[?25h"
        PrivateFolder.removeAll()
        if isatty(STDOUT_FILENO) == 1 { _ = write(STDOUT_FILENO, showCursor.utf8Start, showCursor.utf8CodeUnitCount) }
        _exit(ExitStatus.interrupted.rawValue)
    }

    /// First reason to stop; nil while there is none.
    var reason: StopReason? { state.withLock { $0.reason } }

    func stop(_ reason: StopReason) {
        let waiters = state.withLock { state in
            if state.reason == nil { state.reason = reason }
            defer { state.waiters = [:] }
            return (state.reason, state.waiters.values)
        }
        for waiter in waiters.1 { waiter.resume(returning: waiters.0) }
    }

    /// Waits for a reason and returns it; nil when the task is cancelled first.
    func wait() async -> StopReason? {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: StopReason?? = state.withLock { state in
                    if let reason = state.reason { return .some(reason) }
                    if Task.isCancelled { return .some(nil) }
                    state.waiters[id] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: nil)
        }
    }

    /// Waits for a reason and returns it; ``StopReason/satisfied`` after `duration`.
    func wait(atMost duration: Duration?) async -> StopReason? {
        guard let duration else { return await wait() }
        return await withTaskGroup(of: StopReason?.self) { group in
            group.addTask { await self.wait() }
            group.addTask {
                do {
                    try await Task.sleep(for: duration)
                    return .satisfied
                } catch {
                    return nil
                }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    /// Runs work, and cancels it at a signal or when the reader of the output is gone.
    /// ``StopReason/satisfied`` does not cancel it: a replay may be over before its scan was
    /// answered.
    ///
    /// - Throws: ``Failure/interrupted`` where the work was cut short, otherwise errors of `body`.
    func interruptible<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Step<Value>.self) { group in
            group.addTask { .done(try await body()) }
            group.addTask { .stopped(await self.wait()) }
            defer { group.cancelAll() }
            do {
                while let step = try await group.next() {
                    switch step {
                    case .done(let value): return value
                    case .stopped(.satisfied): continue
                    case .stopped: throw Failure.interrupted
                    }
                }
            } catch {
                throw reason == nil || reason == .satisfied ? error : Failure.interrupted
            }
            throw Failure.interrupted
        }
    }
}

/// First event of work that can be cut short: its result, or a reason to stop.
private enum Step<Value: Sendable>: Sendable {
    case done(Value)
    case stopped(StopReason?)
}
