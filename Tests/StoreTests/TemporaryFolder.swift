import Foundation
import Testing

/// A folder that is deleted with this value.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/perch-store-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    deinit {
        // A failure leaves only files in the temporary folder.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Returns every file with its content.
    func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: file($0)))) })
    }
}

/// Returns the permission bits of a file or folder.
func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}
