import CGlibc
import Glibc

/// Starts another program: without a shell, in its own process group, with three descriptors and
/// none of this process's others.
package struct ChildStart: Sendable {
    /// Absolute path, then arguments.
    package let command: [String]
    package let environment: [String: String]

    package init(command: [String], environment: [String: String]) {
        (self.command, self.environment) = (command, environment)
    }

    /// Reason why a program was not started.
    package struct SystemError: Error {
        package let code: Int32

        package init(code: Int32) { self.code = code }
    }

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - input: Descriptor that becomes its standard input.
    ///   - output: The same for standard output; nil = /dev/null.
    ///   - error: The same for standard error.
    /// - Returns: Its process id, which is also that of its group. The caller must reap it.
    ///
    /// Source: posix_spawn(3).
    package func spawn(input: CInt, output: CInt?, error: CInt) -> Result<pid_t, SystemError> {
        guard let program = command.first else { return .failure(SystemError(code: ENOENT)) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Own process group; no signals blocked or ignored, unlike in this process, which ignores
        // SIGPIPE.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let arguments = CStrings(command)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
        let code = withExtendedLifetime((arguments, variables)) {
            posix_spawn(&pid, program, &actions, &attributes, arguments.pointers, variables.pointers)
        }
        return code == 0 ? .success(pid) : .failure(SystemError(code: code))
    }

    /// Variables that the service manager sets for this process alone.
    private static let ownVariables: Set = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
        "CREDENTIALS_DIRECTORY",
    ]

    /// Returns the variables that another program may have.
    package static func inherited(_ environment: [String: String]) -> [String: String] {
        environment.filter { !ownVariables.contains($0.key) }
    }

    /// Texts as a C array of pointers that ends with a null.
    private final class CStrings {
        let pointers: [UnsafeMutablePointer<CChar>?]

        init(_ texts: [String]) {
            pointers = texts.map { strdup($0) } + [nil]
        }

        deinit {
            for pointer in pointers { free(pointer) }
        }
    }
}

/// How a child process ended.
package enum ChildEnd: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)

    /// Waits for a child and reaps it; from then on its id may belong to another process.
    package init(reaping pid: pid_t) {
        var status: CInt = 0
        var reaped = waitpid(pid, &status, 0)
        while reaped < 0, errno == EINTR { reaped = waitpid(pid, &status, 0) }
        let signal = status & 0x7F
        self = reaped != pid ? .exited(0) : signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}

extension ChildEnd {
    /// How it ended, behind "it ended".
    package var words: String {
        switch self {
        case .exited(let code): "with exit code \(code)"
        case .signalled(let signal): "by signal \(signal)"
        }
    }

    /// Blocks until a child has ended, without reaping it: its id is not reused, so that it may
    /// still be killed.
    package static func wait(for pid: pid_t) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Sends a signal to a child that leads its process group, and to the processes it started. The
    /// child must not have been reaped.
    package static func signal(_ signal: CInt, to pid: pid_t) {
        kill(-pid, signal)
        // Before the child has set its group.
        kill(pid, signal)
    }
}
