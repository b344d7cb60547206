import Failures
import Foundation
import Glibc

/// Checks whether this user's gateway could create its socket.
struct SocketDiagnosis {
    /// Most bytes in the path of a unix socket. Source: unix(7), `sun_path` less its terminating
    /// null byte.
    private static let longestPath = 107

    static func findings(path: String, isServed: Bool) -> [DoctorFinding] {
        guard !isServed else { return [] }
        let check = "socket \(path)"
        guard path.utf8.count <= longestPath else {
            return [
                .problem(
                    check,
                    "The path has \(path.utf8.count) bytes, but a socket's path may have at most \(longestPath).",
                    next: "Choose a shorter path with `socket.path`.", exit: .configuration)
            ]
        }
        var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        while folder.path != "/" && access(folder.path, F_OK) != 0 { folder.deleteLastPathComponent() }
        guard access(folder.path, W_OK | X_OK) == 0 else {
            return [
                .problem(
                    check, "This user may not create it: \(folder.path) is not writable.",
                    next: "Choose another path with `socket.path`, or set XDG_RUNTIME_DIR.", exit: .permission)
            ]
        }
        return []
    }
}
