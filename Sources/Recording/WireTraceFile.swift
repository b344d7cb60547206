import Foundation
import Glibc
import Synchronization

/// A pcapng file of the traffic on serial lines, written continuously.
///
/// Recording never waits: a thread of the file writes every 20 ms, and at most 4 MiB wait for it;
/// packets that do not fit are dropped and counted. If the file cannot be written, only the trace
/// ends. ``close()`` must be called.
package final class WireTraceFile: Sendable {
    private struct State {
        var buffer: WireTraceBuffer
        /// Whether the thread is running its write loop; otherwise it must be woken.
        var isAwake = true
        var closesBy: ContinuousClock.Instant?
        var failure: RecordingError?
    }

    private static let tickMicroseconds: UInt32 = 20_000
    /// Maximum time for which a reader that accepts nothing can delay ``close()``.
    private static let closingLimit: Duration = .seconds(1)

    private let name: String
    private let output: BlockOutput
    private let isOwned: Bool
    private let onFailure: @Sendable (RecordingError) -> Void
    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    /// Creates the file, or empties an existing one. Only its owner may read it, because written
    /// values can be secrets.
    ///
    /// The process must ignore SIGPIPE if the file can be a pipe.
    ///
    /// - Parameters:
    ///   - path: Path of the file. A named pipe must have a reader already.
    ///   - application: Program that writes the file.
    ///   - isSimulated: Whether every line leads to a simulated dongle. If so, the file states it.
    ///   - onFailure: Called once, on the file's thread, when nothing more can be written.
    package convenience init(
        path: String, application: String, isSimulated: Bool = false,
        onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
    ) throws(RecordingError) {
        // Without O_NONBLOCK, opening a named pipe would block until a program reads it.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
        let encoder = WireTraceEncoder(application: application, isSimulated: isSimulated)
        self.init(
            output: BlockOutput(descriptor: descriptor), name: path, isOwned: true,
            buffer: WireTraceBuffer(encoder: encoder), onFailure: onFailure)
    }

    /// Writes to an open descriptor, which the caller closes.
    ///
    /// - Parameters:
    ///   - name: Name of the file in errors.
    ///   - application: Program that writes the file.
    ///   - isSimulated: Whether every line leads to a simulated dongle. If so, the file states it.
    ///   - onFailure: Called once, on the file's thread, when nothing more can be written.
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
        // The header waits to be written.
        wake.signal()
    }

    /// Totals so far.
    package var counts: WireTraceCounts { state.withLock { $0.buffer.counts } }

    /// Returns the line of a port, for recording it. A port that is opened again has the same line.
    package func line(_ port: String) -> WireTraceLine {
        // Once the trace has ended, nothing is recorded, so the number does not matter.
        WireTraceLine(file: self, number: change { $0.line(named: port) } ?? 0)
    }

    /// Writes the waiting packets and the statistics of every line. Takes at most 1 s, after which
    /// packets that a reader has not accepted are dropped; 2 s if the device does not answer. A
    /// second call writes nothing.
    ///
    /// - Throws: The error that ended the trace before.
    package func close() throws(RecordingError) {
        let isFirst = state.withLock { state in
            defer { state.closesBy = state.closesBy ?? .now + Self.closingLimit }
            return state.closesBy == nil
        }
        if isFirst {
            wake.signal()
            // A file on a device that does not answer blocks the thread for longer; the thread is
            // then abandoned.
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

    /// Runs `body` on the buffer, and wakes the thread if there is something to write. Returns nil
    /// once the trace has ended.
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

    /// - Returns: Whether this is the last piece.
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
