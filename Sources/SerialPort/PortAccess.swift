import Glibc

/// Whether this process may open a port, and who could, if it may not.
public struct PortAccess: Codable, Sendable, Hashable {
    /// The answer of access(2).
    public enum Verdict: String, Codable, Sendable {
        /// Readable and writable.
        case granted
        /// Reading or writing is forbidden.
        case denied
        /// There is no such node (any more).
        case gone
    }

    /// Whether the port can be opened for reading and writing.
    public let verdict: Verdict
    /// Name of the group that owns the node, its number where it has no name; nil when the node cannot be examined.
    public let ownerGroup: String?
    /// Permission bits of the node, 0...0o7777; nil when the node cannot be examined.
    public let mode: UInt16?

    /// Asks the system about `path`, links followed.
    public init(path: String) {
        var info = stat()
        let isThere = stat(path, &info) == 0
        // An errno other than "no such node", such as EACCES on its folder, says nothing about the port's being gone.
        let isGone = !isThere && (errno == ENOENT || errno == ENOTDIR)
        ownerGroup = isThere ? groupName(info.st_gid) : nil
        mode = isThere ? UInt16(truncatingIfNeeded: info.st_mode & 0o7777) : nil
        verdict = isGone ? .gone : access(path, R_OK | W_OK) == 0 ? .granted : .denied
    }
}

private func groupName(_ id: gid_t) -> String {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16384) { buffer in
        guard getgrgid_r(id, &entry, buffer.baseAddress, buffer.count, &found) == 0, found != nil,
            let name = entry.gr_name
        else { return String(id) }
        return String(cString: name)
    }
}
