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

    /// The boot id of the start that ends, while text may stand on the line, as that of a boot loader (SPEC.md 1.5): until the
    /// first frame of the next start.
    private var endingStart: UInt32?

    mutating func lineBegins() { followsFrame = nil }

    /// The dongle is about to restart; frames of before may still come.
    mutating func dongleRestarts(from bootID: UInt32) {
        endingStart = bootID
        lineBegins()
    }

    /// Frames before a session of ours may belong to another host's; they are not judged.
    var isJudging = false

    mutating func rejected(_ reason: String, _ stretch: [UInt8]) {
        rejections += 1
        followsFrame = false
        guard endingStart == nil else { return }
        let got = "a stretch that is rejected (\(reason)): \(hexadecimal(stretch, limit: 32))"
        breach(.encoding, "a whole frame between two zeros", got)
    }

    mutating func frame(_ frame: SeenFrame, zerosBefore: Int) {
        frames += 1
        if let start = endingStart, Self.isOfStart(other: start, frame) { endingStart = nil }
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

    /// Whether a frame can only be of another start.
    private static func isOfStart(other bootID: UInt32, _ frame: SeenFrame) -> Bool {
        if frame.header.kind == .boot { return true }
        guard frame.header.kind == .response, frame.header.operation == .hello,
            let reply = try? HelloReply(decoding: frame.payload)
        else { return false }
        return reply.bootID != bootID
    }

    private mutating func breach(_ rule: Rule, _ expected: String, _ got: String) {
        guard isJudging else { return }
        let first = breaches[rule]?.first ?? Finding(expected: expected, got: got, frames: [])
        breaches[rule] = (first, (breaches[rule]?.count ?? 0) + 1)
    }
}
