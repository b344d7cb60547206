import Failures
import Foundation
import LineFormats
import Synchronization

/// What a verb writes to: prose or JSON lines on standard output, remarks on standard error.
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

    /// Whether what is written comes from a simulated dongle.
    var isSimulated: Bool { simulated.withLock { $0 } }

    /// Says so, and marks every JSON line from now on.
    func markSimulated() {
        let isKnown = simulated.withLock { isKnown in
            defer { isKnown = true }
            return isKnown
        }
        if !isKnown { say("perch: \(Self.simulatedWords).") }
    }

    /// Writes bytes as they are, or JSON that says the same and is safe on a terminal.
    func write(_ bytes: [UInt8]) async {
        await sink.write(isJSON ? printable(json: bytes) : bytes)
    }

    /// Waits until what was written has arrived, so that what goes to standard error stands behind it.
    func flush() async {
        await sink.flush()
    }

    /// Writes a line for people; nothing where JSON is wanted.
    func text(_ line: String) async {
        if !isJSON { await sink.write(Array((line + "\n").utf8)) }
    }

    /// Writes one JSON line; nothing where prose is wanted.
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

    /// Writes one JSON line whose fields are those of a value of the gateway's model; nothing where prose is wanted.
    ///
    /// - Parameter value: Encodes to an object without the fields that every line begins with.
    func line(_ type: StaticString, of value: some Encodable) async throws {
        guard isJSON else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let object = try encoder.encode(value)
        var writer = JSONWriter()
        writer.line { $0.envelope(type, at: .now) }
        // The brace and the newline give way to the object's fields.
        await write(writer.take().dropLast(2) + [UInt8(ascii: ",")] + object.dropFirst() + [UInt8(ascii: "\n")])
    }

    /// Says what the result line will hold, whether the verb succeeds or fails from here on.
    func setResult(_ fields: @escaping Fields) {
        result.withLock { $0 = fields }
    }

    /// Writes the result line, and the words for a failure.
    func end(_ failure: Failure?) async {
        let fields = result.withLock { $0 }
        await line("result") {
            fields(&$0)
            if let failure { $0.field(error: failure) }
        }
        // What was written comes first, also where one is a file and the other a terminal.
        await flush()
        if let failure, !isCutShortByReader(failure) { failure.prose.forEach(say) }
    }

    /// Whether the verb was interrupted for no other reason than that nobody reads its output any more.
    func isCutShortByReader(_ failure: Failure) -> Bool {
        failure.exit == .interrupted && stop.reason == .outputClosed
    }

    /// A verb that was told how long or how much, and was stopped by a signal before that, is not done.
    ///
    /// - Throws: ``Failure/interrupted``.
    func checkWhole(isBounded: Bool) throws {
        if isBounded, stop.reason == .signal { throw Failure.interrupted }
    }

    /// Runs work that ^C leaves where it is, for work that does not heed cancellation, such as a greeting.
    ///
    /// The work goes on until the process ends, which is soon: the verb fails.
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

    /// Waits; ^C cuts the wait short.
    ///
    /// - Throws: ``Failure/interrupted`` after ^C.
    func pause(for duration: Duration) async throws {
        try await interruptible { try await Task.sleep(for: duration) }
    }

    /// Runs work that ^C cuts short by cancelling it. The requests of a client that a frame has lent need none of it.
    ///
    /// - Throws: ``Failure/interrupted`` after ^C, else what `body` throws.
    func interruptible<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await stop.interruptible(body)
    }
}
