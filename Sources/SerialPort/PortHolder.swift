import Glibc

/// A process that has a port open.
public struct PortHolder: Codable, Sendable, Hashable {
    /// Process id.
    public let pid: Int32
    /// Command name from the kernel, at most 15 bytes.
    public let command: String

    /// Describes a process.
    public init(pid: Int32, command: String) {
        self.pid = pid
        self.command = command
    }

    /// Returns the process that has `path` open, following links.
    ///
    /// - Returns: nil if no process has the port open, or only processes of other users whose open
    ///   files this process may not read. If several processes have it open, the one that locked it
    ///   is returned; if none of them locked it, another process rather than this one, with the
    ///   lowest id.
    public static func find(path: String) -> PortHolder? {
        find(paths: [path])[path]
    }

    /// Does the same as ``find(path:)``, but ignores one descriptor of this process.
    static func find(path: String, ignoring descriptor: CInt) -> PortHolder? {
        find(paths: [path], ignoring: descriptor)[path]
    }

    /// Returns the holders of several ports, in one pass over /proc. Ports without a visible holder
    /// are missing from the result.
    public static func find(paths: Set<String>) -> [String: PortHolder] {
        find(paths: paths, ignoring: nil)
    }

    private static func find(paths: Set<String>, ignoring descriptor: CInt?) -> [String: PortHolder] {
        let ignored = descriptor.map { "/proc/\(getpid())/fd/\($0)" }
        let aliases = Dictionary(grouping: paths, by: resolved)
        let locks = LockOwners()
        let lockers = aliases.keys.reduce(into: [:]) { $0[$1] = locks.owner(ofFile: $1) }
        var holders: [String: PortHolder] = [:]
        for pid in processes() {
            for target in openFiles(of: pid, ignoring: ignored) {
                for path in aliases[target, default: []] where holders[path] == nil || pid == lockers[target] {
                    holders[path] = PortHolder(pid: pid, command: command(of: pid))
                }
            }
        }
        return holders
    }

    /// Returns every process id, in ascending order but with this process last.
    private static func processes() -> [Int32] {
        let own = getpid()
        return entries(of: "/proc").compactMap { Int32($0) }.filter { $0 != own }.sorted() + [own]
    }

    /// Returns the targets of a process's descriptors; none if they may not be read or the process
    /// has ended meanwhile.
    private static func openFiles(of pid: Int32, ignoring ignored: String?) -> [String] {
        let folder = "/proc/\(pid)/fd"
        return entries(of: folder).map { "\(folder)/\($0)" }.filter { $0 != ignored }.compactMap(link)
    }

    private static func command(of pid: Int32) -> String {
        let descriptor = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            let line = buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
            return String(decoding: line, as: UTF8.self)
        }
    }
}
