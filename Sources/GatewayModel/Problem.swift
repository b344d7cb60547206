/// An error as it crosses the API: problem details after RFC 9457, with the codes of the command line.
public struct Problem: Codable, Error, Sendable, Hashable {
    public static let mediaType = "application/problem+json"

    /// `urn:perch:problem:` and ``code``.
    public var type: String
    /// The HTTP status in words.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened, one sentence.
    public var detail: String
    /// Stable, for scripts: lowercase words and hyphens.
    public var code: String
    /// What to do next.
    public var hint: String
    /// Whether the same request can succeed later without anything being changed.
    public var retryable: Bool
    /// `done`, `not-done` or `unknown`; nil where no operation was under way.
    public var outcome: String?
    /// What the command line's process would end with, after sysexits.h.
    public var exitCode: Int

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, hint, retryable, outcome
        case exitCode = "exit_code"
    }

    /// Problem details; the type follows from the code.
    public init(
        title: String, status: Int, detail: String, code: String, hint: String, retryable: Bool, outcome: String? = nil,
        exitCode: Int
    ) {
        type = "urn:perch:problem:\(code)"
        self.title = title
        self.status = status
        self.detail = detail
        self.code = code
        self.hint = hint
        self.retryable = retryable
        self.outcome = outcome
        self.exitCode = exitCode
    }
}
