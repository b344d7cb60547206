import Failures
import Foundation
import Glibc
import Synchronization

/// A private folder of this process for the socket of its own gateway. The caller must remove it on
/// every path.
struct PrivateFolder: Sendable {
    let path: String

    /// Paths of existing folders, so that a process that ends at once can remove them.
    private static let present = Mutex<Set<String>>([])

    /// Creates the folder, with mode 0700, in `XDG_RUNTIME_DIR`, or else under /tmp.
    ///
    /// - Throws: ``Failure``.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        var code: Int32 = ENOENT
        for base in [environment["XDG_RUNTIME_DIR"], "/tmp"].compactMap({ $0 }) where base.hasPrefix("/") {
            // The limit leaves room for the socket's name in a path of at most 107 bytes.
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
            code: "cannot-create", message: "No folder can be created under /tmp: \(systemMessage(code)).",
            hint: "Free space there, or set XDG_RUNTIME_DIR to a folder of your own.", exit: .cannotCreate)
    }

    func remove() {
        PrivateFolder.remove(path)
        PrivateFolder.present.withLock { _ = $0.remove(path) }
    }

    /// Removes all existing folders of this process.
    static func removeAll() {
        for path in present.withLock({ $0 }) { remove(path) }
    }

    private static func remove(_ path: String) {
        // An error is ignored: at worst an empty folder stays.
        try? FileManager.default.removeItem(atPath: path)
    }
}
