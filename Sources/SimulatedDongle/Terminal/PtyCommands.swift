import Glibc
import Synchronization

/// What other threads ask of a ``PtyLoop``.
final class PtyCommands: Sendable {
    typealias Command = @Sendable (SimulatedDongle) -> Void

    /// Readable while something is asked for.
    let descriptor: Int32
    private let wakeDescriptor: Int32
    private let state = Mutex<(commands: [Command], isStopping: Bool)>(([], false))

    init() throws(PtyDongle.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .noTerminal(call: "pipe", code: errno) }
        for end in ends {
            // Cannot fail on a descriptor that was just made.
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        wakeDescriptor = ends[1]
    }

    deinit {
        close(descriptor)
        close(wakeDescriptor)
    }

    func add(_ command: @escaping Command) {
        state.withLock { $0.commands.append(command) }
        wake()
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    /// Takes what has been asked for; nil = to stop.
    func take() -> [Command]? {
        state.withLock { state in
            defer { state.commands = [] }
            return state.isStopping ? nil : state.commands
        }
    }

    /// Takes note of having been woken; ``take()`` comes next.
    func acknowledge() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(descriptor, &bytes, bytes.count)
    }

    private func wake() {
        // A full pipe is readable, which is all that is wanted of it.
        var byte: UInt8 = 1
        _ = write(wakeDescriptor, &byte, 1)
    }
}
