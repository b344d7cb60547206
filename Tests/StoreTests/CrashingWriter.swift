import TestSupport
import Foundation
import Testing

/// A process that writes to a store until it is killed.
final class CrashingWriter {
    private let process = Process()
    private let output = Pipe()

    var pid: Int32 { process.processIdentifier }

    init(path: String, newest: Int = 100, writing what: String = "events", umask: String = "022") throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "umask \(umask); exec \"$0\" \"$@\"", BuiltProgram.path("crash"), "store", path, "\(newest)", what,
        ]
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
    }

    /// Returns the next ids that the process acknowledged as written to the disk.
    func acknowledged(_ count: Int) -> [Int64] {
        var ids: [Int64] = []
        while ids.count < count, let id = line() { ids.append(id) }
        return ids
    }

    /// Kills the process with SIGKILL. Returns the acknowledged ids that were not read yet.
    @discardableResult
    func kill() -> [Int64] {
        Glibc.kill(pid, SIGKILL)
        let rest = acknowledged(.max)
        process.waitUntilExit()
        return rest
    }

    /// Returns the next line as an id; nil at the end.
    private func line() -> Int64? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return Int64(String(decoding: bytes, as: UTF8.self)) }
            bytes.append(byte)
        }
        return nil
    }
}
