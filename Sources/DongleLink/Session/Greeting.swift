import Randomness
import DongleProtocol

/// Opens a session: sends HELLO until it is answered. A probe in HELLO shows whether the line
/// changes bytes (SPEC.md 4).
struct Greeting: Sendable {
    enum Step: Sendable {
        case hello([UInt8])
        case live(HelloReply, session: UInt16, nonce: UInt32)
        case failed(GreetingFailure)
    }

    static let interval = Duration.milliseconds(250)
    /// Interval of quiet HELLOs: every fourth is quiet.
    private static let quietEvery = 4
    /// Number of answered quiet HELLOs, and of ordinary HELLOs unanswered since the first of them,
    /// that prove that the line changes bytes.
    private static let quietAnswersToJudge = 2
    private static let ordinaryToJudge = 6
    /// Number of unanswered ordinary HELLOs that suffices at the end of the greeting.
    private static let ordinaryToJudgeLate = 3
    static let probe = HelloRequest.transparencyProbe
    /// Payload sizes that quiet HELLOs ask for, in turn. The reply repeats the size, so each size
    /// moves the zeros in the reply and thereby changes its COBS codes.
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
    /// Time at which the newest ordinary HELLO was sent, if it is the only one. Its answer then
    /// measures the clock.
    private(set) var onlyHelloSentAt: Duration?

    init(now: Duration, delay: Duration, limit: Duration, wantedPayload: UInt16, random: inout SplitMix64) {
        self.random = SplitMix64(seed: random.next())
        self.wantedPayload = wantedPayload
        session = self.random.session()
        nonce = UInt32(truncatingIfNeeded: self.random.next())
        nextHelloAt = now + delay
        failsAt = now + delay + limit
    }

    /// Whether a quiet HELLO may still be on its way to the dongle. On arrival it would open a
    /// session of its own.
    var hasUnansweredQuiet: Bool { quiet != nil }

    var deadline: Duration { min(nextHelloAt, failsAt) }

    /// Returns the step that is due now. `silence` describes the bytes received so far.
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

    /// Handles a HELLO reply of session `answered`. Returns nil if the reply decides nothing.
    mutating func receive(_ reply: HelloReply, session answered: UInt16) -> Step? {
        if let quiet, answered == quiet.session, reply.nonce == quiet.nonce {
            quietAnswers += 1
            self.quiet = nil
            return nil
        }
        guard answered == session, reply.nonce == nonce else { return nil }
        guard reply.probe == Self.probe else { return .failed(.notTransparent(received: reply.probe)) }
        switch reply.status {
        case .ok:
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

    /// Returns an ordinary HELLO as an encoded frame.
    static func frame(session: UInt16, nonce: UInt32, wantedPayload: UInt16) -> [UInt8] {
        encode(major: 1, session: session, nonce: nonce, wantedPayload: wantedPayload, probe: probe)
    }

    private static func encode(
        major: UInt8, session: UInt16, nonce: UInt32, wantedPayload: UInt16, probe: [UInt8]
    ) -> [UInt8] {
        let hello = HelloRequest(nonce: nonce, largestPayload: wantedPayload, probe: probe)
        let header = FrameHeader(major: major, kind: .request, session: session, id: 0, code: Operation.hello.rawValue)
        return FrameEncoder.encode(header, payload: hello.encoded())
    }

    /// Returns a HELLO without bytes that a line is likely to drop. It tries up to 1000 random ones
    /// and takes the last as it is; a few tries suffice.
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

extension SplitMix64 {
    /// Returns a session number: any but 0.
    fileprivate mutating func session() -> UInt16 { UInt16.random(in: 1...UInt16.max, using: &self) }
}
