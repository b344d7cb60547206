/// How a beacon's answers are judged. What matches no pattern is kept and means nothing.
package struct ReplyRule: Sendable, Hashable {
    /// Whether an accepted answer is needed to go on; otherwise its acknowledgement of the write is enough.
    package let isWanted: Bool
    /// Milliseconds, 0...60,000: the longest wait for an answer that is wanted; for one that is not, how long a refusal is
    /// listened for before going on.
    package let waitMs: Int
    package let accepted: [ReplyPattern]
    /// They come before those that are accepted.
    package let refused: [ReplyPattern]

    enum Verdict {
        case accepted, refused
    }

    package init(isWanted: Bool, waitMs: Int, accepted: [ReplyPattern], refused: [ReplyPattern]) {
        self.isWanted = isWanted
        self.waitMs = waitMs
        self.accepted = accepted
        self.refused = refused
    }

    func judge(_ answer: [UInt8], to command: CP28Command?) -> Verdict? {
        if refused.contains(where: { $0.matches(answer, to: command) }) { return .refused }
        if accepted.contains(where: { $0.matches(answer, to: command) }) { return .accepted }
        return nil
    }
}
