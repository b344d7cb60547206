import Glibc

/// Returns the names in a folder, in the folder's own order; none if it cannot be read.
func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        }
    }
    return names
}

/// Returns the target of a symbolic link; nil if there is no such link.
func link(at path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = readlink(path, start, buffer.count)
        guard count >= 0 else { return nil }
        return String(
            decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
    }
}

/// Resolves every link in `path`; returns the path itself if it leads nowhere. The kernel does this
/// for a descriptor that does not open the device.
func resolved(_ path: String) -> String {
    let pathOnly: CInt = 0o10_000_000  // O_PATH, which Swift does not see.
    let descriptor = open(path, pathOnly | O_CLOEXEC)
    guard descriptor >= 0 else { return path }
    defer { close(descriptor) }
    return link(at: "/proc/self/fd/\(descriptor)") ?? path
}

/// Returns the beginning of a file, at most `limit` bytes; nil if it cannot be read.
func content(of path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 4096))
    while bytes.count < limit {
        let count = read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
        guard count >= 0 else { return nil }
        guard count > 0 else { break }
        bytes += buffer[..<count]
    }
    return bytes
}

/// Returns the first line of an attribute in sysfs, without blanks at its ends; nil if it cannot be
/// read or is empty.
func attribute(_ path: String) -> String? {
    // No string of a USB device is longer: 126 characters of at most 3 bytes each.
    guard let bytes = content(of: path, limit: 512) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let text = line.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
}
