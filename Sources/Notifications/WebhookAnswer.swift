import Foundation

/// Result of one attempt to deliver a webhook.
enum WebhookAnswer: Sendable, Hashable {
    case delivered
    /// The delivery failed and may succeed later, though not before the receiver's `Retry-After`.
    case failed(String, retryAfter: Duration = .zero)
    /// The receiver wants no more messages (status 410).
    case gone(String)

    static let bodyBytes = 4_096
    private static let errorCharacters = 500

    /// - Parameters:
    ///   - body: Beginning of the answer, at most ``bodyBytes``.
    ///   - retryAfter: Header of that name. A date is ignored, because clocks may differ.
    init(status: Int, reason: String, body: [UInt8], retryAfter: String? = nil) {
        switch status {
        case 200..<300: self = .delivered
        case 410: self = .gone(WebhookAnswer.words(status, reason, body))
        default:
            let seconds = retryAfter.flatMap { UInt32($0) } ?? 0
            self = .failed(WebhookAnswer.words(status, reason, body), retryAfter: .seconds(Int64(seconds)))
        }
    }

    /// Returns status and text of an answer on one line.
    private static func words(_ status: Int, _ reason: String, _ body: [UInt8]) -> String {
        let text = String(decoding: body, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : Character(scalar)
        }
        let words = String(text).split(separator: " ").joined(separator: " ")
        let head = reason.isEmpty ? "\(status)" : "\(status) \(reason)"
        return words.isEmpty ? head : "\(head): \(words.prefix(errorCharacters))"
    }
}
