import Foundation
import Glibc
import RESTClient

/// File in which a till keeps its state, readable only by this user. With a ``HeldLogin``, the login
/// is in memory, and the file has only the cart and the open booking of one member; it is removed
/// when there are none.
package struct TillFile: Sendable {
    package static let name = "till.json"
    private static let bytesAtMost = 4 * 1024 * 1024

    private let file: PrivateFile
    /// Login in memory; nil = the file has it.
    let login: HeldLogin?

    package var path: String { file.path }

    package init(folder: String, name: String = TillFile.name, login: HeldLogin? = nil) {
        file = PrivateFile(path: folder + "/" + name, limit: TillFile.bytesAtMost)
        self.login = login
    }

    func copy() -> TillFile { TillFile(file: file, login: login?.copy()) }

    private init(file: PrivateFile, login: HeldLogin?) { (self.file, self.login) = (file, login) }

    /// - Returns: The state; an empty one if there is no file.
    func read(base: String) throws(TillError) -> TillState {
        let bytes: [UInt8]?
        do { bytes = try file.read() } catch { throw .file(path: path, error) }
        var state = TillState(base: base)
        if let bytes {
            do {
                state = try JSONDecoder().decode(TillState.self, from: Data(bytes))
            } catch {
                throw .file(path: path, .damaged)
            }
        }
        login?.complete(&state)
        return state
    }

    /// Replaces the file; after a crash it is either the old or the new one.
    func write(_ state: TillState) throws(TillError) {
        let state = login?.take(from: state) ?? state
        if login != nil, state.members.isEmpty {
            do { return try file.remove() } catch { throw .file(path: path, error) }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try file.write(Array(try encoder.encode(state)) + [UInt8(ascii: "\n")])
        } catch let fault as PrivateFile.Fault {
            throw .file(path: path, fault)
        } catch {
            throw .file(path: path, .damaged)
        }
    }

    /// Keeps every other till of this file out until the lock is released, or the process ends.
    ///
    /// - Throws: ``TillError/busy`` if another till has it.
    func lock() throws(TillError) -> TillLock {
        let path = path + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .file(path: path, .unusable(path: path, errno: errno)) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? .busy : .file(path: path, .unusable(path: path, errno: code))
        }
        return TillLock(descriptor: descriptor)
    }
}

/// Lock of a till's file. The caller must release it on every path.
struct TillLock: Sendable {
    fileprivate let descriptor: Int32

    func release() { close(descriptor) }
}
