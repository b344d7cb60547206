import Failures
import Foundation
import SerialPort

/// A shell command of `perch setup` that changes the system, which only root may.
struct RootCommand: Sendable, Hashable {
    let line: String
    /// Whether it takes effect only when the user logs in again, as a new group does.
    var needsLogin: Bool { line.contains("usermod -aG ") }

    /// - Parameters:
    ///   - command: The command without `sudo`.
    ///   - source: Command whose output is its input.
    ///   - isRoot: Whether this process runs as root, so that no `sudo` is needed.
    init(_ command: String, reading source: String? = nil, isRoot: Bool) {
        line = (source.map { "\($0) | " } ?? "") + (isRoot ? "" : "sudo ") + command
    }

    /// Returns a word as the shell takes it, whatever is in it.
    static func quoted(_ word: String) -> String { "'\(word.replacing("'", with: #"'\''"#))'" }

    /// Runs the command on this terminal, so that `sudo` can ask for a password.
    ///
    /// - Throws: ``Failure`` where the command cannot be started or fails.
    func run() async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line]
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status != 0 else { return }
        throw Failure(
            code: "command-failed", message: "`\(line)` ended with \(status).",
            hint: "See its message above, then run `perch setup` again.", exit: .system)
    }
}

extension UdevRules {
    /// The commands that install the file and apply it.
    func installation(isRoot: Bool) -> [RootCommand] {
        let flag = option.map { " \($0)" } ?? ""
        return [
            RootCommand(
                "tee /etc/udev/rules.d/\(fileName) >/dev/null", reading: "perch udev print\(flag)", isRoot: isRoot),
            RootCommand("udevadm control --reload", isRoot: isRoot),
            RootCommand("udevadm trigger --settle", isRoot: isRoot),
        ]
    }
}
