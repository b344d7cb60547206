import DongleProtocol

/// What the checks work on: the line, and what is known of the dongle behind it. Used from one thread.
final class Bench {
    let options: ConformanceOptions
    let wire: Wire
    /// The answer to the first HELLO; changes with a restart.
    private(set) var reply: HelloReply?
    /// The config store's contents as the run found them, once they have been read.
    var keptConfigs: KeptConfigs?
    /// Whether the port went away at the last restart, as a chip's own USB does.
    var portWentAway = false
    /// Whether the last HELLO was left without an answer.
    private(set) var isSilent = false

    private var sessions = UInt16.random(in: 1...0x7FFF)

    init(options: ConformanceOptions, wire: Wire) {
        self.options = options
        self.wire = wire
    }

    var features: Features { reply?.features ?? [] }
    /// Requests that may be unresolved at once.
    var inflight: Int { Int(reply?.maxInflight ?? 1) }
    /// Largest payload to the dongle.
    var payload: Int { Int(reply?.largestPayloadToDongle ?? 64) }

    /// A session number that has not been used yet.
    func freshSession() -> UInt16 {
        sessions = sessions == .max ? 1 : sessions + 1
        return sessions
    }

    /// Opens a new session, sending HELLO every 250 ms as a host does.
    ///
    /// - Parameters:
    ///   - wanted: The largest payload asked for.
    ///   - limit: How long the dongle may take; nil = as long as any answer.
    /// - Throws: ``CheckFailure`` where it does not answer.
    func open(wanted: UInt16 = 65_535, session: UInt16? = nil, limit: Duration? = nil) throws -> Session {
        let number = session ?? freshSession()
        let hello = HelloRequest(nonce: .random(in: 1 ... .max), largestPayload: wanted)
        let start = ContinuousClock.now
        let deadline = start + (limit ?? max(options.patience, .seconds(2)))
        var seen: SeenFrame?
        // What the session allows is known with its reply; 64 bytes is the most a reply has.
        wire.watch.payloadLimit = max(wire.watch.payloadLimit, Int(wanted))
        repeat {
            try wire.send(FrameHeader(kind: .request, session: number, code: Operation.hello.rawValue), hello.encoded())
            let next = min(deadline, .now + .milliseconds(250))
            while let frame = try wire.next(until: next) {
                if frame.header.kind != .event { seen = frame }
                guard frame.header.kind == .response, frame.header.operation == .hello, frame.header.session == number,
                    let reply = try? HelloReply(decoding: frame.payload), reply.nonce == hello.nonce
                else { continue }
                try expect(reply.status == .ok, "HELLO of a new session answered OK", got: reply.status.words)
                self.reply = reply
                isSilent = false
                wire.watch.payloadLimit = Int(reply.largestPayloadToHost)
                return Session(number: number, hello: hello, reply: reply, wire: wire, patience: options.patience)
            }
        } while ContinuousClock.now < deadline
        isSilent = true
        throw CheckFailure(
            expected: "an answer to HELLO with its session and nonce",
            got: seen.map { "none, the last frame being \($0.words)" } ?? "no frame at all")
    }
}
