import Glibc

enum RegularFile {
    /// Removes a file that is of no use, such as a trace without a packet from a device. Pipes,
    /// devices and links stay.
    static func remove(_ path: String) {
        var info = stat()
        if path != "-", lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG { unlink(path) }
    }
}
