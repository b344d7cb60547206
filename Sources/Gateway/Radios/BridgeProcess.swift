import CGlibc
import ChildProcesses
import Foundation
import Glibc
import NIOConcurrencyHelpers

/// A bridge that runs. Its standard input is held open: the bridge ends when it is closed, so it
/// does not outlive this process, however that ends.
final class BridgeProcess: Sendable {
    enum Event: Sendable, Hashable {
        /// A line on standard output.
        case output(String)
        /// A line on standard error.
        case error(String)
        /// The bridge has ended, and was reaped. The last event.
        case ended(ChildEnd)
    }

    /// Most bytes of one read.
    private static let readSize = 4096
    /// Pauses after a read, so that a bridge that writes without end costs little: at most 80 kB of
    /// each output are read in a second.
    private static let pauseMicroseconds: UInt32 = 5_000
    private static let pauseWhenMoreMicroseconds: UInt32 = 50_000
    /// Most reads of each output after the end: what a pipe holds.
    private static let lastReads = 16

    private struct State {
        var input: CInt?
        /// Whether the process was reaped, so that its id may belong to another one.
        var isReaped = false
    }

    let pid: pid_t
    private let state: NIOLockedValueBox<State>

    /// - Parameter take: Called for each event, on a thread of its own.
    static func start(
        _ start: ChildStart, take: @escaping @Sendable (Event) -> Void
    ) -> Result<BridgeProcess, ChildStart.SystemError> {
        guard let input = ChildPipe(blocking: .reading), let output = ChildPipe(blocking: .writing),
            let error = ChildPipe(blocking: .writing), let wake = ChildPipe()
        else { return .failure(ChildStart.SystemError(code: errno)) }
        switch start.spawn(input: input.reading, output: output.writing, error: error.writing) {
        case .failure(let error): return .failure(error)
        case .success(let pid):
            output.closeWriting()
            error.closeWriting()
            let process = BridgeProcess(pid: pid, input: input.takeWriting())
            let outputs = Outputs(output: output, error: error, wake: wake)
            Thread.detachNewThread { process.supervise(outputs, take) }
            return .success(process)
        }
    }

    private init(pid: pid_t, input: CInt) {
        self.pid = pid
        state = NIOLockedValueBox(State(input: input))
    }

    /// Closes the bridge's standard input, and sends SIGTERM.
    func end() {
        closeInput()
        signal(SIGTERM)
    }

    /// Kills the bridge and what it has started.
    func kill() { signal(SIGKILL) }

    private func closeInput() {
        state.withLockedValue { state in
            if let input = state.input.take() { close(input) }
        }
    }

    private func signal(_ signal: CInt) {
        state.withLockedValue { state in
            if !state.isReaped { ChildEnd.signal(signal, to: pid) }
        }
    }

    /// Pipes that only the supervising thread uses.
    private struct Outputs: @unchecked Sendable {
        let output: ChildPipe
        let error: ChildPipe
        let wake: ChildPipe
    }

    /// Blocks until the bridge has ended.
    private func supervise(_ pipes: Outputs, _ take: (Event) -> Void) {
        let hasEnded = NIOLockedValueBox(false)
        let waiting = DispatchSemaphore(value: 0)
        let bell = pipes.wake.writing
        Thread.detachNewThread { [pid] in
            ChildEnd.wait(for: pid)
            hasEnded.withLockedValue { $0 = true }
            ChildPipe.ring(bell)
            waiting.signal()
        }
        var (output, error) = (LineCutter(), LineCutter())
        func read() -> Bool {
            var isMore = false
            for (pipe, isOutput) in [(pipes.output, true), (pipes.error, false)] {
                let isOpen = pipe.take(atMost: Self.readSize) { bytes in
                    isMore = isMore || bytes.count == Self.readSize
                    if isOutput {
                        output.take(bytes) { take(.output($0)) }
                    } else {
                        error.take(bytes) { take(.error($0)) }
                    }
                }
                if !isOpen { pipe.closeReading() }
            }
            return isMore
        }
        while !hasEnded.withLockedValue({ $0 }) {
            // A closed descriptor is negative, and ignored.
            var polled = [pipes.output.polled, pipes.error.polled, pipes.wake.polled]
            poll(&polled, nfds_t(polled.count), -1)
            pipes.wake.drain()
            let isMore = read()
            if !hasEnded.withLockedValue({ $0 }) {
                usleep(isMore ? Self.pauseWhenMoreMicroseconds : Self.pauseMicroseconds)
            }
        }
        waiting.wait()
        for _ in 0..<Self.lastReads where !read() { break }
        output.finish { take(.output($0)) }
        error.finish { take(.error($0)) }
        // Programs that the bridge has started are killed too.
        Glibc.kill(-pid, SIGKILL)
        let end = state.withLockedValue { state in
            state.isReaped = true
            return ChildEnd(reaping: pid)
        }
        closeInput()
        take(.ended(end))
    }
}
