@testable import DongleLink
import DongleProtocol
import Testing

/// A link session on a virtual clock whose dongle is the test: it sees every frame of the host and
/// answers what it likes.
final class ScriptedLink {
    var session = LinkSession(configuration: .init(lineRate: 0), seed: 1)
    private(set) var now = Duration.zero
    /// Frames that the host has sent and ``take()`` has not returned.
    private var sent: [Sent] = []
    private(set) var results: [RequestToken: Result<[UInt8], LinkError>] = [:]
    /// All actions but frames and outcomes.
    private(set) var actions: [LinkSession.Action] = []

    /// One frame of the host.
    struct Sent {
        let at: Duration
        let wire: [UInt8]
        let header: FrameHeader
        let payload: [UInt8]

        var operation: Operation? { header.kind == .request ? header.operation : nil }
        var grant: Grant? { header.kind == .grant ? try? Grant(decoding: payload) : nil }
        var hello: HelloRequest? { operation == .hello ? try? HelloRequest(decoding: payload) : nil }
    }

    /// Starts the greeting.
    func open() {
        session.start(now: now)
        drain()
    }

    /// Opens a session with a dongle of these limits, and answers the first PING.
    static func live(maxInflight: UInt8 = 8, rxWindow: UInt16 = 600, minor: UInt8 = 1) throws -> ScriptedLink {
        let link = ScriptedLink()
        link.open()
        let hello = try #require(link.take().first)
        try link.greet(hello) { reply in
            reply.maxInflight = maxInflight
            reply.rxWindow = rxWindow
            reply.minor = minor
        }
        link.run(for: .zero)
        let ping = try #require(link.take().first)
        #expect(ping.operation == .ping)
        link.answer(ping, PingAnswer.ofNoEvents.encoded())
        return link
    }

    /// Returns the frames sent since the last call.
    func take() -> [Sent] {
        defer { sent = [] }
        return sent
    }

    /// Advances the clock and does everything that is due until then.
    func run(for duration: Duration) {
        let end = now + duration
        var rounds = 0
        while let due = session.deadline, due <= end {
            now = max(now, due)
            session.tick(now: now)
            drain()
            rounds += 1
            guard rounds < 10_000 else {
                Issue.record("time does not advance")
                return
            }
        }
        now = end
    }

    @discardableResult
    func submit<R: Request>(_ request: R) -> RequestToken {
        let token = session.submit(R.operation, payload: request.encoded(), now: now)
        drain()
        return token
    }

    func cancel(_ token: RequestToken) {
        session.cancel(token, now: now)
        drain()
    }

    // MARK: The dongle

    /// Sends frames to the host in one piece.
    func receive(_ frames: [UInt8]...) {
        session.receive(Array(frames.joined()).span.bytes, now: now)
        drain()
    }

    /// Answers a HELLO as ``HelloReply/unlike`` does, changed by `edit`.
    func greet(_ hello: Sent, _ edit: (inout HelloReply) -> Void = { _ in }) throws {
        let request = try #require(hello.hello)
        var reply = HelloReply.unlike
        reply.nonce = request.nonce
        reply.probe = request.probe
        edit(&reply)
        receive(FrameEncoder.encode(hello.header.answering, payload: reply.encoded()))
    }

    func answer(_ request: Sent, _ status: Status = .ok, _ rest: [UInt8] = []) {
        receive(response(request, status, rest))
    }

    func answer(_ request: Sent, _ rest: [UInt8]) { answer(request, .ok, rest) }

    func response(_ request: Sent, _ status: Status = .ok, _ rest: [UInt8] = []) -> [UInt8] {
        FrameEncoder.encode(
            request.header.answering, payload: [UInt8(status.rawValue & 0xFF), UInt8(status.rawValue >> 8)] + rest)
    }

    func event(_ counter: UInt16, _ code: EventCode = EventCode(rawValue: 0x7123), _ payload: [UInt8] = []) -> [UInt8] {
        FrameEncoder.encode(
            FrameHeader(kind: .event, session: session.session, id: counter, code: code.rawValue), payload: payload)
    }

    /// A line of the dongle's log: a sign of life that answers nothing.
    func log() -> [UInt8] { FrameEncoder.encode(FrameHeader(kind: .log, session: session.session), payload: []) }

    private func drain() {
        for action in session.takeActions() {
            switch action {
            case .write(let wire):
                var decoder = FrameDecoder(largestFrame: 4096)
                decoder.feed(
                    wire.span.bytes,
                    onFrame: { sent.append(Sent(at: now, wire: wire, header: $0, payload: $1.array)) },
                    onRejected: { rejection, _ in Issue.record("sent a frame that is \(rejection)") })
            case .completed(let token, let result): results[token] = result
            default: actions.append(action)
            }
        }
    }
}

extension FrameHeader {
    fileprivate var answering: FrameHeader { FrameHeader(kind: .response, session: session, id: id, code: code) }
}

extension PingAnswer {
    static var ofNoEvents: PingAnswer {
        PingAnswer(
            bootID: HelloReply.unlike.bootID, uptimeMs: 0, oldestEvent: 0, nextEvent: 0, oldestAdvert: 0,
            oldestSighting: 0)
    }
}
