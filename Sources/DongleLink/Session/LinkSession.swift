import DongleProtocol

/// The host's side of the protocol as a pure state machine: bytes, requests and the time go in, actions come out.
///
/// Holds at most 256 waiting requests, W unresolved ones, one partial frame and 4 KiB of console noise. Does no I/O and reads no clock: `now` is the time
/// since any fixed moment, and never steps back. After each call the owner performs ``takeActions()`` in order and calls ``tick(now:)`` at ``deadline``.
/// Source: firmware-protocol/SPEC.md.
public struct LinkSession: Sendable {
    /// What the line is like and how long to wait.
    public struct Configuration: Sendable, Hashable {
        /// Bits a second; 0 for native USB and pseudo-terminals, whose lines take no time.
        public var lineRate: Int
        /// Largest payload the host takes, bytes, 64...65535.
        public var largestPayload: UInt16
        /// Longest wait for the first HELLO reply.
        public var greetingLimit: Duration

        /// A line of that rate.
        public init(lineRate: Int, largestPayload: UInt16 = 2048, greetingLimit: Duration = .seconds(12)) {
            self.lineRate = lineRate
            self.largestPayload = largestPayload
            self.greetingLimit = greetingLimit
        }
    }

    /// What the owner has to do.
    public enum Action: Sendable {
        /// Put these bytes on the line, whole and in order.
        case write([UInt8])
        /// A session is open; nothing of an earlier one holds any more.
        case live(HelloReply)
        /// A request has ended. The bytes are the answer behind its status, or the result of its DONE.
        case completed(RequestToken, Result<[UInt8], LinkError>)
        /// An event of stream A, in order, each once.
        case event(EventCode, [UInt8])
        /// An ADVERT_BATCH that has not been seen before. `lost` adverts are missing right before it.
        case adverts([UInt8], lost: UInt64)
        /// Adverts that will not come any more, behind the last batch.
        case advertsLost(UInt64)
        case log([UInt8])
        /// The scanner runs and has reported nothing for 90 s: stop and start it.
        case scannerSilent
        /// The dongle has reset for want of power or by its watchdog three times within a minute; greeting pauses for 5 s.
        case unstable(ResetReason)
        /// Three PINGs went unanswered; the link goes on trying.
        case suspect
        case recovered
        /// The session ended and another is being opened.
        case interrupted(Interruption)
        /// No session could be opened. Nothing more happens until ``start(now:)``.
        case failed(GreetingFailure)
    }

    enum Phase: Sendable {
        case closed
        case greeting(Greeting)
        case live
        /// HELLO of the same session is being sent, since `since`.
        case resuming(since: Duration, nextHelloAt: Duration)
    }

    let configuration: Configuration
    var phase: Phase = .closed
    var random: SplitMix64
    var actions: [Action] = []

    var session: UInt16 = 0
    var nonce: UInt32 = 0
    /// What the dongle said in this session's HELLO; nil while none is open.
    public internal(set) var hello: HelloReply?
    /// Which session is open, or was last: 1 for the first. What one of them has given, such as a connection, holds in no other.
    public var epoch: UInt64 { statistics.sessions }
    /// The newest start known of; stays when a session is lost.
    var bootID: UInt32?
    public internal(set) var statistics = LinkStatistics()
    /// The dongle's uptime against the host's time.
    public internal(set) var clock = DongleClock()

    var line: LineModel
    var estimator: RoundTripEstimator
    var waiting: [PendingRequest] = []
    var unresolved: [PendingRequest] = []
    var accepted: [PendingRequest] = []
    /// A REBOOT whose session ended before its outcome was known: the next HELLO tells it (SPEC.md 8.6).
    var rebootInDoubt: PendingRequest?
    var nextID: UInt16 = 1
    var nextToken: UInt64 = 1
    var sendCount: UInt64 = 0

    var streamA = StreamAReceiver()
    var adverts = AdvertAccounting()

    var lastFrameAt: Duration = .zero
    /// When the newest PING was due; nil: one is due now.
    var lastPingAt: Duration?
    var pingToken: RequestToken?
    var missedPings = 0
    /// Counter of the event that was expected at the newest PING.
    var nextEventAtPing: UInt16?
    var lastAdvertAt: Duration = .zero
    var isSuspect = false
    /// Whether a scan runs or notifications are awaited: both shorten the interval between PINGs.
    public private(set) var isScanning = false
    public var subscriptions = 0
    var hardResets: [Duration] = []
    /// The newest start among `hardResets`.
    var countedStart: UInt32?

