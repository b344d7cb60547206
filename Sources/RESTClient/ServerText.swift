import LineFormats

/// Reads the bodies and messages of a server.
package enum ServerText {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let longestWords = 500
    private static let shortestSecret = 4

    /// Reads the JSON of an answer, with or without a byte order mark.
    package static func value(_ body: [UInt8]) throws(JSONFault) -> JSONValue {
        try JSONValue(parsing: body.starts(with: byteOrderMark) ? body.dropFirst(3) : body[...])
    }

    /// Returns a server's message on one line, without secrets; nil if nothing of it is left.
    ///
    /// - Returns: 1...500 characters.
    package static func words(_ text: String, without secrets: [String]) -> String? {
        var text = text
        for secret in secrets where secret.utf8.count >= shortestSecret {
            text = text.replacing(secret, with: "…")
        }
        let plain = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: Character(" ")
            default: Character(scalar)
            }
        }
        let words = String(plain).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(longestWords))
    }
}
