import Foundation

/// What became of one attempt to deliver a webhook.
enum WebhookAnswer: Sendable, Hashable {
    case delivered
    /// May succeed later.
    case failed(String)
    /// The receiver wants no more.
    case gone(String)

    static let bodyBytes = 4_096
    private static let errorCharacters = 500

    /// - Parameter body: What was read of the answer, at most ``bodyBytes``.
    init(status: Int, reason: String, body: [UInt8]) {
        switch status {
        case 200..<300: self = .delivered
        case 410: self = .gone(WebhookAnswer.words(status, reason, body))
        default: self = .failed(WebhookAnswer.words(status, reason, body))
        }
    }

    /// Status and words of an answer on one line.
    private static func words(_ status: Int, _ reason: String, _ body: [UInt8]) -> String {
        let text = String(decoding: body, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : Character(scalar)
        }
        let words = String(text).split(separator: " ").joined(separator: " ")
        let head = reason.isEmpty ? "\(status)" : "\(status) \(reason)"
        return words.isEmpty ? head : "\(head): \(words.prefix(errorCharacters))"
    }
}
