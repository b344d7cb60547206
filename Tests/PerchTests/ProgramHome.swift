import Foundation
import TestSupport

/// A folder and an environment in which the real program runs.
protocol ProgramHome: Sendable {
    var folder: TemporaryFolder { get }
    var environment: [String: String] { get }
}

extension ProgramHome {
    /// Starts the program.
    ///
    /// - Parameter changes: Changes to the environment.
    func start(
        _ arguments: [String], input: String? = nil, changes: [String: String] = [:]
    ) throws -> PerchProcess {
        try PerchProcess(arguments, home: folder, environment: environment.merging(changes) { $1 }, input: input)
    }

    /// Runs the program to its end. A program that hangs is killed.
    ///
    /// - Parameter changes: Changes to the environment.
    func run(
        _ arguments: [String], input: String? = nil, changes: [String: String] = [:]
    ) async throws -> PerchProcess.Ending {
        let process = try start(arguments, input: input, changes: changes)
        process.kill(after: 90)
        return try await Self.end(of: process)
    }

    /// Starts the program at a terminal.
    ///
    /// - Parameter changes: Changes to the environment.
    func terminal(_ arguments: String..., changes: [String: String] = [:]) throws -> TerminalProgram {
        try TerminalProgram(
            [PerchProcess.binary.path] + arguments,
            environment: PerchProcess.environment(folder).merging(environment) { $1 }.merging(changes) { $1 })
    }

    /// Does not wait on a thread of the pool, which a server needs.
    static func end(of process: PerchProcess) async throws -> PerchProcess.Ending {
        nonisolated(unsafe) let process = process  // Used by nobody else until it has ended.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try process.end() }) }
        }
    }
}
