import TestSupport
import Foundation

package enum KillFailure: Error {
    case unexpected(String)
}

/// The program `crash`, run to its end or killed with SIGKILL before.
package enum MortalProcess {
    /// End of the process.
    package struct End: Sendable {
        package var isKilled: Bool
        /// Text that it printed.
        package var output: String
    }

    /// Runs the program to its end, which is SIGKILL at `point` or from another process.
    ///
    /// - Parameter started: Called with the process id.
    package static func run(
        _ arguments: [String], killing point: CommitPoint? = nil,
        started: @escaping @Sendable (pid_t) -> Void = { _ in }
    ) async throws -> End {
        let process = Process()
        process.executableURL = URL(filePath: BuiltProgram.path("crash"))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
        if let point { process.environment?["KILLPOINT"] = "\(point)" }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        // The wait for the process blocks, so it is off the pool of tasks.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                do {
                    try process.run()
                    started(process.processIdentifier)
                    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                    process.waitUntilExit()
                    let isSignal = process.terminationReason == .uncaughtSignal
                    guard (isSignal && process.terminationStatus == SIGKILL) || process.terminationStatus == 0 else {
                        let words = (arguments + (point.map { ["\($0)"] } ?? [])).joined(separator: " ")
                        throw KillFailure.unexpected("\(words) ended by itself: \(text)")
                    }
                    continuation.resume(returning: End(isKilled: isSignal, output: text))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}
