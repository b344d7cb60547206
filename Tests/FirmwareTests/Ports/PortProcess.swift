import Foundation
import Glibc

/// A port that runs as a separate process, and the path of its line.
final class PortProcess: Sendable {
    struct NoPort: Error {
        let said: String
    }

    let path: String
    private let process: Process
    /// Input of QEMU's monitor.
    private let monitor: FileHandle
    /// The line, kept open: QEMU looks only once a second for a host where there was none.
    private let heldOpen: CInt

    var id: pid_t { process.processIdentifier }

    private init(path: String, process: Process, monitor: FileHandle) {
        self.path = path
        self.process = process
        self.monitor = monitor
        heldOpen = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    /// A test that fails half-way leaves no process behind.
    deinit {
        send(SIGKILL)
    }

    /// Starts the program and waits until it has printed the path of its line.
    static func start(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> PortProcess {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["ASAN_OPTIONS": "detect_leaks=0"]) { $1 }.merging(environment) { $1 }
        let output = Pipe()
        let input = Pipe()
        process.standardOutput = output
        process.standardInput = input
        let path = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
            // Reads to the end, so that the program never waits for a reader, and off the pool of
            // tasks.
            Thread.detachNewThread {
                do {
                    try process.run()
                } catch {
                    continuation.resume(throwing: error)
                    return
                }
                var said = ""
                var isFound = false
                while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                    guard !isFound else { continue }
                    said += String(decoding: data, as: UTF8.self)
                    if let match = said.firstMatch(of: /(\/dev\/pts\/\d+)\s/) {
                        isFound = true
                        continuation.resume(returning: String(match.1))
                    }
                }
                if !isFound { continuation.resume(throwing: NoPort(said: said)) }
            }
        }
        return PortProcess(path: path, process: process, monitor: input.fileHandleForWriting)
    }

    /// Ends the process at once, like a power cut. Its line hangs up.
    func kill() { send(SIGKILL) }

    /// Signals only a running process: the id of an ended one may be in use by another.
    private func send(_ signal: CInt) {
        if process.isRunning { Glibc.kill(id, signal) }
    }

    /// Sends a command to QEMU's monitor.
    func tellMonitor(_ command: String) throws { try monitor.write(contentsOf: Data("\(command)\n".utf8)) }

    /// Ends the process and waits for its end. Returns its exit code, or the number of the signal
    /// that ended it.
    @discardableResult
    func stop(_ signal: CInt = SIGKILL) async -> CInt {
        send(signal)
        close(heldOpen)
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { [process] in
                process.waitUntilExit()
                continuation.resume(returning: process.terminationStatus)
            }
        }
    }
}
