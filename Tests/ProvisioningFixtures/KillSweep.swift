import Advertising
import Foundation
import SimulatedDongle
import Store

/// Kills a gateway that provisions a beacon with SIGKILL, around its commits to the store, and holds what is reported afterwards
/// against what the beacon is.
package struct KillSweep: Sendable {
    package enum Moment: String, CaseIterable, Sendable {
        /// When it begins to write the commit, which is lost.
        case before
        /// Once the commit is on the disk.
        case after
    }

    package struct Kill: Sendable {
        package var moment: Moment
        package var commit: Int
        /// How the run stood in the store when the gateway was dead; nil = it was not in it yet.
        package var state: String?
        package var step = 0
        /// Whether the beacon had kept what it was to be.
        package var isWritten = false
        /// How the run stands once it was resumed; nil = there was none.
        package var resumed: String?
        package var isWrittenAtLast = false
        /// What is wrong, if anything is.
        package var fault: String?
    }

    /// Where the program `provision-crash` lies.
    let program: String

    package init(program: String) {
        self.program = program
    }

    /// Commits of a run that nobody kills.
    package func commits() async throws -> Int {
        try await inFolder { store, pty in
            let (_, output) = try await run(store, pty, "start", killing: nil)
            guard let count = Int(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw Failure.unexpected("provision-crash said \(output)")
            }
            return count
        }
    }

    /// Kills one run, looks, and resumes it.
    package func kill(_ moment: Moment, _ commit: Int) async throws -> Kill {
        try await inFolder { path, pty in
            var kill = Kill(moment: moment, commit: commit)
            let (signal, _) = try await run(path, pty, "start", killing: "\(moment):\(commit)")
            guard signal == SIGKILL else { throw Failure.unexpected("it was not killed at commit \(commit)") }
            kill.isWritten = await isWritten(pty)
            let store = try Store.open(path: path)
            let left = try await store.runs(limit: 1).first
            try store.close()
            (kill.state, kill.step) = (left?.progress.state, left?.progress.step ?? 0)
            kill.fault = fault(left, isWritten: kill.isWritten)
            guard left != nil else { return kill }
            _ = try await run(path, pty, "resume", killing: nil)
            let again = try Store.open(path: path)
            kill.resumed = try await again.runs(limit: 1).first?.progress.state
            try again.close()
            kill.isWrittenAtLast = await isWritten(pty)
            if kill.fault == nil, (kill.resumed == "verified") != kill.isWrittenAtLast {
                kill.fault = "resumed it is \(kill.resumed ?? "nothing"), the beacon is \(kill.isWrittenAtLast)"
            }
            return kill
        }
    }

    private enum Failure: Error {
        case unexpected(String)
    }

    /// What the journal says must be so whatever the beacon did: it may know less than the truth, and never anything else.
    private func fault(_ run: StoredRun?, isWritten: Bool) -> String? {
        guard let run else { return isWritten ? "the beacon was written and there is no run" : nil }
        if run.progress.state == "verified", !isWritten { return "it says verified, and the beacon is unchanged" }
        if isWritten, !run.progress.saveBegun { return "the beacon has saved, and the journal knows of no save" }
        return nil
    }

    private func isWritten(_ pty: PtyDongle) async -> Bool {
        await pty.beacon(1) { $0.saves > 0 } ?? false
    }

    private func inFolder<Value: Sendable>(_ body: (String, PtyDongle) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // Only a leftover in the temporary folder.
        let pty = try BeaconRoom.dongle([""])
        defer { pty.stop() }
        return try await body(folder + "/perch.db", pty)
    }

    /// Returns the signal that ended it, 0 = none, and what it printed.
    private func run(
        _ store: String, _ pty: PtyDongle, _ verb: String, killing: String?
    ) async throws -> (signal: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [store, pty.path, verb]
        process.environment = ProcessInfo.processInfo.environment.merging(killing.map { ["KILLPOINT": $0] } ?? [:]) {
            $1
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        // The last reader of a process of its own is waited for off the pool of tasks.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                do {
                    try process.run()
                    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                    process.waitUntilExit()
                    let signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
                    continuation.resume(returning: (signal, text))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}
