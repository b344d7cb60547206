import Foundation

/// Reads queries, and the bodies of forms.
enum TillQuery {
    private static let bytesAtMost = 16_384

    /// - Returns: Values by name, decoded; the last one of each name counts.
    static func read(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for pair in text.prefix(bytesAtMost).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[decoded(parts[0])] = parts.count > 1 ? decoded(parts[1]) : ""
        }
        return values
    }

    private static func decoded(_ text: Substring) -> String {
        text.replacing("+", with: " ").removingPercentEncoding ?? ""
    }
}
