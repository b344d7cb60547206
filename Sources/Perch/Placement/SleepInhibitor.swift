import Foundation

/// Keeps the machine awake through `systemd-inhibit`, where that is there; elsewhere it does nothing.
///
/// What it starts ends with this process, however that ends: it waits for the end of a pipe.
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
        // Without a service manager it says so and ends, and the machine sleeps as it would.
        guard (try? process.run()) != nil else { return nil }
    }

    func end() {
        // Already closed where it ended by itself.
        try? pipe.fileHandleForWriting.close()
    }
}
