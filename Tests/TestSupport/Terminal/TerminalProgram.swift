import Glibc
import Synchronization

/// A program on a pseudo-terminal of its own, as a user runs it: input, output and errors are the
/// terminal, and ^C reaches it.
package final class TerminalProgram: Sendable {
    package struct Failed: Error {
        package let what: String
        package let code: CInt
    }

    private struct State {
        var shown: [UInt8] = []
        /// Status from `waitpid`; nil while the program runs.
        var ending: CInt?
    }

    /// Limit of the bytes kept of the output.
    private static let shownLimit = 1 << 20
    /// `POSIX_SPAWN_SETSID`, which the headers declare only for GNU extensions.
    private static let newSession: Int16 = 0x80

    private let master: CInt
    private let process: pid_t
    private let state = Mutex(State())

    /// - Parameters:
    ///   - command: Path of the program, then its arguments.
    ///   - environment: The complete environment.
    package init(_ command: [String], environment: [String: String]) throws {
        var (master, slave): (CInt, CInt) = (0, 0)
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, &name, nil, &size) == 0 else { throw Failed(what: "openpty", code: errno) }
        self.master = master
        for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // When the program ends, no process has the slave open, which ends the reading.
        defer { close(slave) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session leader opens becomes its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else {
            close(master)
            throw Failed(what: "posix_spawn", code: code)
        }
        self.process = process
        start {
            $0.read()
            $0.reap()
        }
    }

    deinit {
        close(master)
    }

    /// All text that the terminal has shown.
    package var shown: String { state.withLock { String(decoding: $0.shown, as: UTF8.self) } }

    /// Whether the terminal echoes typed text.
    package var hasEcho: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until the terminal has shown a text this many times.
    ///
    /// - Returns: Whether it has.
    package func shows(_ text: String, times: Int = 1) async -> Bool {
        await comesAbout { shown.ranges(of: text).count >= times }
    }

    /// Types a text: `\n` is Return, `\u{3}` ^C, `\u{4}` ^D.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Waits for the end of the program, and kills it if it does not end.
    ///
    /// - Returns: Its exit code, or the negative number of the signal that has ended it.
    package func end() async throws -> CInt {
        if await !comesAbout({ state.withLock { $0.ending != nil } }) {
            kill(process, SIGKILL)
            _ = await comesAbout { state.withLock { $0.ending != nil } }
        }
        guard let ending = state.withLock({ $0.ending }) else { throw Failed(what: "no end", code: 0) }
        return ending & 0x7F == 0 ? (ending >> 8) & 0xFF : -(ending & 0x7F)
    }

    /// Runs `body` on a thread of its own, which may block and keeps the program until then.
    private func start(_ body: @escaping @Sendable (TerminalProgram) -> Void) {
        let work = Unmanaged.passRetained(Work { body(self) })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else { return work.release() }
        pthread_detach(thread)
    }

    private func reap() {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        state.withLock { $0.ending = status }
    }

    /// Reads until no process has the terminal open any more.
    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(master, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            state.withLock { state in
                state.shown += bytes.prefix(min(count, max(0, Self.shownLimit - state.shown.count)))
            }
        }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
