import Foundation
import Glibc

/// A development server as a separate process.
package final class BackendProcess {
    private let process = Process()
    private let output = Pipe()
    private let words = Pipe()

    package var status: Int32 { process.terminationStatus }

    package init(_ arguments: [String]) throws {
        process.executableURL = URL(filePath: BuiltProgram.path("perch-dev-backend"))
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = words
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Returns the first line of output, without the line end.
    package func firstLine() -> String {
        var bytes = Data()
        while !bytes.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Sends SIGTERM, and returns the text from standard error.
    package func stop() throws -> String {
        process.terminate()
        return try end()
    }

    /// Sends SIGKILL, and waits for the end.
    package func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    package func end() throws -> String {
        let said = try words.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
