import CGlibc
import ChildProcesses
import Foundation
import Glibc
import NIOConcurrencyHelpers

/// One run of another program: without a shell, in its own process group, without any descriptor of
/// this process.
///
/// The program gets its input as a file, so that nothing waits for it to read. Its output is
/// discarded, except for the beginning of standard error.
struct ChildProcess: Sendable {
    /// Bytes of standard error that are kept; the rest is read and discarded.
    static let wordsBytes = 4_096

    /// Absolute path, then arguments.
    let command: [String]
    let environment: [String: String]
    let input: [UInt8]

    struct Ending: Sendable, Hashable {
        enum Cause: Sendable, Hashable {
            case exited(Int32)
            case signalled(Int32)
            /// The program was killed with its process group, because its time was over or the task
            /// was cancelled.
            case killed
            /// The program could not be started; errno.
            case notStarted(Int32)
        }

        var cause: Cause
        /// Beginning of its standard error.
        var words: String
    }

    /// Runs the program until it ends, the time is over, or the task is cancelled.
    ///
    /// Waits on its own threads. Processes that the program leaves behind keep running, unless the
    /// program has to be killed.
    func run(within limit: Duration, _ clock: NotifierClock) async -> Ending {
        let kill = Kill()
        let ending = NIOLockedValueBox<Ending?>(nil)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let end = await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread { continuation.resume(returning: supervise(kill)) }
                    }
                } onCancel: {
                    kill.ask()
                }
                ending.withLockedValue { $0 = end }
            }
            group.addTask { await clock.sleep(clock.now() + limit) }
            await group.next()
            // The program has ended, so the timer is not needed; or the time is over, and the
            // program is killed.
            group.cancelAll()
        }
        return ending.withLockedValue { $0 } ?? Ending(cause: .killed, words: "")
    }

    /// Request to a supervisor to kill its child; it may come before the supervisor listens.
    private final class Kill: Sendable {
        private struct State {
            var isAsked = false
            var wake: CInt?
        }

        private let state = NIOLockedValueBox(State())

        var isAsked: Bool { state.withLockedValue(\.isAsked) }

        func ask() {
            state.withLockedValue { state in
                state.isAsked = true
                if let wake = state.wake { ChildPipe.ring(wake) }
            }
        }

        /// Sets the descriptor to write a byte to on a request; nil = the supervisor listens no
        /// longer.
        func listen(_ wake: CInt?) {
            state.withLockedValue { state in
                state.wake = wake
                if state.isAsked, let wake { ChildPipe.ring(wake) }
            }
        }
    }

    /// Blocks until the child has ended.
    private func supervise(_ kill: Kill) -> Ending {
        guard let words = ChildPipe(), let wake = ChildPipe() else {
            return Ending(cause: .notStarted(errno), words: "")
        }
        let pid: pid_t
        switch spawn(standardError: words) {
        case .failure(let error): return Ending(cause: .notStarted(error.code), words: "")
        case .success(let started): pid = started
        }
        words.closeWriting()
        let hasEnded = NIOLockedValueBox(false)
        let waiting = DispatchSemaphore(value: 0)
        let bell = wake.writing
        Thread.detachNewThread {
            ChildEnd.wait(for: pid)
            hasEnded.withLockedValue { $0 = true }
            ChildPipe.ring(bell)
            waiting.signal()
        }
        kill.listen(bell)
        var isKilled = false
        var said: [UInt8] = []
        while !hasEnded.withLockedValue({ $0 }) {
            var polled = [pollfd(fd: words.reading, events: Int16(POLLIN), revents: 0), wake.polled]
            poll(&polled, 2, -1)
            if !words.take({ keep($0, in: &said) }) { words.closeReading() }
            wake.drain()
            if kill.isAsked, !isKilled {
                isKilled = true
                ChildEnd.signal(SIGKILL, to: pid)
            }
        }
        kill.listen(nil)
        waiting.wait()
        _ = words.take { keep($0, in: &said) }
        let cause: Ending.Cause =
            switch ChildEnd(reaping: pid) {
            case .exited(let code): .exited(code)
            case .signalled(let signal): .signalled(signal)
            }
        return Ending(cause: isKilled ? .killed : cause, words: ChildProcess.text(said))
    }

    private func keep(_ piece: ArraySlice<UInt8>, in said: inout [UInt8]) {
        said += piece.prefix(ChildProcess.wordsBytes - said.count)
    }

    /// Starts the program. Source: memfd_create(2).
    private func spawn(standardError: ChildPipe) -> Result<pid_t, ChildStart.SystemError> {
        let file = memfd_create("notice", UInt32(bitPattern: 1))  // MFD_CLOEXEC
        guard file >= 0 else { return .failure(ChildStart.SystemError(code: errno)) }
        defer { close(file) }
        guard write(file, input, input.count) == input.count, lseek(file, 0, SEEK_SET) == 0 else {
            return .failure(ChildStart.SystemError(code: errno))
        }
        return ChildStart(command: command, environment: environment)
            .spawn(input: file, output: nil, error: standardError.writing)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
