import CGlibc
import Glibc

extension ChildProcess {
    struct SystemError: Error {
        let code: Int32
    }

    /// Starts the program. Source: posix_spawn(3), memfd_create(2).
    func spawn(standardError: ChildPipe) -> Result<pid_t, SystemError> {
        guard let program = command.first else { return .failure(SystemError(code: ENOENT)) }
        let file = memfd_create("notice", UInt32(bitPattern: 1))  // MFD_CLOEXEC
        guard file >= 0 else { return .failure(SystemError(code: errno)) }
        defer { close(file) }
        guard write(file, input, input.count) == input.count, lseek(file, 0, SEEK_SET) == 0 else {
            return .failure(SystemError(code: errno))
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, standardError.writing, STDERR_FILENO)
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
