import Glibc
import Testing

/// An empty file that is deleted with this value.
final class TemporaryFile {
    let path: String

    init(mode: mode_t) throws {
        var template = Array("/tmp/perch-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        fchmod(descriptor, mode)
        close(descriptor)
        path = template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    deinit { unlink(path) }
}
