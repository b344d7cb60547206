import LineFormats

/// A deliberate fault for the next requests to a path.
package struct Fault: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The request is carried out at once and answered late.
        case delay
        /// The request is answered with another status and not carried out.
        case status
        /// The request is answered with the page of a captive portal and not carried out.
        case html
        /// The connection is cut and the request not carried out.
        case cut
        /// The request is refused in the API's own form and not carried out.
        case refuse
        /// The request is carried out, then the connection is cut.
        case dropAnswer = "drop-answer"
        /// The request is carried out, and answered with an object in which everything needed is
        /// missing.
        case bare
        /// The token of the request expires at once. Requests without a valid token do not use the
        /// fault up.
        case expireToken = "expire-token"
    }

    /// Path as in the API's document, such as `/beacons/save.php`; `*` = every path.
    package var path: String
    package var kind: Kind
    /// Milliseconds of a `delay`, 0...600,000.
    package var delayMs: Int
    /// HTTP status of a `status`, 400...599.
    package var status: Int
    /// Error text of the answer for `status` and `refuse`; 1...500 characters.
    package var error: String
    /// Number of uses, 1...1,000,000.
    package var times: Int

    package init(
        _ kind: Kind, path: String = "*", delayMs: Int = 1_000, status: Int = 500, error: String = "A fault on demand.",
        times: Int = 1
    ) {
        self.path = path
        self.kind = kind
        self.delayMs = delayMs
        self.status = status
        self.error = error
        self.times = times
    }

    /// - Parameter isKnown: Whether the API has a path.
    init(_ fields: Fields, isKnown: (String) -> Bool = { Operation.table[$0] != nil }) throws {
        guard let kind = try fields.text("kind", 1...20).flatMap(Kind.init) else {
            throw Rejection.malformed("kind must be one of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.init(kind)
        path = try fields.text("path", 1...100) ?? path
        delayMs = try fields.number("ms", 0...Limits.delayMs) ?? delayMs
        status = try fields.number("status", 400...599) ?? status
        error = try fields.text("error", 1...500) ?? error
        times = try fields.number("times", 1...Limits.faultTimes) ?? times
        try check(isKnown: isKnown)
    }

    func check(isKnown: (String) -> Bool = { Operation.table[$0] != nil }) throws {
        guard path == "*" || isKnown(path) else {
            throw Rejection.malformed("path must be * or a path of the API.")
        }
        guard (0...Limits.delayMs).contains(delayMs), (400...599).contains(status),
            (1...Limits.faultTimes).contains(times)
        else { throw Rejection.malformed("ms, status or times is out of range.") }
    }
}
