import Glibc

/// An open serial port: locked, raw, and closed exactly once.
///
/// A read returns EAGAIN while the line is idle. Both 0 bytes and EIO mean that the device was
/// unplugged.
public struct SerialLine: ~Copyable, Sendable {
    private let owned: OwnedDescriptor

    /// Path under which the port was opened.
    public let path: String
    /// Bits per second, in each direction. A native USB port accepts the rate and ignores it.
    public let baud: Int

    /// The baud rates that `open` accepts, in ascending order.
    public static var supportedBauds: [Int] { LineSpeed.supported }

    /// The non-blocking descriptor. The line owns it: do not close it.
    public var descriptor: CInt { owned.number }

    /// Opens and locks a port and makes it a transparent 8N1 line without flow control, with DTR
    /// and RTS asserted.
    ///
    /// Opening a port can reset the board behind it, whichever program opens it.
    ///
    /// - Parameters:
    ///   - path: Device node or a link to it.
    ///   - baud: One of ``supportedBauds``.
    /// - Throws: Any ``SerialPortError``. The port is then closed again.
    public static func open(path: String, baud: Int) throws(SerialPortError) -> SerialLine {
        guard let speed = LineSpeed.code(baud: baud) else {
            throw .unsupportedBaud(baud: baud, supported: LineSpeed.supported)
        }
        // Non-blocking from the start, because open(2) would otherwise wait for a carrier that a
        // dongle may never raise.
        let number = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw .opening(path, errno: errno) }
        let line = SerialLine(owned: OwnedDescriptor(number), path: path, baud: baud)
        // Reading the settings distinguishes a terminal from any other node. They are changed only
        // under the lock, so that another process that holds the port keeps its own settings.
        let found = try line.settings()
        try line.lock()
        try line.set(found.raw(speed: speed))
        try line.flush()
        try line.setModemLines(dtr: true, rts: true)
        return line
    }

    /// Hands the descriptor over to a new owner, who must close it. The lock goes with it.
    public consuming func takeDescriptor() -> CInt { owned.take() }

    /// Closes the port and releases the lock. The same happens when the line goes out of scope.
    public consuming func close() {}

    /// Sets both lines in one step, so that a reset circuit never sees an intermediate state. True
    /// means asserted.
    ///
    /// - Returns: false if the line has no modem lines, as on a pseudo-terminal.
    /// - Throws: ``SerialPortError/unplugged(path:)``,
    ///   ``SerialPortError/system(call:errno:path:)``.
    @discardableResult
    public func setModemLines(dtr: Bool, rts: Bool) throws(SerialPortError) -> Bool {
        try ModemLines.set(dtr: dtr, rts: rts, on: descriptor, path: path)
    }

    /// Returns a handle for DTR and RTS that outlives ``takeDescriptor()``.
    ///
    /// - Throws: ``SerialPortError/system(call:errno:path:)`` if no descriptors are left.
    public func modemLines() throws(SerialPortError) -> ModemLines {
        try ModemLines(duplicating: descriptor, path: path)
    }

    private func lock() throws(SerialPortError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            guard code == EWOULDBLOCK else { throw .afterOpening(path, call: "flock", errno: code) }
            throw .busy(path: path, holder: PortHolder.find(path: path, ignoring: descriptor))
        }
        // TIOCEXCL keeps out programs that do not use flock. A driver may refuse it; then only the
        // lock above protects the port. A pseudo-terminal keeps the flag after it is closed and
        // would refuse its next user while its master lives.
        if !isPseudoTerminal { _ = ioctl(descriptor, UInt(TIOCEXCL)) }
    }

    /// Whether the port is a pseudo-terminal: device majors 136...143 are the kernel's Unix98
    /// slaves.
    private var isPseudoTerminal: Bool {
        var info = stat()
        return fstat(descriptor, &info) == 0 && (136...143).contains(info.st_rdev >> 8)
    }

    private func set(_ wanted: termios) throws(SerialPortError) {
        guard withUnsafePointer(to: wanted, { tcsetattr(descriptor, TCSANOW, $0) }) == 0 else {
            throw .afterOpening(path, call: "tcsetattr", errno: errno)
        }
        // tcsetattr succeeds if it could apply any part of the settings, so only reading them back
        // shows the result.
        let refused = LineSetting.differing(wanted: wanted, actual: try settings())
        guard refused.isEmpty else { throw .settingsRefused(path: path, settings: refused) }
    }

    private func settings() throws(SerialPortError) -> termios {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            let code = errno
            guard code == ENOTTY || code == EINVAL else { throw .afterOpening(path, call: "tcgetattr", errno: code) }
            throw .notATerminal(path: path)
        }
        return settings
    }

    /// Drops bytes that arrived under the previous settings.
    private func flush() throws(SerialPortError) {
        guard tcflush(descriptor, TCIOFLUSH) == 0 else { throw .afterOpening(path, call: "tcflush", errno: errno) }
    }
}

extension SerialPortError {
    /// Returns the error for an errno of open(2).
    fileprivate static func opening(_ path: String, errno code: CInt) -> SerialPortError {
        switch code {
        case ENOENT, ENOTDIR, ENODEV, ENXIO: return .notFound(path: path)
        case EISDIR: return .notATerminal(path: path)
        case EBUSY: return .busy(path: path, holder: PortHolder.find(path: path))
        case EACCES, EPERM:
            let access = PortAccess(path: path)
            return .permissionDenied(path: path, ownerGroup: access.ownerGroup, mode: access.mode)
        default: return .system(call: "open", errno: code, path: path)
        }
    }

    /// Returns the error for an errno on a port that was open before.
    static func afterOpening(_ path: String, call: String, errno code: CInt) -> SerialPortError {
        switch code {
        case EIO, ENODEV, ENXIO: .unplugged(path: path)
        default: .system(call: call, errno: code, path: path)
        }
    }
}
