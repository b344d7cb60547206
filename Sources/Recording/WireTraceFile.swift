import Foundation
import Glibc
import Synchronization

/// A pcapng file of what passes serial lines, written while it passes.
///
/// Recording never waits: a thread of the file's own writes every 20 ms, 4 MiB wait for it at most, and what finds no room is
/// dropped and counted. A file that cannot be written ends the trace and nothing else. ``close()`` must be called.
package final class WireTraceFile: Sendable {
    private struct State {
        var buffer: WireTraceBuffer
        /// Whether the thread writes by itself, or has to be woken.
        var isAwake = true
        var closesBy: ContinuousClock.Instant?
        var failure: RecordingError?
    }

    private static let tickMicroseconds: UInt32 = 20_000
    /// How long a reader that takes nothing can hold up ``close()``.
    private static let closingLimit: Duration = .seconds(1)

    private let name: String
    private let output: BlockOutput
    private let isOwned: Bool
    private let onFailure: @Sendable (RecordingError) -> Void
    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    /// Creates the file, for its owner alone since written values can be secrets, or empties the one that is there.
    ///
    /// The process must ignore SIGPIPE where the file can be a pipe.
    ///
    /// - Parameters:
    ///   - path: A named pipe must have a reader already.
    ///   - application: Who writes the file.
    ///   - isSimulated: Whether every line leads to a simulated dongle, which the file says then.
    ///   - onFailure: Called once, from a thread of the file's, when nothing more can be written.
    package convenience init(
        path: String, application: String, isSimulated: Bool = false,
        onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
    ) throws(RecordingError) {
        // Without O_NONBLOCK a named pipe holds the caller until somebody reads it.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
        let encoder = WireTraceEncoder(application: application, isSimulated: isSimulated)
        self.init(
            output: BlockOutput(descriptor: descriptor), name: path, isOwned: true,
            buffer: WireTraceBuffer(encoder: encoder), onFailure: onFailure)
    }

    /// Writes to an open descriptor, which stays the caller's to close.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - application: Who writes the file.
    ///   - isSimulated: Whether every line leads to a simulated dongle, which the file says then.
    ///   - onFailure: Called once, from a thread of the file's, when nothing more can be written.
    package convenience init(
        descriptor: Int32, name: String, application: String, isSimulated: Bool = false,
        onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
    ) {
        let encoder = WireTraceEncoder(application: application, isSimulated: isSimulated)
        self.init(
            output: BlockOutput(descriptor: descriptor), name: name, isOwned: false,
            buffer: WireTraceBuffer(encoder: encoder), onFailure: onFailure)
    }

    init(
        output: BlockOutput, name: String, isOwned: Bool, buffer: consuming WireTraceBuffer,
        onFailure: @escaping @Sendable (RecordingError) -> Void
    ) {
        self.name = name
        self.output = output
        self.isOwned = isOwned
        self.onFailure = onFailure
        state = Mutex(State(buffer: buffer))
        let thread = Thread { [self] in run() }
        thread.name = "wire trace"
        thread.start()
        // The header is there to be written.
        wake.signal()
    }

    /// What is recorded so far.
    package var counts: WireTraceCounts { state.withLock { $0.buffer.counts } }

    /// The line on a port, to be recorded from now on. A port that is opened again is the same line.
    package func line(_ port: String) -> WireTraceLine {
        // Once the trace has ended, no line is recorded, whatever its number.
        WireTraceLine(file: self, number: change { $0.line(named: port) } ?? 0)
    }

    /// Writes what is left, and what every line carried and lost. Takes a second at most; what a reader has not taken by then is
    /// dropped. Does nothing the second time.
    ///
    /// - Throws: What ended the trace before.
    package func close() throws(RecordingError) {
        let isFirst = state.withLock { state in
            defer { state.closesBy = state.closesBy ?? .now + Self.closingLimit }
            return state.closesBy == nil
        }
        if isFirst {
            wake.signal()
            // A file on a device that does not answer holds the thread for longer; it is left behind then.
            _ = finished.wait(timeout: .now() + 2)
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    func record(_ bytes: RawSpan, line: Int, _ direction: WireDirection, microsecondsSince1970 time: Int64) {
        bytes.withUnsafeBytes { bytes in
            change { $0.record(bytes, line: line, direction, microsecondsSince1970: time) }
        }
    }

    func markSimulated(line: Int) {
        change { $0.markSimulated(line: line) }
    }

    /// Changes what waits, and wakes the thread if that gives it something to do. Nil once the trace has ended.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout WireTraceBuffer) -> Result) -> Result? {
        let (result, wakes) = state.withLock { state -> (Result?, Bool) in
            guard state.failure == nil, state.closesBy == nil else { return (nil, false) }
            let result = body(&state.buffer)
            let wakes = !state.isAwake && state.buffer.isBusy
            if wakes { state.isAwake = true }
            return (result, wakes)
        }
        if wakes { wake.signal() }
        return result
    }

    // MARK: The thread

    private func run() {
        var piece: [UInt8] = []
        var isOver = false
        while !isOver {
            wake.wait()
            var isBusy = true
            while isBusy {
                usleep(Self.tickMicroseconds)
                isOver = take(into: &piece)
                let outcome = output.write(piece) { [self] in isGivenUp }
                (isBusy, isOver) = settle(outcome, wasLast: isOver)
            }
        }
        if isOwned { _ = Glibc.close(output.descriptor) }
        finished.signal()
        if let failure = state.withLock({ $0.failure }) { onFailure(failure) }
    }

    /// - Returns: Whether it is the last piece.
    private func take(into piece: inout [UInt8]) -> Bool {
        var taken: [UInt8] = []
        swap(&taken, &piece)
        let isLast = state.withLock { state in
            let isLast = state.closesBy != nil
            if isLast { state.buffer.finish() } else { state.buffer.tick() }
            state.buffer.take(into: &taken)
            return isLast
        }
        swap(&taken, &piece)
        return isLast
    }

    private var isGivenUp: Bool {
        state.withLock { $0.closesBy.map { .now >= $0 } ?? false }
    }

    private func settle(_ outcome: BlockOutput.Outcome, wasLast: Bool) -> (isBusy: Bool, isOver: Bool) {
        state.withLock { state in
            state.buffer.settle(unwritten: outcome.unwrittenPackets)
            if outcome.code != 0 { state.failure = .cannotWrite(path: name, code: outcome.code) }
            if outcome.code != 0 || wasLast {
                state.buffer.discard()
                return (false, true)
            }
            let isBusy = state.buffer.isBusy || state.closesBy != nil
            state.isAwake = isBusy
            return (isBusy, false)
        }
    }
}
