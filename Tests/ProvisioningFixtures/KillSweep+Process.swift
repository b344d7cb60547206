import Foundation
import SimulatedDongle

enum KillFailure: Error {
    case unexpected(String)
}

/// A folder for the store of a gateway that is killed.
enum TemporaryStore {
    static func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)  // Only a leftover in the temporary folder.
    }

    static func path(_ folder: String) -> String { folder + "/perch.db" }
}

extension KillSweep {
    /// How a gateway ended.
    struct ProcessEnd: Sendable {
        var isKilled: Bool
        var output: String
    }

    /// Runs a gateway to its end, which is SIGKILL where it comes to `point`.
    func run(
        _ folder: String, _ pty: PtyDongle, _ verb: Verb, killing point: Point?
    ) async throws -> ProcessEnd {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [TemporaryStore.path(folder), pty.path, verb.rawValue]
        process.environment = ProcessInfo.processInfo.environment
        if let point { process.environment?["KILLPOINT"] = "\(point)" }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        // The last reader of a process of its own is waited for off the pool of tasks.
        let end: ProcessEnd = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                do {
                    try process.run()
                    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                    process.waitUntilExit()
                    let isSignal = process.terminationReason == .uncaughtSignal
                    guard (isSignal && process.terminationStatus == SIGKILL) || process.terminationStatus == 0 else {
                        throw KillFailure.unexpected("\(verb) \(point.map { "\($0)" } ?? "") ended by itself: \(text)")
                    }
                    continuation.resume(returning: ProcessEnd(isKilled: isSignal, output: text))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        return end
    }

    /// Reads what `provision-crash` has printed: commits, state and step at each change of the run, and the commits at the end.
    func course(of end: ProcessEnd) throws -> Course {
        let lines = end.output.split(separator: "\n").map { $0.split(separator: " ") }
        guard !end.isKilled, let commits = lines.last?.first.flatMap({ Int($0) }) else {
            throw KillFailure.unexpected("provision-crash said \(end.output)")
        }
        func commit(_ step: Int) -> Int {
            let first = lines.first { $0.count == 3 && $0[1] == "writing" && Int($0[2]) ?? 0 >= step }
            return first.flatMap { Int($0[0]) } ?? 0
        }
        return Course(commits: commits, firstStep: commit(1), save: commit(24))
    }
}
