import ArgumentParser
import Failures
import Glibc

/// Destination of the file that a verb writes.
struct ExportFileOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The file; without it, standard output.", completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    /// - Throws: ``Failure`` where the file exists and may not be replaced.
    func check() throws {
        if let output, !force, access(output, F_OK) == 0 { throw Failure.exists(output) }
    }

    /// Lends `body` a function that appends to the file. The file appears once it is complete, and
    /// standard error reports its content.
    ///
    /// - Parameter body: Writes the bytes, and returns a description of them, such as "12 rows".
    func write(
        _ sink: VerbOutput, _ body: (_ append: ([UInt8]) async throws -> Void) async throws -> String
    ) async throws {
        guard let output else {
            _ = try await body { await sink.write($0) }
            return
        }
        var file = try PartialFile(output)
        do {
            let content = try await body { try file.append($0) }
            try file.finish(replacing: force)
            say("perch: \(output): \(content).")
        } catch {
            file.discard()
            throw error
        }
    }
}
