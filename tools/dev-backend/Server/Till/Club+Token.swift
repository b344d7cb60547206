import Crypto
import Foundation
import LineFormats

/// JSON web tokens, signed with HS256.
///
/// Source: RFC 7519; RFC 7515, 3.1.
extension Club {
    mutating func makeToken(for member: String, lifetime: Duration, now: Timestamp) -> String {
        tokensMade += 1
        let issued = now.microsecondsSince1970 / 1_000_000
        var claims = JSONWriter()
        claims.element { object in
            object.field("sub", member)
            object.field("jti", tokensMade)
            object.field("iat", issued)
            object.field("exp", issued + lifetime.components.seconds)
        }
        let text =
            Club.base64URL(Array(#"{"typ":"JWT","alg":"HS256"}"#.utf8)) + "." + Club.base64URL(claims.take())
        return text + "." + signature(of: text)
    }

    /// Returns the index of the member and the number of a valid token; nil if it is not valid.
    func owner(of token: String?, now: Timestamp) -> (member: Int, number: Int)? {
        guard let token, token.utf8.count <= 4_096 else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, signature(of: "\(parts[0]).\(parts[1])") == parts[2],
            let bytes = Club.bytes(base64URL: String(parts[1])), let claims = try? JSONValue(parsing: bytes),
            let number = claims["jti"]?.integer, !expired.contains(number), let end = claims["exp"]?.integer,
            Int64(end) > now.microsecondsSince1970 / 1_000_000, let id = claims["sub"]?.text,
            let member = members.firstIndex(where: { $0.id == id })
        else { return nil }
        return (member, number)
    }

    private func signature(of text: String) -> String {
        Club.base64URL(Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)))
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func bytes(base64URL text: String) -> [UInt8]? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain + padding).map(Array.init)
    }
}
