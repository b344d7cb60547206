import Foundation
import Glibc

/// The key that webhooks are signed with. Always in a file, so that it is in no list of processes and in no log.
package enum WebhookSecret {
    /// Bytes of a key.
    package static let lengths = 16...512
    private static let prefix = Array("whsec_".utf8)

    /// Reads the key: the bytes of the file without white space at its ends; what begins with `whsec_` is Base64 behind that.
    ///
    /// Source: Standard Webhooks, "Signature scheme", for `whsec_`.
    package static func read(_ path: String) throws(SettingsError) -> [UInt8] {
        // Without waiting, should somebody have put a pipe there.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotRead(path: path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, errno: errno) }
        func finding(_ message: String) -> SettingsError {
            .invalid([SettingsError.Finding(place: path, message: message)])
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw finding("the webhooks' secret must be in a plain file") }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else {
            throw finding(
                "others may read the webhooks' secret (mode 0\(String(mode, radix: 8))); "
                    + "close it with `chmod 600 \(path)`")
        }
        var bytes: [UInt8]?
        do { bytes = try FileBytes.read(descriptor, limit: 4096) } catch {
            throw .cannotRead(path: path, errno: error.code)
        }
        guard let key = key(of: bytes ?? []), lengths.contains(key.count) else {
            throw finding(
                "a secret of webhooks has \(lengths.lowerBound)...\(lengths.upperBound) bytes, "
                    + "or is whsec_ with as many in Base64")
        }
        return key
    }

    /// Nil for Base64 that is none.
    private static func key(of file: [UInt8]) -> [UInt8]? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let text = Array(file.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        guard text.starts(with: prefix) else { return text }
        return Data(base64Encoded: Data(text.dropFirst(prefix.count))).map { Array($0) }
    }
}
