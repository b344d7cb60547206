import Failures
import Foundation
import Glibc
import Synchronization

/// A folder that is this process's alone, for the socket of its own gateway. To be removed on every path.
struct PrivateFolder: Sendable {
    let path: String

    /// Those that are there, so that a process that ends at once leaves none behind.
    private static let present = Mutex<Set<String>>([])

    /// Makes it, with mode 0700, where the system keeps sockets of this user, else under /tmp.
    ///
    /// - Throws: ``Failure``.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        var code: Int32 = ENOENT
        for base in [environment["XDG_RUNTIME_DIR"], "/tmp"].compactMap({ $0 }) where base.hasPrefix("/") {
            // Room for the socket's name in a path that must not be longer than 107 bytes.
            guard base.utf8.count <= 80 else { continue }
            var template = Array((base + "/perch-XXXXXX").utf8CString)
            guard mkdtemp(&template) != nil else {
                code = errno
                continue
            }
            let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            PrivateFolder.present.withLock { _ = $0.insert(made) }
            path = made
            return
        }
        throw Failure(
            code: "cannot-create", message: "No folder can be made under /tmp: \(systemMessage(code)).",
            hint: "Make room there, or set XDG_RUNTIME_DIR to a folder of your own.", exit: .cannotCreate)
    }

    func remove() {
        PrivateFolder.remove(path)
        PrivateFolder.present.withLock { _ = $0.remove(path) }
    }

    /// Removes those that are there.
    static func removeAll() {
        for path in present.withLock({ $0 }) { remove(path) }
    }

    private static func remove(_ path: String) {
        // Nobody is left to tell, and what stays is an empty folder.
        try? FileManager.default.removeItem(atPath: path)
    }
}
