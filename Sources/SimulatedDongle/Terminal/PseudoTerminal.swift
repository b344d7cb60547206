import Glibc

/// A pseudo-terminal. A host opens one end as a serial port, and this process holds the other end.
///
/// The host's end is held open here as well, so that hosts can come and go without a hang-up at the
/// master.
final class PseudoTerminal {
    /// The end that hosts open. While it is held, even after a hang-up, the system does not reuse
    /// its number for another terminal. A host that tries the path again then finds nothing instead
    /// of a foreign terminal.
    final class HostEnd: Sendable {
        fileprivate let descriptor: Int32

        fileprivate init(_ descriptor: Int32) {
            self.descriptor = descriptor
        }

        deinit {
            close(descriptor)
        }
    }

    /// Reason why there is no pseudo-terminal: the failed system call and its errno.
    struct Failure: Error, Sendable, Hashable {
        let call: String
        let code: Int32
    }

    /// Descriptor of this process's end, which is non-blocking.
    let descriptor: Int32
    /// Path of the end that hosts open.
    let path: String
    let hostEnd: HostEnd
    private var isOpen = true

    /// Creates a pseudo-terminal in raw mode, which passes all bytes unchanged.
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
        // From here on the object closes the descriptors, even if this throws.
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

    /// Closes this process's end. Hosts that have the port open see a hang-up.
    func hangUp() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
    }
}
