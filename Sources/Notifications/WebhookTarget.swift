import Crypto
import Foundation

/// URL of a webhook, and its name and lane.
struct WebhookTarget: Sendable, Hashable {
    let url: String
    /// Scheme, host and port, without the path, which may be secret.
    let name: String
    /// Lane in the outbox: the same for the same URL, and free of secrets.
    let lane: String
    /// Whether messages can be read on the way.
    let isExposed: Bool

    static let lanePrefix = "webhook "

    /// Nil if the text is not an `http://` or `https://` URL with a host.
    init?(_ url: String) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty
        else { return nil }
        self.url = url
        name = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        let digest = SHA256.hash(data: Data(url.utf8)).prefix(6).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        lane = WebhookTarget.lanePrefix + name + " " + digest.joined()
        isExposed = scheme == "http" && !WebhookTarget.isLoopback(host)
    }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } && parts[0] == "127"
    }
}
