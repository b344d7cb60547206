import ArgumentParser
import Failures
import Glibc

/// Where a verb's file goes.
struct ExportFileOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The file; without it standard output.", completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    /// - Throws: ``Failure`` where the file is there and may not be replaced.
    func check() throws {
        if let output, !force, access(output, F_OK) == 0 { throw Failure.exists(output) }
    }

    /// Lends a place to write to. A file appears once it is whole, and standard error says what is in it.
    ///
    /// - Parameter body: Writes the bytes, and returns what they are, such as "12 rows".
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
