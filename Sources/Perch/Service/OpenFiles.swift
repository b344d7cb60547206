import Glibc

/// Limit of open files, including sockets, of this process.
enum OpenFiles {
    /// Wanted limit, which exceeds the sum of all limits of the gateway.
    private static let wanted: rlim_t = 16_384

    /// Raises the limit as far as allowed, and returns it.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        let before = limit.rlim_cur
        limit.rlim_cur = max(before, min(limit.rlim_max, wanted))
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Int(clamping: before) }
        return Int(clamping: limit.rlim_cur)
    }
}
