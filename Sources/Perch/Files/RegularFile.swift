import Glibc
import SystemPackage

enum RegularFile {
    /// Removes a file that is of no use, such as a trace without a packet from a device. Pipes,
    /// devices and links stay.
    static func remove(_ path: String) {
        if path != "-", (try? Stat(path, followTargetSymlink: false))?.type == .regular { unlink(path) }
    }

    /// Whether a path leads to a regular file, whose content writing would lose. Pipes and devices can
    /// always be written to.
    static func isThere(_ path: String) -> Bool { path != "-" && (try? Stat(path))?.type == .regular }
}
