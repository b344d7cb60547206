import Foundation
import Glibc

/// Key for signing webhooks. The key is always in a file, so that it appears in no process list and
/// no log.
package enum WebhookSecret {
    /// Length of a key, in bytes.
    package static let lengths = 16...512
    private static let prefix = Array("whsec_".utf8)

    /// Reads the key: the bytes of the file without white space at the ends. If they begin with
    /// `whsec_`, the rest is Base64.
    ///
    /// Source: Standard Webhooks, "Signature scheme", for `whsec_`.
    package static func read(_ path: String) throws(SettingsError) -> [UInt8] {
        // Does not block if the path is a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotRead(path: path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, errno: errno) }
        func finding(_ message: String) -> SettingsError {
            .invalid([SettingsError.Finding(place: path, message: message)])
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw finding("the webhook secret must be in a regular file") }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else {
            throw finding(
                "other users can access the webhook secret (mode 0\(String(mode, radix: 8))); run `chmod 600 \(path)`")
        }
        var bytes: [UInt8]?
        do { bytes = try FileBytes.read(descriptor, limit: 4096) } catch {
            throw .cannotRead(path: path, errno: error.code)
        }
        guard let key = key(of: bytes ?? []), lengths.contains(key.count) else {
            throw finding(
                "a webhook secret has \(lengths.lowerBound)...\(lengths.upperBound) bytes, or is whsec_ followed by "
                    + "as many bytes in Base64")
        }
        return key
    }

    /// Nil if the Base64 is invalid.
    private static func key(of file: [UInt8]) -> [UInt8]? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let text = Array(file.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        guard text.starts(with: prefix) else { return text }
        return Data(base64Encoded: Data(text.dropFirst(prefix.count))).map { Array($0) }
    }
}
