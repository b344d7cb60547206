import DongleProtocol

/// Rules that every frame of the dongle must obey, checked during the whole run.
struct Watch {
    /// A watched rule; each is a check of its own.
    enum Rule: String, CaseIterable, Sendable {
        case encoding = "framing.encoding"
        case delimiters = "framing.delimiters"
        case header = "header.fields"
        case payload = "limits.payload"
        case log = "log.fields"
    }

    /// Breaches of one rule.
    struct Breaches {
        let first: CheckFailure
        var count = 0
        /// The frames that led to the first, and the check that was under way.
        var context: (frames: FrameSelection, check: String?)?
    }

    private(set) var breaches: [Rule: Breaches] = [:]
    /// Number of stretches that were not valid frames.
    private(set) var rejections = 0
    private(set) var frames = 0
    private(set) var logFrames = 0
    /// Number of DETECTIONs, repeats included.
    private(set) var detections = 0
    /// Session and counter of the newest LOG.
    private var newestLog: (session: UInt16, counter: UInt16)?
    /// Whether only frames of a host have been received.
    private(set) var isEcho = true
    /// Maximum payload that the dongle may send at present, in bytes.
    var payloadLimit = 64

    /// Whether the previous stretch was a frame; nil at the start of the line, where anything may
    /// come first.
    private var followsFrame: Bool?

    /// Boot id before a restart, while text may appear on the line, such as a boot loader's
    /// (SPEC.md 1.5): until the first frame after the restart.
    private var endingStart: UInt32?

    mutating func lineBegins() { followsFrame = nil }

    /// Notes that the dongle is about to restart; frames from before may still arrive.
    mutating func dongleRestarts(from bootID: UInt32) {
        endingStart = bootID
        lineBegins()
    }

    /// Whether frames are judged. Frames before the first session of this run may belong to another
    /// host.
    var isJudging = false

    mutating func rejected(_ reason: String, _ stretch: [UInt8]) {
        rejections += 1
        followsFrame = false
        // Text between frames is noise (SPEC.md 1.6); what begins like a frame is a frame in pieces.
        guard endingStart == nil, !Self.isText(stretch) else { return }
        let got = "a stretch that is rejected (\(reason)): \(hexadecimal(stretch, limit: 32))"
        breach(.encoding, "a whole frame between two zeros", got)
    }

    /// Whether a stretch is what a console prints.
    private static func isText(_ stretch: [UInt8]) -> Bool {
        stretch.allSatisfy { (0x20...0x7E).contains($0) || [0x09, 0x0A, 0x0D, 0x1B].contains($0) }
    }

    mutating func frame(_ frame: SeenFrame, zerosBefore: Int) {
        frames += 1
        if let start = endingStart, Self.isOfStart(other: start, frame) { endingStart = nil }
        if frame.header.kind != .request { isEcho = false }
        if let followsFrame, zerosBefore < (followsFrame ? 2 : 1) {
            breach(.delimiters, "a zero before and one after the frame", "\(zerosBefore) before \(frame.name)")
        }
        followsFrame = true
        let header = frame.header
        if header.major != 1 { breach(.header, "major version 1", "\(header.major) in \(frame.name)") }
        if header.flags != 0 { breach(.header, "no flag", "\(digits(header.flags)) in \(frame.name)") }
        if !header.kind.isFromDongle { breach(.header, "a kind that a dongle sends", frame.name) }
        // A request with session 0 is answered with session 0.
        if header.kind != .response, (header.session == 0) != (header.kind == .boot) {
            breach(.header, "session 0 in BOOT and nowhere else", frame.name)
        }
        if header.kind == .boot, header.id != 0 || header.code != 0 { breach(.header, "id and code 0", frame.name) }
        if header.kind == .log, header.code != 0 { breach(.header, "code 0", frame.name) }
        if header.kind == .log { log(frame) }
        if header.kind == .event, header.event == .detection { detections += 1 }
        if frame.payload.count > payloadLimit {
            breach(.payload, "at most \(payloadLimit) bytes of payload", "\(frame.payload.count) in \(frame.name)")
        }
    }

    private mutating func log(_ frame: SeenFrame) {
        logFrames += 1
        let counter = frame.header.id
        let last = newestLog.flatMap { $0.session == frame.header.session ? $0.counter : nil }
        newestLog = (frame.header.session, counter)
        // A line may have been lost on a bad one; the counter of a session begins at 0.
        if counter != last.map({ $0 &+ 1 }) ?? 0 {
            breach(.log, "LOG frames counted from 0 in each session", frame.name)
        }
        guard frame.payload.count >= 9 else {
            return breach(.log, "level, uptime, lines dropped and text", frame.name)
        }
        if frame.payload[0] > 3 { breach(.log, "level 0 to 3", frame.name) }
        let count = Int(UInt16(leading: Array(frame.payload[7...])))
        if count > 120 || count > frame.payload.count - 9 { breach(.log, "a text of at most 120 bytes", frame.name) }
    }

    /// Whether a frame can only come from after a restart.
    private static func isOfStart(other bootID: UInt32, _ frame: SeenFrame) -> Bool {
        if frame.header.kind == .boot { return true }
        guard frame.header.kind == .response, frame.header.operation == .hello,
            let reply = try? HelloReply(decoding: frame.payload)
        else { return false }
        return reply.bootID != bootID
    }

    private mutating func breach(_ rule: Rule, _ expected: String, _ got: String) {
        guard isJudging else { return }
        breaches[rule, default: Breaches(first: CheckFailure(expected: expected, got: got))].count += 1
    }

    /// Keeps frames and the check under way with the breaches that have none yet.
    mutating func keep(_ frames: () -> FrameSelection, check: String?) {
        for (rule, breach) in breaches where breach.context == nil { breaches[rule]?.context = (frames(), check) }
    }
}
