import Foundation

/// Runs the program with a home folder of its own and no other environment.
final class IsolatedHome {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("perch-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // Only a leftover in the temporary folder.
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    func start(_ arguments: [String], environment: [String: String] = [:]) throws -> PerchProcess {
        let variables = ["HOME": folder.path, "XDG_STATE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
            .merging(environment) { $1 }
        return try PerchProcess(
            arguments, under: ["/usr/bin/env", "-i"] + variables.map { "\($0.key)=\($0.value)" }.sorted())
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> PerchProcess.Ending {
        try start(arguments, environment: environment).end()
    }
}
