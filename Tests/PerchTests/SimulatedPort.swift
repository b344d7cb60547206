import TestSupport
import Glibc
import Testing

/// A `perch simulate` process, and the port that it provides.
final class SimulatedPort {
    /// Link to the port, in the home folder.
    let link: String
    /// Path of the port itself.
    let path: String
    let process: PerchProcess
    /// Kept open during the test. The number of a closed terminal goes to the next terminal that
    /// any test opens, and the link that a killed process leaves would then lead to that one.
    private let heldOpen: CInt

    /// Starts the process, and returns once the port exists.
    init(_ arguments: String..., home: TemporaryFolder) throws {
        link = home.path("tty")
        process = try PerchProcess(["simulate", "--link", link] + arguments, home: home)
        path = process.line()
        try #require(path.hasPrefix("/dev/pts/"), "\(process.errorsSoFar)")
        heldOpen = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(heldOpen >= 0)
    }

    deinit {
        close(heldOpen)
    }

    /// Ends the process, and waits for its end.
    func stop(_ signal: Int32 = SIGINT) throws -> PerchProcess.Ending {
        process.send(signal)
        return try process.end()
    }
}
