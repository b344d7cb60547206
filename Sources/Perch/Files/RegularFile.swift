import Glibc

enum RegularFile {
    /// Removes a file that nobody needs, such as a trace in which no device says anything. Pipes, devices and links stay.
    static func remove(_ path: String) {
        var info = stat()
        if path != "-", lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG { unlink(path) }
    }
}
