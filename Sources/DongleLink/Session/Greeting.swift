import DongleProtocol

/// Opening a session: HELLO until it is answered, with the probe that shows what the line does to bytes (SPEC.md 4).
struct Greeting: Sendable {
    enum Step: Sendable {
        case hello([UInt8])
        case live(HelloReply, session: UInt16, nonce: UInt32)
        case failed(GreetingFailure)
    }

    static let interval = Duration.milliseconds(250)
    /// One in so many HELLOs is quiet.
    private static let quietEvery = 4
    /// So many answered quiet ones, with so many ordinary ones unanswered since the first of them, are enough to judge the line.
    private static let quietAnswersToJudge = 2
    private static let ordinaryToJudge = 6
    /// At the end of the greeting less is enough.
    private static let ordinaryToJudgeLate = 3
    static let probe = HelloRequest.transparencyProbe
    /// What quiet HELLOs ask for, in turn: the reply repeats it, which moves its zeros and with them the codes of its encoding.
    private static let quietPayloads: [UInt16] = [64, 256, 320]
    private static let loud: Set<UInt8> = [0x11, 0x13, 0x0A, 0x0D, 0x7F, 0xFF]

    private(set) var session: UInt16
    private(set) var nonce: UInt32
    private(set) var nextHelloAt: Duration
    private let failsAt: Duration
    private let wantedPayload: UInt16
    private var quiet: (session: UInt16, nonce: UInt32, frame: [UInt8])?
    private var sent = 0
    private var quietAnswers = 0
    private var ordinarySinceQuietAnswer = 0
    private var random: SplitMix64
    /// When the newest ordinary HELLO went out, if it is the only one: then its answer measures the clock.
    private(set) var onlyHelloSentAt: Duration?

    init(now: Duration, delay: Duration, limit: Duration, wantedPayload: UInt16, random: inout SplitMix64) {
        self.random = SplitMix64(seed: random.next())
        self.wantedPayload = wantedPayload
        session = self.random.session()
        nonce = UInt32(truncatingIfNeeded: self.random.next())
        nextHelloAt = now + delay
        failsAt = now + delay + limit
    }

    /// Whether a quiet HELLO may still be on its way to the dongle, where it would begin a session of its own.
    var hasUnansweredQuiet: Bool { quiet != nil }

    var deadline: Duration { min(nextHelloAt, failsAt) }

    /// What is due now. `silence` describes what the line has carried so far.
    mutating func tick(now: Duration, silence: () -> GreetingFailure.Silence) -> Step? {
        guard now >= deadline else { return nil }
        if quietAnswers >= Self.quietAnswersToJudge, ordinarySinceQuietAnswer >= Self.ordinaryToJudge {
            return .failed(.notTransparent(received: nil))
        }
        if now >= failsAt {
            let isJudged = quietAnswers > 0 && ordinarySinceQuietAnswer >= Self.ordinaryToJudgeLate
            return .failed(isJudged ? .notTransparent(received: nil) : .noAnswer(silence()))
        }
        nextHelloAt = now + Self.interval
        sent += 1
        if sent % Self.quietEvery == 0 {
            let chosen = quietHello()
            quiet = chosen
            return .hello(chosen.frame)
        }
        if quietAnswers > 0 { ordinarySinceQuietAnswer += 1 }
        onlyHelloSentAt = sent == 1 ? now : nil
        return .hello(Self.frame(session: session, nonce: nonce, wantedPayload: wantedPayload))
    }

    /// Takes a HELLO reply of `session`; nil when it decides nothing.
    mutating func receive(_ reply: HelloReply, session answered: UInt16) -> Step? {
        if let quiet, answered == quiet.session, reply.nonce == quiet.nonce {
            quietAnswers += 1
            self.quiet = nil
            return nil
        }
        guard answered == session, reply.nonce == nonce else { return nil }
        switch reply.status {
        case .ok:
            guard reply.probe == Self.probe else { return .failed(.notTransparent(received: reply.probe)) }
            return .live(reply, session: session, nonce: nonce)
        case .sessionInUse:
            session = random.session()
            nonce = UInt32(truncatingIfNeeded: random.next())
            return nil
        case .versionMismatch:
            return .failed(.versionMismatch(dongleMajor: reply.major, dongleMinor: reply.minor))
        default:
            return nil
        }
    }

    /// An ordinary HELLO on the wire.
    static func frame(session: UInt16, nonce: UInt32, wantedPayload: UInt16) -> [UInt8] {
        encode(major: 1, session: session, nonce: nonce, wantedPayload: wantedPayload, probe: probe)
    }

    private static func encode(
        major: UInt8, session: UInt16, nonce: UInt32, wantedPayload: UInt16, probe: [UInt8]
    ) -> [UInt8] {
        let hello = HelloRequest(
            nonce: nonce, lowestMajor: 1, highestMajor: 1, minor: 0, largestPayload: wantedPayload, probe: probe)
        let header = FrameHeader(major: major, kind: .request, session: session, id: 0, code: Operation.hello.rawValue)
        return FrameEncoder.encode(header, payload: hello.encoded())
    }

    /// A HELLO none of whose bytes a line is likely to swallow. A few tries suffice; the last is taken as it is.
    private mutating func quietHello() -> (session: UInt16, nonce: UInt32, frame: [UInt8]) {
        var chosen: (session: UInt16, nonce: UInt32, frame: [UInt8])
        var tries = 0
        repeat {
            let session = random.session()
            let nonce = UInt32(truncatingIfNeeded: random.next())
            let wanted = Self.quietPayloads[(sent / Self.quietEvery) % Self.quietPayloads.count]
            let frame = Self.encode(major: 0, session: session, nonce: nonce, wantedPayload: wanted, probe: [])
            chosen = (session, nonce, frame)
            tries += 1
        } while tries < 1000 && !Self.loud.isDisjoint(with: chosen.frame)
        return chosen
    }
}
