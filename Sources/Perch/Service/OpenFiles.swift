import Glibc

/// How many files, sockets among them, this process may have open.
enum OpenFiles {
    /// More than every limit of the gateway together needs.
    private static let wanted: rlim_t = 16_384

    /// Raises it as far as that is allowed, and returns it.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        let before = limit.rlim_cur
        limit.rlim_cur = max(before, min(limit.rlim_max, wanted))
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Int(clamping: before) }
        return Int(clamping: limit.rlim_cur)
    }
}
