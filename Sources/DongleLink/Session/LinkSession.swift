import Randomness
import DongleProtocol

/// The host's side of the protocol as a pure state machine: bytes, requests and the time go in,
/// actions come out.
///
/// Holds at most 256 waiting requests, W unresolved ones, one partial frame and 4 KiB of console
/// noise. It does no I/O and reads no clock: `now` is the time since any fixed moment and never
/// goes backwards. After each call the owner performs ``takeActions()`` in order and calls
/// ``tick(now:)`` at ``deadline``. Source: firmware-protocol/SPEC.md.
public struct LinkSession: Sendable {
    /// Properties of the line, and limits of the session.
    public struct Configuration: Sendable, Hashable {
        /// Bits per second; 0 for native USB and pseudo-terminals, whose lines take no time.
        public var lineRate: Int
        /// Largest payload the host accepts, 64...65535 bytes.
        public var largestPayload: UInt16
        /// Longest wait for the first HELLO reply.
        public var greetingLimit: Duration

        /// Creates the configuration of a line with this rate.
        public init(lineRate: Int, largestPayload: UInt16 = 2048, greetingLimit: Duration = .seconds(12)) {
            self.lineRate = lineRate
            self.largestPayload = largestPayload
            self.greetingLimit = greetingLimit
        }
    }

    /// Action that the owner must perform.
    public enum Action: Sendable {
        /// Write these bytes to the line, whole and in order.
        case write([UInt8])
        /// A session is open. Nothing from an earlier session is valid any more.
        case live(HelloReply)
        /// A request has ended. The bytes are the answer after its status, or the result in its
        /// DONE.
        case completed(RequestToken, Result<[UInt8], LinkError>)
        /// An event of stream A. Events come in order, each exactly once.
        case event(EventCode, [UInt8])
        /// An ADVERT_BATCH that has not been seen before. `lost` adverts are missing immediately
        /// before it.
        case adverts([UInt8], lost: UInt64)
        /// Number of adverts after the last batch that will not arrive any more.
        case advertsLost(UInt64)
        case log([UInt8])
        /// The scanner runs but has reported nothing for 90 s. Stop and start it.
        case scannerSilent
        /// A brown-out or the watchdog has reset the dongle three times within a minute. The
        /// greeting pauses for 5 s.
        case unstable(ResetReason)
        /// Three PINGs were not answered. The link keeps trying.
        case suspect
        case recovered
        /// The session ended. The link is opening another one.
        case interrupted(Interruption)
        /// No session could be opened. Nothing more happens until ``start(now:)``.
        case failed(GreetingFailure)
    }

    enum Phase: Sendable {
        case closed
        case greeting(Greeting)
        case live
        /// HELLO of the same session has been sent repeatedly since `since`.
        case resuming(since: Duration, nextHelloAt: Duration)
    }

    let configuration: Configuration
    var phase: Phase = .closed
    var random: SplitMix64
    var actions: [Action] = []

    var session: UInt16 = 0
    var nonce: UInt32 = 0
    /// The dongle's reply to this session's HELLO; nil while no session is open.
    public internal(set) var hello: HelloReply?
    /// Number of the open or last session, starting with 1. Anything a session hands out, such as a
    /// connection, is invalid in every other session.
    public var epoch: UInt64 { statistics.sessions }
    /// Boot id of the dongle's newest known start. It remains when a session is lost.
    var bootID: UInt32?
    public internal(set) var statistics = LinkStatistics()
    /// Mapping from the dongle's uptime to the host's time.
    public internal(set) var clock = DongleClock()

    var line: LineModel
    var estimator: RoundTripEstimator
    var waiting: [PendingRequest] = []
    var unresolved: [PendingRequest] = []
    var accepted: [PendingRequest] = []
    /// A REBOOT whose session ended before its outcome was known. The next HELLO decides it
    /// (SPEC.md 8.6).
    var rebootInDoubt: PendingRequest?
    var nextID: UInt16 = 1
    var nextToken: UInt64 = 1
    var sendCount: UInt64 = 0

    var streamA = StreamAReceiver()
    var adverts = AdvertAccounting()

    var lastFrameAt: Duration = .zero
    /// Time at which the newest PING was due; nil if one is due now.
    var lastPingAt: Duration?
    var pingToken: RequestToken?
    var missedPings = 0
    /// Counter of the event that was expected next at the newest PING.
    var nextEventAtPing: UInt16?
    var lastAdvertAt: Duration = .zero
    var isSuspect = false
    /// Whether a scan runs. A scan or subscriptions shorten the interval between PINGs.
    public private(set) var isScanning = false
    public var subscriptions = 0
    var hardResets: [Duration] = []
    /// Boot id of the newest start counted in `hardResets`.
    var countedStart: UInt32?

    private var decoder: FrameDecoder?
    private var noise = ConsoleNoise()
    private var silence = GreetingFailure.Silence()
    /// All bytes received during the greeting, frames or not, because another device's text may
    /// contain no zero.
    private var heardWhileGreeting = ConsoleNoise()

    /// - Parameter seed: Seed for session numbers and nonces. Use a different one each time, except
    ///   in tests.
    public init(configuration: Configuration, seed: UInt64) {
        self.configuration = configuration
        random = SplitMix64(seed: seed)
        line = LineModel(baud: configuration.lineRate)
        estimator = RoundTripEstimator(frameTime: .zero)
        decoder = FrameDecoder(largestFrame: Int(configuration.largestPayload) + 12)
    }

    /// The newest bytes that could not be decoded, at most 4 KiB.
    public var consoleNoise: [UInt8] { noise.bytes }

    /// Returns the actions that have come up since the last call, in order.
    public mutating func takeActions() -> [Action] {
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    /// Starts to greet the dongle. The port has just been opened.
    public mutating func start(now: Duration) {
        decoder?.reset()
        silence = .init()
        heardWhileGreeting = ConsoleNoise()
        greet(now: now)
        tick(now: now)
    }

    /// Ends the session and every request, because the port is gone or the owner closes it.
    public mutating func stop(_ cause: Interruption) {
        endRequests(cause)
        settleReboot(by: nil)
        phase = .closed
        hello = nil
    }

    /// Handles bytes from the line.
    public mutating func receive(_ bytes: RawSpan, now: Duration) {
        // Moved out during decoding, so that `self` can handle the decoded frames.
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

    /// Time of the next call of ``tick(now:)``; nil while nothing is scheduled.
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

    /// Does everything that is due at `now`.
    public mutating func tick(now: Duration) {
        // GRANT goes before requests (SPEC.md 6.2).
        if hello != nil, let due = streamA.deadline, now >= due { grant(.acknowledge) }
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
        giveUpTick(now: now)
        pump(now: now)
    }

    /// Sets whether a scan runs. During a scan PINGs are more frequent and silence of the scanner
    /// is noticed.
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
