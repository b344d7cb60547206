/// Rule for judging a beacon's answers. Answers that match no pattern have no effect.
package struct ReplyRule: Sendable, Hashable {
    /// Whether to continue only after an accepted answer; otherwise the acknowledgement of the
    /// write is sufficient.
    package let isWanted: Bool
    /// Milliseconds, 0...60,000: maximum wait for a required answer; if none is required, the time
    /// to wait for a refusal before continuing.
    package let waitMs: Int
    package let accepted: [ReplyPattern]
    /// Patterns of refusals, checked before ``accepted``.
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
