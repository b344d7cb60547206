import RESTClient

/// Picture of a product.
package struct ProductIcon: Sendable, Hashable {
    /// Most bytes of a picture.
    package static let bytesAtMost = 256 * 1024

    package var bytes: [UInt8]
    /// Media type, which the bytes themselves show.
    package var type: String

    /// Nil for anything but SVG, PNG, JPEG, WebP and GIF.
    init?(_ bytes: [UInt8]) {
        guard let type = ProductIcon.type(of: bytes) else { return nil }
        self.bytes = bytes
        self.type = type
    }

    private static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return "image/webp"
        }
        // A file of SVG may begin with a declaration or a comment.
        let head = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        return head.contains("<svg") && !head.lowercased().contains("<html") ? "image/svg+xml" : nil
    }

    /// Whether a path may be asked for: `/images/` and then letters, digits, `.`, `_`, `-` and `/`,
    /// in 200 bytes at most, without `..`.
    package static func isPath(_ path: String) -> Bool {
        path.hasPrefix("/images/") && path.utf8.count <= 200 && !path.contains("..")
            && path.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}

extension DrinksClient {
    /// Loads the picture of a product from the server's origin, without a login.
    ///
    /// - Returns: Nil if the product has no picture that can be shown.
    package func icon(of product: Product) async throws(DrinksError) -> ProductIcon? {
        guard ProductIcon.isPath(product.icon) else { return nil }
        do {
            return ProductIcon(try await file(product.icon, upTo: ProductIcon.bytesAtMost))
        } catch {
            switch error {
            case .http(404), .tooLarge: return nil
            default: throw error
            }
        }
    }
}
