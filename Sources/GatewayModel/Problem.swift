extension Problem {
    package static let mediaType = "application/problem+json"

    /// Makes problem details; `type` is derived from the code.
    package init(
        title: String, status: Int, detail: String, code: String, hint: String, retryable: Bool,
        outcome: OperationOutcome? = nil,
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
