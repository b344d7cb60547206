import Dispatch
import Failures
import GatewayClient
import Glibc
import Synchronization

/// Why a verb ends before its work is done, or instead of it.
enum StopReason: Sendable, Hashable {
    /// SIGINT, SIGTERM or SIGHUP.
    case signal
    /// Nobody reads the output any more.
    case outputClosed
    /// The time or the number that was asked for is reached.
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

    /// Takes over SIGINT, SIGTERM and SIGHUP, and makes SIGPIPE an error of write(2).
    func takeSignals() {
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler holds its source, which lives as long as the process.
            source.setEventHandler { [self] in
                _ = source
                // The verb was asked to end and did not: whatever it waits for, the person does not.
                if signalled() { endAtOnce() }
            }
            source.resume()
        }
    }

    /// A signal has come. Returns whether it is not the first, whatever the verb was ending for before.
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

    /// Why to stop; nil while there is no reason to.
    var reason: StopReason? { state.withLock { $0.reason } }

    func stop(_ reason: StopReason) {
        let waiters = state.withLock { state in
            if state.reason == nil { state.reason = reason }
            defer { state.waiters = [:] }
            return (state.reason, state.waiters.values)
        }
        for waiter in waiters.1 { waiter.resume(returning: waiters.0) }
    }

    /// Waits for a reason; nil when the task is cancelled first.
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

    /// Waits for a reason, which the passing of `duration` is as well.
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

    /// Runs work that a signal, or the loss of the output's reader, cuts short by cancelling it. That enough was done
    /// already, such as by a replay that is over before its scan was answered, cuts nothing short.
    ///
    /// - Throws: ``Failure/interrupted`` then, else what `body` throws.
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

/// What comes first in work that can be cut short.
private enum Step<Value: Sendable>: Sendable {
    case done(Value)
    case stopped(StopReason?)
}
