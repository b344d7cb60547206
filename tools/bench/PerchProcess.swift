import TestSupport
import Foundation
import Glibc

/// A `perch` of the same build, or another of its programs, whose standard output is read here.
final class PerchProcess {
    enum Failure: Error, CustomStringConvertible {
        case notBuilt(program: String)
        case ended(verb: String, status: Int32, lastWords: String)
        case tookTooLong(verb: String)
        case noResult(verb: String)

        var description: String {
            switch self {
            case .notBuilt(let program): "\(program) is not built: swift build -c release --product \(program)"
            case .ended(let verb, let status, let words): "\(verb) ended with \(status): \(words)"
            case .tookTooLong(let verb): "\(verb) took too long"
            case .noResult(let verb): "\(verb) printed no result"
            }
        }
    }

    /// The program, with its verb if it has one.
    let verb: String
    private let process = Process()
    private let output = Pipe()
    private let errors: URL

    /// Starts the program.
    ///
    /// - Parameter environment: Additions to this process's own environment.
    init(_ arguments: [String], program: String = "perch", environment: [String: String] = [:]) throws {
        let file = URL(filePath: BuiltProgram.path(program))
        guard FileManager.default.isExecutableFile(atPath: file.path) else { throw Failure.notBuilt(program: program) }
        let first = arguments.first ?? ""
        verb = first.hasPrefix("-") ? program : "\(program) \(first)"
        errors = FileManager.default.temporaryDirectory.appending(path: "perch-bench-\(UUID().uuidString).log")
        try Data().write(to: errors)
        process.executableURL = file
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    var processID: Int32 { process.processIdentifier }

    /// Waits until the program has made a file.
    func wait(for path: String) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !FileManager.default.fileExists(atPath: path) {
            guard isRunning else { throw ending() }
            guard ContinuousClock.now < deadline else { throw Failure.tookTooLong(verb: verb) }
            usleep(20_000)
        }
    }

    /// Passes the output to `body` until the program ends or `body` returns that it has enough.
    func read(within limit: Duration, _ body: (UnsafeRawBufferPointer) -> Bool) throws {
        let deadline = ContinuousClock.now + limit
        let descriptor = output.fileHandleForReading.fileDescriptor
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw Failure.tookTooLong(verb: verb) }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, Int32(left.rounded(.up))) > 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            let goOn = buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            guard goOn else { return }
        }
    }

    /// Ends the program if it still runs, and waits for that.
    func stop() {
        if process.isRunning { process.interrupt() }
        let deadline = ContinuousClock.now + .seconds(5)
        while process.isRunning && ContinuousClock.now < deadline { usleep(2000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        // The file is small and in the temporary folder.
        try? FileManager.default.removeItem(at: errors)
    }

    /// Waits for the end of the program, and returns why it ended by itself.
    func ending() -> Failure {
        process.waitUntilExit()
        let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        let last = said.split(separator: "\n").last.map(String.init) ?? "it said nothing"
        return .ended(verb: verb, status: process.terminationStatus, lastWords: last)
    }
}
