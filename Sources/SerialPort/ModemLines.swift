import Glibc

/// A second handle on an open line, to set DTR and RTS after the first handle was given to an event
/// loop.
///
/// The port stays open and locked until this handle is closed too.
public struct ModemLines: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String

    init(duplicating original: CInt, path: String) throws(SerialPortError) {
        let number = fcntl(original, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw .system(call: "fcntl", errno: errno, path: path) }
        descriptor = OwnedDescriptor(number)
        self.path = path
    }

    /// Sets both lines in one step, so that a reset circuit never sees an intermediate state. True
    /// means asserted.
    ///
    /// - Returns: false if the line has no modem lines, as on a pseudo-terminal.
    /// - Throws: ``SerialPortError/unplugged(path:)``,
    ///   ``SerialPortError/system(call:errno:path:)``.
    @discardableResult
    public func set(dtr: Bool, rts: Bool) throws(SerialPortError) -> Bool {
        try Self.set(dtr: dtr, rts: rts, on: descriptor.number, path: path)
    }

    static func set(dtr: Bool, rts: Bool, on descriptor: CInt, path: String) throws(SerialPortError) -> Bool {
        var lines: CInt = 0
        guard ioctl(descriptor, UInt(TIOCMGET), &lines) == 0 else { return try isMissing("TIOCMGET", path) }
        lines &= ~CInt(TIOCM_DTR | TIOCM_RTS)
        if dtr { lines |= CInt(TIOCM_DTR) }
        if rts { lines |= CInt(TIOCM_RTS) }
        guard ioctl(descriptor, UInt(TIOCMSET), &lines) == 0 else { return try isMissing("TIOCMSET", path) }
        return true
    }

    private static func isMissing(_ call: String, _ path: String) throws(SerialPortError) -> Bool {
        let code = errno
        if code == ENOTTY || code == EINVAL { return false }
        throw .afterOpening(path, call: call, errno: code)
    }
}
