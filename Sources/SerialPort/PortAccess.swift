import Glibc

/// Permission of this process to open a port, with the group and mode that grant it to others.
public struct PortAccess: Codable, Sendable, Hashable {
    /// Result of access(2).
    public enum Verdict: String, Codable, Sendable {
        /// Readable and writable.
        case granted
        /// Reading or writing is forbidden.
        case denied
        /// The node does not exist (any more).
        case gone
    }

    /// Whether the port can be opened for reading and writing.
    public let verdict: Verdict
    /// Name of the group that owns the node, or its number if it has no name; nil if the node
    /// cannot be examined.
    public let ownerGroup: String?
    /// Permission bits of the node, 0...0o7777; nil if the node cannot be examined.
    public let mode: UInt16?

    /// Checks the permissions of `path`, following links.
    public init(path: String) {
        var info = stat()
        let isThere = stat(path, &info) == 0
        // Any other errno, such as EACCES on the folder, does not mean that the port is gone.
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
