import Failures
import Foundation
import Glibc

/// A file that gets its name only once it is complete and on the disk. The caller must finish or
/// discard it on every path.
struct PartialFile {
    private let path: String
    private let descriptor: Int32
    /// The first bytes, at most ``DatabaseFile/headBytes``.
    private(set) var head: [UInt8] = []
    private(set) var bytes = 0

    private var partialPath: String { path + ".partial" }

    /// Creates `PATH.partial`, or empties the one that an earlier attempt left, with access for
    /// this user only.
    ///
    /// - Throws: ``Failure``.
    init(_ path: String) throws {
        self.path = path
        descriptor = open(path + ".partial", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = systemMessage(errno)
            // The user did not name the partial file, so the message mentions it only where it is
            // the obstacle.
            let isThere = access(path + ".partial", F_OK) == 0
            throw Failure(
                code: "cannot-create",
                message: "\(path) cannot be created\(isThere ? ", because \(path).partial exists" : ""): \(reason).",
                hint: isThere ? "Remove \(path).partial, or choose another path." : "Choose another path.",
                exit: .cannotCreate)
        }
    }

    /// - Throws: ``Failure``.
    mutating func append(_ piece: [UInt8]) throws {
        if head.count < DatabaseFile.headBytes { head += piece.prefix(DatabaseFile.headBytes - head.count) }
        bytes += piece.count
        var rest = piece[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw failure()
            }
        }
    }

    /// Writes the file to the disk and gives it its name.
    ///
    /// - Parameter replacing: Whether an existing file of that name may be replaced.
    /// - Throws: ``Failure``.
    mutating func finish(replacing: Bool) throws {
        guard fsync(descriptor) == 0 else { throw failure() }
        let hasName = try !replacing && takeName()
        guard hasName || rename(partialPath, path) == 0 else { throw failure() }
        close(descriptor)
        syncFolder()
    }

    /// Links the partial file under its final name. Unlike renaming, this does not replace a file
    /// that was created there meanwhile.
    ///
    /// - Returns: Whether the link was made; false where the file system cannot make one.
    private func takeName() throws -> Bool {
        if link(partialPath, path) == 0 {
            unlink(partialPath)
            return true
        }
        switch errno {
        case EEXIST: throw Failure.exists(path)
        case EPERM, ENOTSUP, EMLINK: return false
        default: throw failure()
        }
    }

    /// Closes and removes the partial file.
    func discard() {
        close(descriptor)
        unlink(partialPath)
    }

    /// Writes the folder to the disk, so that the file's name is on the disk too. Errors are
    /// ignored, since some file systems cannot do this.
    private func syncFolder() {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func failure() -> Failure {
        let code = errno
        return Failure(
            code: "cannot-write", message: "Not all of \(path) could be written: \(systemMessage(code)).",
            hint: code == ENOSPC ? "Free space on the disk." : "Check the disk.", exit: .inputOutput)
    }
}
