import Glibc

/// Returns the permission bits of a file or folder.
func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}
