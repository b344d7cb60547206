import Failures
import Foundation
import LineFormats
import Synchronization

/// The output of a verb: text for people or JSON lines on standard output, remarks on standard
/// error.
final class VerbOutput: Sendable {
    typealias Fields = @Sendable (inout JSONWriter) -> Void

    let isJSON: Bool
    let stop: StopCondition
    private let sink: OutputSink
    private let result = Mutex<Fields>({ _ in })
    private let simulated = Mutex(false)

    init(isJSON: Bool, sink: OutputSink, stop: StopCondition) {
        self.isJSON = isJSON
        self.sink = sink
        self.stop = stop
    }

    static let simulatedWords = "SIMULATED: no radio was used"

    /// Whether the output comes from a simulated dongle.
    var isSimulated: Bool { simulated.withLock { $0 } }

    /// Reports that the output is simulated, and marks every JSON line from now on.
    func markSimulated() {
        let isKnown = simulated.withLock { isKnown in
            defer { isKnown = true }
            return isKnown
        }
        if !isKnown { say("perch: \(Self.simulatedWords).") }
    }

    /// Writes bytes unchanged; with JSON output, as equivalent JSON that is safe on a terminal.
    func write(_ bytes: [UInt8]) async {
        await sink.write(isJSON ? printable(json: bytes) : bytes)
    }

    /// Waits until all output is written, so that later lines on standard error appear after it.
    func flush() async {
        await sink.flush()
    }

    /// Writes a line for people; nothing with JSON output.
    func text(_ line: String) async {
        if !isJSON { await sink.write(Array((line + "\n").utf8)) }
    }

    /// Writes one JSON line; nothing without JSON output.
    func line(_ type: StaticString, at time: Timestamp = .now, _ fields: (inout JSONWriter) -> Void) async {
        guard isJSON else { return }
        var writer = JSONWriter()
        writer.line {
            $0.envelope(type, at: time)
            fields(&$0)
            if isSimulated { $0.field("simulated", true) }
        }
        await write(writer.take())
    }

    /// Writes one JSON line with the fields of a value of the gateway's model; nothing without JSON
    /// output.
    ///
    /// - Parameter value: A value that encodes to an object, without the fields that begin every
    ///   line.
    func line(_ type: StaticString, of value: some Encodable) async throws {
        guard isJSON else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let object = try encoder.encode(value)
        var writer = JSONWriter()
        writer.line { $0.envelope(type, at: .now) }
        // The object's fields replace the closing brace and the newline.
        await write(writer.take().dropLast(2) + [UInt8(ascii: ",")] + object.dropFirst() + [UInt8(ascii: "\n")])
    }

    /// Sets the fields of the result line, for both success and failure of the verb.
    func setResult(_ fields: @escaping Fields) {
        result.withLock { $0 = fields }
    }

    /// Writes the result line, and the message of a failure.
    func end(_ failure: Failure?) async {
        let fields = result.withLock { $0 }
        await line("result") {
            fields(&$0)
            if let failure { $0.field(error: failure) }
        }
        // The output comes before the message of the failure, even where only one of them goes to a
        // terminal.
        await flush()
        if let failure, !isCutShortByReader(failure) { failure.prose.forEach(say) }
    }

    /// Returns whether the verb was interrupted only because the reader of its output closed it.
    func isCutShortByReader(_ failure: Failure) -> Bool {
        failure.exit == .interrupted && stop.reason == .outputClosed
    }

    /// Checks that a verb with a requested duration or number was not stopped by a signal before
    /// reaching it.
    ///
    /// - Throws: ``Failure/interrupted`` where it was.
    func checkWhole(isBounded: Bool) throws {
        if isBounded, stop.reason == .signal { throw Failure.interrupted }
    }

    /// Runs work that ignores cancellation, such as a greeting, and abandons it at ^C.
    ///
    /// Abandoned work goes on until the process ends, which is soon, because the verb fails.
    func abandonable<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        let work = Task {
            do { continuation.yield(.success(try await body())) } catch { continuation.yield(.failure(error)) }
        }
        let watch = Task { [stop] in
            if await stop.wait() != nil { continuation.yield(.failure(Failure.interrupted)) }
        }
        defer {
            work.cancel()
            watch.cancel()
        }
        for await result in results { return try result.get() }
        throw Failure.interrupted
    }

    /// Looks whether the verb was told to stop, before an order that ^C does not cut short once it
    /// is sent.
    ///
    /// - Throws: ``Failure/interrupted`` if a signal came, or nobody reads the output any more.
    func checkNotStopped() throws {
        if let reason = stop.reason, reason != .satisfied { throw Failure.interrupted }
    }

    /// Pauses the verb; ^C cuts the wait short.
    ///
    /// - Throws: ``Failure/interrupted`` after ^C.
    func pause(for duration: Duration) async throws {
        try await interruptible { try await Task.sleep(for: duration) }
    }

    /// Runs work that ^C cuts short by cancelling it. Requests of a client that a frame lends do
    /// not need this.
    ///
    /// - Throws: ``Failure/interrupted`` after ^C, otherwise errors of `body`.
    func interruptible<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await stop.interruptible(body)
    }
}
