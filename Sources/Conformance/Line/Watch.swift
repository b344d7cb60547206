import DongleProtocol

/// What every frame of the dongle must hold to, looked at throughout the run.
struct Watch {
    /// A rule that is watched; each is a check of its own.
    enum Rule: String, CaseIterable, Sendable {
        case encoding = "framing.encoding"
        case delimiters = "framing.delimiters"
        case header = "header.fields"
        case payload = "limits.payload"
    }

    /// The first breach of each rule, and how many there were.
    private(set) var breaches: [Rule: (first: Finding, count: Int)] = [:]
    /// Stretches that were no frames.
    private(set) var rejections = 0
    private(set) var frames = 0
    /// Whether all that came was what a host sends.
    private(set) var isEcho = true
    /// Largest payload the dongle may send at the moment.
    var payloadLimit = 64

    /// Whether the stretch before was a frame; nil at the start of the line, where anything may stand.
    private var followsFrame: Bool?

    /// Whether text may stand on the line until the next frame, as that of a boot loader (SPEC.md 1.5).
    private var mayBeText = false

    mutating func lineBegins() { followsFrame = nil }

    mutating func dongleStarts() {
        mayBeText = true
        lineBegins()
    }

    /// Frames before a session of ours may belong to another host's; they are not judged.
    var isJudging = false

    mutating func rejected(_ reason: String, _ stretch: [UInt8]) {
        rejections += 1
        guard !mayBeText else { return }
        followsFrame = false
        let got = "a stretch that is rejected (\(reason)): \(hexadecimal(stretch, limit: 32))"
        breach(.encoding, "a whole frame between two zeros", got)
    }

    mutating func frame(_ frame: SeenFrame, zerosBefore: Int) {
        frames += 1
        mayBeText = false
        if frame.header.kind != .request { isEcho = false }
        if let followsFrame, zerosBefore < (followsFrame ? 2 : 1) {
            breach(.delimiters, "a zero before and one after the frame", "\(zerosBefore) before \(frame.words)")
        }
        followsFrame = true
        let header = frame.header
        if header.major != 1 { breach(.header, "major version 1", "\(header.major) in \(frame.words)") }
        if header.flags != 0 { breach(.header, "no flag", "0x\(String(header.flags, radix: 16)) in \(frame.words)") }
        if !header.kind.isFromDongle { breach(.header, "a kind that a dongle sends", frame.words) }
        // A request of session 0 is answered with its session.
        if header.kind != .response, (header.session == 0) != (header.kind == .boot) {
            breach(.header, "session 0 in BOOT and nowhere else", frame.words)
        }
        if header.kind == .boot, header.id != 0 || header.code != 0 { breach(.header, "id and code 0", frame.words) }
        if header.kind == .log, header.code != 0 { breach(.header, "code 0", frame.words) }
        if frame.payload.count > payloadLimit {
            breach(.payload, "at most \(payloadLimit) bytes of payload", "\(frame.payload.count) in \(frame.words)")
        }
    }

    private mutating func breach(_ rule: Rule, _ expected: String, _ got: String) {
        guard isJudging else { return }
        let first = breaches[rule]?.first ?? Finding(expected: expected, got: got, frames: [])
        breaches[rule] = (first, (breaches[rule]?.count ?? 0) + 1)
    }
}
