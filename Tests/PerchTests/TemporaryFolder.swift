import Foundation

/// A folder for one test, removed with its content when it is released.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/perch-tests-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)  // Only a leftover in the temporary folder.
    }

    /// Writes a file and returns its path.
    @discardableResult
    func file(_ name: String, _ content: String = "") throws -> String {
        try content.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }
}
