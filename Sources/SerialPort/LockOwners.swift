import Glibc

/// The processes that hold a flock(2) lock on a file, from /proc/locks.
///
/// Several processes can have a port open, such as the one that serves a pseudo-terminal, but only
/// one holds its lock.
struct LockOwners: Sendable {
    private let owners: [String: Int32]

    /// Reads the locks of this machine. There are none if /proc/locks cannot be read.
    init() {
        self.init(table: LockOwners.table())
    }

    /// - Parameter table: Lines such as `1: FLOCK  ADVISORY  WRITE 812 00:1a:3 0 EOF`. The sixth
    ///   field holds the major and minor number of the file system's device, in hexadecimal, and
    ///   the inode. Lines of waiting processes have `->` after the number.
    init(table: String) {
        var owners: [String: Int32] = [:]
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            // A process of another pid namespace is shown as 0 or -1.
            guard fields.count >= 6, fields[1] == "FLOCK", let pid = Int32(fields[4]), pid > 0 else { continue }
            owners[String(fields[5])] = pid
        }
        self.owners = owners
    }

    /// Returns the process that locked the file, following links; nil if the file is not locked or
    /// does not exist.
    func owner(ofFile path: String) -> Int32? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return owner(device: info.st_dev, inode: info.st_ino)
    }

    func owner(device: dev_t, inode: ino_t) -> Int32? {
        // Computes major(3) and minor(3), which Swift cannot import.
        let major = (device >> 8 & 0xFFF) | (device >> 32 & 0xFFFF_F000)
        let minor = (device & 0xFF) | (device >> 12 & 0xFFFF_FF00)
        return owners["\(twoDigits(major)):\(twoDigits(minor)):\(inode)"]
    }

    private static func table() -> String {
        let descriptor = open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}

/// Formats a number like the kernel's `%02x`.
private func twoDigits(_ number: dev_t) -> String {
    (number < 16 ? "0" : "") + String(number, radix: 16)
}
