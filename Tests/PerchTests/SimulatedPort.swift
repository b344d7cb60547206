import Glibc
import Testing

/// A `perch simulate` process, and the port that it offers.
final class SimulatedPort {
    /// The link to its port, in the home folder.
    let link: String
    /// The port itself.
    let path: String
    let process: PerchProcess
    /// Held for the test's length: the number of a terminal that nobody holds goes to the next one that any test makes,
    /// and the link that a killed process leaves would then lead to a stranger's.
    private let heldOpen: CInt

    /// Returns once the port is there.
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