    private var decoder: FrameDecoder?
    private var noise = ConsoleNoise()
    private var silence = GreetingFailure.Silence()
    /// What came while greeting, frames or not: another device's text need not have a zero in it.
    private var heardWhileGreeting = ConsoleNoise()

    /// - Parameter seed: Where session numbers and nonces come from; another each time, except in tests.
    public init(configuration: Configuration, seed: UInt64) {
        self.configuration = configuration
        random = SplitMix64(seed: seed)
        line = LineModel(baud: configuration.lineRate)
        estimator = RoundTripEstimator(frameTime: .zero)
        decoder = FrameDecoder(largestFrame: Int(configuration.largestPayload) + 12)
    }

    /// The newest undecodable bytes, at most 4 KiB.
    public var consoleNoise: [UInt8] { noise.bytes }

    /// The actions that have come up since the last call, in order.
    public mutating func takeActions() -> [Action] {
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    /// Begins to greet the dongle. The port has just been opened.
    public mutating func start(now: Duration) {
        decoder?.reset()
        silence = .init()
        heardWhileGreeting = ConsoleNoise()
        greet(now: now)
        tick(now: now)
    }

    /// The port is gone, or the owner closes it. Every request ends.
    public mutating func stop(_ cause: Interruption) {
        endRequests(cause)
        settleReboot(by: nil)
        phase = .closed
        hello = nil
    }

    /// Takes bytes from the line.
    public mutating func receive(_ bytes: RawSpan, now: Duration) {
        // Moved out while it works, so that its frames can be handled by `self`.
        guard var decoder = self.decoder.take() else { return }
        statistics.bytesReceived += UInt64(bytes.byteCount)
        silence.bytesReceived += bytes.byteCount
        if case .greeting = phase { heardWhileGreeting.append(bytes) }
        decoder.feed(
            bytes,
            onFrame: { header, payload in self.receive(header, payload, now: now) },
            onRejected: { rejection, _ in
                self.statistics.count(rejection)
                self.silence.rejected += 1
            },
            onNoise: { self.noise.append($0) })
        self.decoder = decoder
        pump(now: now)
    }

    /// When ``tick(now:)`` must be called next; nil while nothing is planned.
    public var deadline: Duration? {
        var deadlines: [Duration] = []
        switch phase {
        case .closed: return nil
        case .greeting(let greeting): return greeting.deadline
        case .resuming(let since, let nextHelloAt): deadlines += [nextHelloAt, since + Self.resumeLimit]
        case .live:
            if let resendAt { deadlines.append(resendAt) }
            if let scannerSilentAt { deadlines.append(scannerSilentAt) }
            deadlines.append(nextPingAt)
        }
        for list in [waiting, unresolved, accepted] { deadlines += list.map(\.givenUpAt) }
        if let due = streamA.deadline { deadlines.append(due) }
        return deadlines.min()
    }

    /// Does what is due at `now`.
    public mutating func tick(now: Duration) {
        switch phase {
        case .closed: return
        case .greeting(var greeting):
            let step = greeting.tick(now: now) { describeSilence() }
            phase = .greeting(greeting)
            if let step { perform(step, now: now) }
        case .resuming: resumeTick(now: now)
        case .live:
            requestTick(now: now)
            pingTick(now: now)
            scannerTick(now: now)
        }
        if hello != nil, let due = streamA.deadline, now >= due { grant(.acknowledge) }
        giveUpTick(now: now)
        pump(now: now)
    }

    /// Whether a scan runs: PINGs come closer together, and its silence is noticed.
    public mutating func setScanning(_ scans: Bool, now: Duration) {
        isScanning = scans
        lastAdvertAt = now
    }

    func describeSilence() -> GreetingFailure.Silence {
        var described = silence
        described.noise = heardWhileGreeting.bytes
        return described
    }

    mutating func countEcho() {
        statistics.echoes += 1
        silence.echoes += 1
    }

    mutating func write(_ frame: [UInt8]) {
        statistics.framesSent += 1
        statistics.bytesSent += UInt64(frame.count)
        actions.append(.write(frame))
    }
}
