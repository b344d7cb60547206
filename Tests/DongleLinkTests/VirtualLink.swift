@testable import DongleLink
import DongleProtocol
import SimulatedDongle

/// A link session and a simulated dongle under one virtual clock, with a line between them that can lose frames.
final class VirtualLink {
    /// What the line does to whole frames.
    struct Line {
        /// Share of frames lost, each way.
        var loss = 0.0
        /// Share of frames that arrive twice.
        var duplication = 0.0
        /// Bytes arrive one at a time.
        var isBytewise = false
        /// Bytes that never arrive.
        var swallowed: Set<UInt8> = []
        /// The host hears itself.
        var echoes = false
        /// The next frames from the dongle of that kind and code that are lost.
        var losesNext: [(kind: FrameKind, code: UInt16)] = []
        /// Nothing passes.
        var isCut = false
    }

    var session: LinkSession
    private(set) var now = Duration.zero
    var line: Line
    private(set) var actions: [LinkSession.Action] = []
    private(set) var results: [RequestToken: Result<[UInt8], LinkError>] = [:]
    /// Session and nonce of the first HELLO.
    private(set) var firstHello: (session: UInt16, nonce: UInt32)?

    private var dongle: SimulatedDongle?
    private var towardsHost: [UInt8] = []
    private var random: DongleLink.SplitMix64

    init(scenario: Scenario, line: Line = Line(), seed: UInt64 = 1, replay: Replay? = nil, flash: FlashMemory? = nil)
        throws
    {
        self.line = line
        random = DongleLink.SplitMix64(seed: seed)
        session = LinkSession(configuration: .init(lineRate: 0), seed: seed)
        var configuration = SimulatedDongle.Configuration(scenario: scenario)
        configuration.replay = replay
        configuration.seed = seed
        dongle = try SimulatedDongle(configuration, flash: flash) { [unowned self] bytes in
            towardsHost.append(contentsOf: bytes)
            return bytes.count
        }
    }

    /// Runs until `condition` holds; false when `limit` of virtual time passed first.
    func run(limit: Duration = .seconds(30), until condition: () -> Bool) -> Bool {
        let end = now + limit
        while !condition() {
            guard now < end else { return false }
            step()
        }
        return true
    }

    func run(for duration: Duration) {
        let end = now + duration
        while now < end { step() }
    }

    /// Begins to greet.
    func open() {
        session.start(now: now)
        drain()
    }

    /// Opens a session.
    func start() -> Bool {
        open()
        return run { session.hello != nil && isLive }
    }

    /// Number of the session the host holds.
    var liveSession: UInt16 { session.session }

    var isLive: Bool { actions.contains { if case .live = $0 { true } else { false } } }

    var failure: GreetingFailure? {
        for case .failed(let failure) in actions { return failure }
        return nil
    }

    /// Sends a request and waits for its outcome.
    func outcome<R: Request>(_ request: R, limit: Duration = .seconds(60)) -> Result<[UInt8], LinkError>? {
        let token = submit(request)
        _ = run(limit: limit) { results[token] != nil }
        return results[token]
    }

    func submit<R: Request>(_ request: R) -> RequestToken {
        let token = session.submit(R.operation, payload: request.encoded(), now: now)
        drain()
        return token
    }

    func answer<R: Request>(_ request: R) throws -> R.Answer? {
        guard let bytes = try outcome(request)?.get() else { return nil }
        return try R.Answer(decoding: bytes)
    }

    func result(_ token: RequestToken) -> Result<[UInt8], LinkError>? { results[token] }

    func forgetActions() { actions.removeAll() }

    func powerCycle() { dongle?.powerCycle() }

    /// Gives the host bytes as if the line had brought them.
    func inject(_ bytes: [UInt8]) {
        session.receive(bytes.span.bytes, now: now)
        drain()
    }

    private func step() {
        let due = [session.deadline, dongle?.nextDue].compactMap { $0 }.min() ?? now + .milliseconds(10)
        now = min(max(due, now + .microseconds(500)), now + .milliseconds(10))
        dongle?.advance(to: now)
        deliverToHost()
        session.tick(now: now)
        drain()
        deliverToHost()
    }

    private func drain() {
        for action in session.takeActions() {
            switch action {
            case .write(let frame):
                if firstHello == nil { firstHello = Self.hello(in: frame) }
                if line.echoes { session.receive(frame.span.bytes, now: now) }
                for copy in pass(frame) { dongle?.receive(copy) }
            case .completed(let token, let result): results[token] = result
            default: actions.append(action)
            }
        }
        dongle?.advance(to: now)
    }

    private func deliverToHost() {
        let bytes = towardsHost
        towardsHost.removeAll()
        for frame in cut(bytes) where !isLost(frame) {
            for copy in pass(frame) {
                if line.isBytewise {
                    for byte in copy { session.receive([byte].span.bytes, now: now) }
                } else {
                    session.receive(copy.span.bytes, now: now)
                }
            }
        }
        if !bytes.isEmpty { drain() }
    }

    /// Whether this is the frame that a test wants lost.
    private func isLost(_ wire: [UInt8]) -> Bool {
        guard !line.losesNext.isEmpty else { return false }
        var header: FrameHeader?
        var decoder = FrameDecoder(largestFrame: 4096)
        decoder.feed(wire.span.bytes, onFrame: { found, _ in header = found }, onRejected: { _, _ in })
        guard let header,
            let index = line.losesNext.firstIndex(where: { $0.kind == header.kind && $0.code == header.code })
        else { return false }
        line.losesNext.remove(at: index)
        return true
    }

    private static func hello(in wire: [UInt8]) -> (session: UInt16, nonce: UInt32)? {
        var found: (session: UInt16, nonce: UInt32)?
        var decoder = FrameDecoder(largestFrame: 1024)
        decoder.feed(
            wire.span.bytes,
            onFrame: { header, payload in
                if let hello = try? HelloRequest(decoding: payload) { found = (header.session, hello.nonce) }
            }, onRejected: { _, _ in })
        return found
    }

    /// The simulator writes whole frames, each between two zeros.
    private func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0).map { [0] + $0 + [0] }
    }

    private func pass(_ frame: [UInt8]) -> [[UInt8]] {
        if line.isCut || Double.random(in: 0..<1, using: &random) < line.loss { return [] }
        let kept = line.swallowed.isEmpty ? frame : frame.filter { !line.swallowed.contains($0) }
        return Double.random(in: 0..<1, using: &random) < line.duplication ? [kept, kept] : [kept]
    }
}
