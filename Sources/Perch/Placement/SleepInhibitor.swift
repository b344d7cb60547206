import Foundation

/// Keeps the machine awake with `systemd-inhibit`, where that is installed.
///
/// The process that it starts ends with this process, however this ends, because it waits for the
/// end of a pipe.
final class SleepInhibitor: Sendable {
    private let process: Process
    private let pipe: Pipe

    /// Nil where there is no `systemd-inhibit`, or it cannot be started.
    init?(why: String, path: String? = ProcessInfo.processInfo.environment["PATH"]) {
        let folders = (path ?? "").split(separator: ":").map(String.init)
        guard let program = folders.map({ $0 + "/systemd-inhibit" }).first(where: FileManager.default.isExecutableFile)
        else { return nil }
        process = Process()
        pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--what=idle:sleep", "--who=perch", "--why=\(why)", "--mode=block", "cat"]
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Without a service manager, `systemd-inhibit` reports this and ends, and the machine may
        // sleep.
        guard (try? process.run()) != nil else { return nil }
    }

    func end() {
        // The pipe may be closed already, where `systemd-inhibit` ended by itself.
        try? pipe.fileHandleForWriting.close()
    }
}
