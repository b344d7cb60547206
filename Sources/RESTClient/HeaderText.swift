/// Checks and parses values of HTTP headers.
package enum HeaderText {
    private static let longestToken = 4_096

    /// Whether the text is visible ASCII: a line end would begin another header.
    package static func isToken(_ text: String) -> Bool {
        (1...longestToken).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    package static func isKey(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// Parses the whole seconds of `Retry-After`; nil also for a date, since clocks differ.
    package static func seconds(_ text: String?) -> Duration? {
        text.flatMap { UInt32($0) }.map { .seconds(Int64($0)) }
    }
}
