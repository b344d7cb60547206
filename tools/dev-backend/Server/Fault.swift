import JSONLines

/// What goes wrong on purpose, the next times a path is asked for.
package struct Fault: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Carried out at once, answered late.
        case delay
        /// Answered with another status; nothing is carried out.
        case status
        /// Answered with the page of a captive portal; nothing is carried out.
        case html
        /// The connection is cut; nothing is carried out.
        case cut
        /// Refused in the API's own form; nothing is carried out.
        case refuse
        /// Carried out, then the connection is cut.
        case dropAnswer = "drop-answer"
        /// The token that the request shows has expired from now on. Requests without a good token leave it as it is.
        case expireToken = "expire-token"
    }

    /// As in the API's document, such as `/beacons/save.php`; `*` = every path.
    package var path: String
    package var kind: Kind
    /// Of a delay, 0...600,000.
    package var delayMs: Int
    /// Of `status`, 400...599.
    package var status: Int
    /// What the server says with `status` and `refuse`; 1...500 characters.
    package var error: String
    /// How often, 1...1,000,000.
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

    init(_ fields: Fields) throws {
        guard let kind = try fields.text("kind", 1...20).flatMap(Kind.init) else {
            throw Rejection.malformed("kind must be one of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.init(kind)
        path = try fields.text("path", 1...100) ?? path
        delayMs = try fields.number("ms", 0...Limits.delayMs) ?? delayMs
        status = try fields.number("status", 400...599) ?? status
        error = try fields.text("error", 1...500) ?? error
        times = try fields.number("times", 1...Limits.faultTimes) ?? times
        try check()
    }

    func check() throws {
        guard path == "*" || Operation.table[path] != nil else {
            throw Rejection.malformed("path must be * or one of the API's, such as /beacons/save.php.")
        }
        guard (0...Limits.delayMs).contains(delayMs), (400...599).contains(status),
            (1...Limits.faultTimes).contains(times)
        else { throw Rejection.malformed("ms, status or times is out of range.") }
    }
}
