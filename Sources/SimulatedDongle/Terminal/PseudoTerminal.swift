import Glibc

/// A pseudo-terminal: what a host opens as a serial port, and this process holds the other end of.
///
/// The host's end is held open here as well, so that hosts can come and go without the master seeing a hang-up.
final class PseudoTerminal {
    /// The end that hosts open. While it is held, even after a hang-up, the system gives its number to no other
    /// terminal, and who tries its path again finds nothing there instead of a stranger.
    final class HostEnd: Sendable {
        fileprivate let descriptor: Int32

        fileprivate init(_ descriptor: Int32) {
            self.descriptor = descriptor
        }

        deinit {
            close(descriptor)
        }
    }

    /// Why there is no pseudo-terminal: the system call that failed, and its errno.
    struct Failure: Error, Sendable, Hashable {
        let call: String
        let code: Int32
    }

    /// Of this process's end, which does not block.
    let descriptor: Int32
    /// Of the end that hosts open.
    let path: String
    let hostEnd: HostEnd
    private var isOpen = true

    /// Makes one in raw mode: all bytes pass as they are.
    init() throws(Failure) {
        var master: Int32 = -1
        var slave: Int32 = -1
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            openpty(&master, &slave, buffer.baseAddress, nil, nil) == 0
                ? buffer.baseAddress.map { String(cString: $0) } : nil
        }
        guard let name else { throw Failure(call: "openpty", code: errno) }
        path = name
        descriptor = master
        hostEnd = HostEnd(slave)
        // From here on the descriptors are closed with the object, also when this throws.
        guard fcntl(master, F_SETFL, O_NONBLOCK) == 0, fcntl(master, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(slave, F_SETFD, FD_CLOEXEC) == 0
        else { throw Failure(call: "fcntl", code: errno) }
        var settings = termios()
        guard tcgetattr(slave, &settings) == 0 else { throw Failure(call: "tcgetattr", code: errno) }
        cfmakeraw(&settings)
        guard tcsetattr(slave, TCSANOW, &settings) == 0 else { throw Failure(call: "tcsetattr", code: errno) }
    }

    deinit {
        hangUp()
    }

    /// Closes this process's end. Hosts that hold the port see a hang-up.
    func hangUp() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
    }
}
