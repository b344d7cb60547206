import Crypto
import Foundation

/// Signs webhooks, so that the receiver can verify the sender and detect replays.
///
/// Source: Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks, "Signature
/// scheme".
enum WebhookSignature {
    /// Returns the value of `webhook-signature`: `v1,` and the Base64 of the HMAC-SHA256 of id,
    /// time and body, joined by dots.
    ///
    /// - Parameter timestamp: Seconds since 1970, as in `webhook-timestamp`.
    static func v1(id: String, timestamp: Int64, body: Data, key: [UInt8]) -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: key))
        code.update(data: Data("\(id).\(timestamp).".utf8))
        code.update(data: body)
        return "v1," + Data(code.finalize()).base64EncodedString()
    }
}
