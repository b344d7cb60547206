import TestSupport
import Foundation
import Testing

/// A file system of 1 MiB in memory, unmounted with this object.
final class SmallDisk {
    static let needs: Comment = "needs root and the right to mount, for a small file system of its own"

    static let isPossible: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder(), mount(folder) else { return false }
        unmount(folder)
        return true
    }()

    let folder: TemporaryFolder
    private var ballast: String { folder.path("ballast") }

    init() throws {
        folder = try TemporaryFolder()
        try #require(Self.mount(folder))
    }

    deinit { Self.unmount(folder) }

    /// Fills the file system up to the given rest.
    func fill(leavingKilobytes left: Int = 0) throws {
        var status = statvfs()
        try #require(statvfs(folder.path, &status) == 0)
        let free = Int(status.f_bavail) * Int(status.f_bsize)
        try Data(repeating: 1, count: free - left * 1_024).write(to: URL(fileURLWithPath: ballast))
    }

    func empty() {
        // Also truncates the file, since a child process that another test is just starting may
        // have it open.
        truncate(ballast, 0)
        unlink(ballast)
    }

    private static func mount(_ folder: TemporaryFolder) -> Bool {
        run("mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "perch-test", folder.path)
    }

    private static func unmount(_ folder: TemporaryFolder) {
        _ = run("umount", "-l", folder.path)
    }

    private static func run(_ command: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
