import DongleProtocol

/// Environment of the checks: the line, and the known state of the dongle. Used from one thread.
final class Bench {
    let options: ConformanceOptions
    let wire: Wire
    /// Reply to the latest HELLO that asked for as much as the dongle can take, nil before the
    /// first.
    private(set) var reply: HelloReply?
    /// Contents of the config store at the start of the run; nil until read.
    var keptConfigs: KeptConfigs?
    /// What a scan without conditions brought; nil until a check has listened.
    var survey: Survey?
    /// Whether a restart has changed the boot id, so that restarts show by it.
    private(set) var renewsBootID = false
    /// Whether the port disappeared at the last restart, as happens with a chip's own USB.
    var portWentAway = false
    /// Whether the last HELLO remained unanswered.
    private(set) var isSilent = false

    private var sessions = UInt16.random(in: 1...0x7FFF)

    init(options: ConformanceOptions, wire: Wire) {
        self.options = options
        self.wire = wire
    }

    var features: Features { reply?.features ?? [] }
    /// Whether the dongle states a version in which what SPEC.md 15.1 lists is decided.
    var isExact: Bool { (reply?.minor ?? 0) >= 1 }
    /// Maximum number of unresolved requests.
    var inflight: Int { Int(reply?.maxInflight ?? 1) }
    /// Maximum payload to the dongle, in bytes.
    var payload: Int { Int(reply?.largestPayloadToDongle ?? 64) }

    /// Returns a session number that has not been used yet.
    func freshSession() -> UInt16 {
        sessions = sessions == .max ? 1 : sessions + 1
        return sessions
    }

    /// Opens a new session; sends HELLO every 250 ms, as a host does.
    ///
    /// - Parameters:
    ///   - wanted: Largest payload to ask for, in bytes.
    ///   - limit: Maximum time for the dongle to answer; nil = as for any answer.
    /// - Throws: ``CheckFailure`` if the dongle does not answer.
    func open(wanted: UInt16 = 65_535, session: UInt16? = nil, limit: Duration? = nil) throws -> Session {
        let number = session ?? freshSession()
        let hello = HelloRequest(nonce: .random(in: 1 ... .max), largestPayload: wanted)
        let start = ContinuousClock.now
        let deadline = start + (limit ?? max(options.patience, .seconds(2)))
        var seen: SeenFrame?
        // The session's limit becomes known with the reply; a reply has at most 64 bytes.
        wire.watch.payloadLimit = max(wire.watch.payloadLimit, Int(wanted))
        repeat {
            try wire.routinely {
                try wire.send(
                    FrameHeader(kind: .request, session: number, code: Operation.hello.rawValue), hello.encoded())
            }
            let next = min(deadline, .now + .milliseconds(250))
            while let frame = try wire.next(until: next) {
                if frame.header.kind != .event { seen = frame }
                guard frame.header.kind == .response, frame.header.operation == .hello, frame.header.session == number,
                    let reply = try? HelloReply(decoding: frame.payload), reply.nonce == hello.nonce
                else { continue }
                try expect(reply.status == .ok, "HELLO of a new session answered OK", got: reply.status.words)
                if let known = self.reply, known.bootID != reply.bootID { renewsBootID = true }
                if wanted == .max { self.reply = reply }
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
