import TestSupport
import Foundation
import Glibc
import Testing

/// The real program as a process.
final class PerchProcess {
    struct Ending {
        let status: Int32
        let output: String
        let errors: String

        /// Returns the lines of standard output as JSON objects.
        func objects() throws -> [[String: Any]] {
            try output.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
            }
        }
    }

    static var binary: URL { URL(filePath: BuiltProgram.path("perch")) }

    /// Environment that keeps a process inside its folder.
    static func environment(_ home: TemporaryFolder) -> [String: String] {
        let places = [
            "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_STATE_HOME": home.path, "XDG_CONFIG_HOME": home.path,
            "PERCH_GATEWAY": "none",
        ]
        return ProcessInfo.processInfo.environment.merging(places) { $1 }
    }

    private let process = Process()
    private let output = Pipe()
    private let home: TemporaryFolder
    private let errors: URL

    /// - Parameters:
    ///   - home: Folder for the program's files; one of its own unless several processes share it.
    ///     The program finds no gateway elsewhere.
    ///   - outputClosed: Whether standard output has no reader from the start.
    ///   - environment: Additions to the environment that keeps the program inside its folder.
    ///   - input: All of its standard input; nil = none.
    init(
        _ arguments: [String], under wrapper: [String] = [], home: TemporaryFolder? = nil, outputClosed: Bool = false,
        environment: [String: String] = [:], input: String? = nil
    ) throws {
        let home = try home ?? TemporaryFolder()
        self.home = home
        errors = URL(fileURLWithPath: home.path("errors-\(UUID().uuidString.prefix(8)).txt"))
        try Data().write(to: errors)
        process.environment = Self.environment(home).merging(environment) { $1 }
        let command = wrapper + [Self.binary.path] + arguments
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        if let input {
            let path = try home.file("input-\(UUID().uuidString.prefix(8)).txt", input)
            process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        }
        if outputClosed { try closeOutput() }
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Returns the next line of standard output, without its newline; at the end, the bytes left
    /// over.
    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    var id: Int32 { process.processIdentifier }

    func interrupt() { send(SIGINT) }

    func send(_ signal: Int32) { Glibc.kill(process.processIdentifier, signal) }

    /// Kills a program that hangs, so that the test ends: reading its output and waiting for its
    /// end have no limit.
    func kill(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [process] in
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        }
    }

    func closeOutput() throws { try output.fileHandleForReading.close() }

    /// Text written to standard error so far.
    var errorsSoFar: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Waits for the end, and reads the rest of the output.
    func end(readingOutput: Bool = true) throws -> Ending {
        let rest = readingOutput ? output.fileHandleForReading.readDataToEndOfFile() : Data()
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Ending(
            status: status, output: String(decoding: rest, as: UTF8.self),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    static func run(_ arguments: String...) throws -> Ending {
        try PerchProcess(arguments).end()
    }
}
