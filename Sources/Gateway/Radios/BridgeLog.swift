import DongleProtocol
import NIOConcurrencyHelpers

/// Log of a bridge, for any number of readers: the newest lines, and those to come.
///
/// At most 10 lines a second are kept, and up to 64 at once; the others are counted.
package final class BridgeLog: Sendable {
    /// Lines that are kept for later readers, and taken at once.
    static let kept = 64
    /// Time after which another line may be taken.
    static let interval = Duration.milliseconds(100)
    /// Lines that a reader may be behind before it misses some.
    private static let readerCapacity = 256

    private struct Reader {
        let continuation: AsyncStream<LogLine>.Continuation
        /// Lines that this reader missed since the last one that it was given.
        var missed = 0
    }

    private struct State {
        var lines: [LogLine] = []
        var readers: [UInt64: Reader] = [:]
        var next: UInt64 = 0
        var dropped = 0
        /// What the bridge said since its start or its last success, also in lines that were dropped.
        var words = BridgeWords()
        /// Time up to which lines are accounted for: each line moves it on by ``interval``. A clock
        /// may begin at zero.
        var spentUntil = Duration.zero - BridgeLog.interval * BridgeLog.kept
        var isFinished = false
    }

    private let state = NIOLockedValueBox(State())
    private let clock: GatewayClock

    init(clock: GatewayClock) {
        self.clock = clock
    }

    /// Forgets what the bridge said before: it is started, or its radio works.
    func forgetWords() { state.withLockedValue { $0.words = BridgeWords() } }

    /// What the bridge said last.
    var words: BridgeWords { state.withLockedValue(\.words) }

    /// Takes a line of the bridge's standard error.
    func take(_ line: BridgeLine) {
        state.withLockedValue { $0.words.take(line) }
        take(line.text, level: line.level)
    }

    /// Takes a line that is not the bridge's own.
    func take(_ text: String, level: LogLevel) {
        let now = clock.now()
        state.withLockedValue { state in
            guard !state.isFinished else { return }
            let spent = max(state.spentUntil, now - Self.interval * Self.kept) + Self.interval
            guard spent <= now else {
                state.dropped += 1
                return
            }
            state.spentUntil = spent
            let line = LogLine(
                level: level, uptimeMs: UInt32(truncatingIfNeeded: now.milliseconds),
                dropped: UInt16(clamping: state.dropped), text: text)
            state.dropped = 0
            state.lines.append(line)
            if state.lines.count > Self.kept { state.lines.removeFirst() }
            for (id, reader) in state.readers {
                var line = line
                line.dropped = UInt16(clamping: Int(line.dropped) + reader.missed)
                var missed = 0
                if case .dropped(let oldest) = reader.continuation.yield(line) { missed = 1 + Int(oldest.dropped) }
                state.readers[id]?.missed = missed
            }
        }
    }

    /// Returns the newest lines, then the log from now on, until the radio is released.
    package func lines() -> AsyncStream<LogLine> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LogLine.self, bufferingPolicy: .bufferingNewest(Self.readerCapacity))
        let id: UInt64? = state.withLockedValue { state in
            for line in state.lines { continuation.yield(line) }
            guard !state.isFinished else { return nil }
            state.next += 1
            state.readers[state.next] = Reader(continuation: continuation)
            return state.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [state] _ in state.withLockedValue { $0.readers[id] = nil } }
        return stream
    }

    /// Ends every reader.
    func finish() {
        let readers = state.withLockedValue { state in
            state.isFinished = true
            return Array(state.readers.values)
        }
        for reader in readers { reader.continuation.finish() }
    }
}
