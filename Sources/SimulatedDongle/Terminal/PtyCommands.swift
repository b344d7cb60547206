import Glibc
import Synchronization

/// Commands from other threads to a ``PtyLoop``.
final class PtyCommands: Sendable {
    typealias Command = @Sendable (SimulatedDongle) -> Void

    /// Readable while commands are waiting.
    let descriptor: Int32
    private let wakeDescriptor: Int32
    private let state = Mutex<(commands: [Command], isStopping: Bool)>(([], false))

    init() throws(PtyDongle.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .noTerminal(call: "pipe", code: errno) }
        for end in ends {
            // This cannot fail on a new descriptor.
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

    /// Removes and returns the waiting commands; nil = stop.
    func take() -> [Command]? {
        state.withLock { state in
            defer { state.commands = [] }
            return state.isStopping ? nil : state.commands
        }
    }

    /// Consumes the wake-up. The caller calls ``take()`` next.
    func acknowledge() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(descriptor, &bytes, bytes.count)
    }

    private func wake() {
        // If the pipe is full, it is already readable, which is sufficient.
        var byte: UInt8 = 1
        _ = write(wakeDescriptor, &byte, 1)
    }
}
