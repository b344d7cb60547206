import DongleLink

/// An error of a request to a server on the network.
protocol ServerError: Error {
    /// Outcome of the request, which may have been carried out.
    var outcome: Outcome { get }
    /// Printable sentence about it.
    var sentence: String { get }
}

extension ServerError {
    /// A failure that may pass.
    func network(_ code: String, _ hint: String) -> Failure {
        Failure(code: code, message: sentence, hint: hint, isRetryable: true, exit: .temporary, outcome: outcome)
    }

    func failed(_ code: String, _ hint: String, _ exit: ExitStatus) -> Failure {
        Failure(code: code, message: sentence, hint: hint, exit: exit, outcome: outcome)
    }
}

extension String {
    /// The text with a full stop at its end.
    var asSentence: String { hasSuffix(".") ? self : self + "." }
}
