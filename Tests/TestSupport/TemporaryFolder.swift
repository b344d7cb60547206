import Foundation

/// A folder for one test, which is removed with this object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = "/tmp/perch-tests-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // A failure leaves only files in the temporary folder.
        try? FileManager.default.removeItem(atPath: path)
    }

    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    package func file(_ name: String, _ content: Data, mode: Int = 0o600) throws -> String {
        try content.write(to: URL(filePath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
        return path(name)
    }

    /// Writes a text file and returns its path.
    @discardableResult
    package func file(_ name: String, _ text: String = "", mode: Int = 0o600) throws -> String {
        try file(name, Data(text.utf8), mode: mode)
    }

    /// Returns every file with its content.
    package func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: path($0)))) })
    }
}
