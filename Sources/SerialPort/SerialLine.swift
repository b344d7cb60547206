import Glibc

/// An open serial port: locked, raw, and closed exactly once.
///
/// Reading gives EAGAIN while the line is idle. Both 0 bytes and EIO mean that the device was unplugged.
public struct SerialLine: ~Copyable, Sendable {
    private let owned: OwnedDescriptor

    /// The path it was opened by.
    public let path: String
    /// Bits a second, each way. A native USB port takes it and ignores it.
    public let baud: Int

    /// The rates `open` accepts, rising.
    public static var supportedBauds: [Int] { LineSpeed.supported }

    /// The non-blocking descriptor, lent: do not close it.
    public var descriptor: CInt { owned.number }

    /// Opens and locks a port and makes it a transparent 8N1 line without flow control, DTR and RTS asserted.
    ///
    /// Opening a port can reset the board behind it; so does every program that opens it.
    /// - Parameters:
    ///   - path: Device node or a link to it.
    ///   - baud: One of ``supportedBauds``.
    /// - Throws: Any ``SerialPortError``. The port is closed again then.
    public static func open(path: String, baud: Int) throws(SerialPortError) -> SerialLine {
        guard let speed = LineSpeed.code(baud: baud) else {
            throw .unsupportedBaud(baud: baud, supported: LineSpeed.supported)
        }
        // Non-blocking from the start: open(2) would else wait for a carrier that a dongle may never raise.
        let number = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw .opening(path, errno: errno) }
        let line = SerialLine(owned: OwnedDescriptor(number), path: path, baud: baud)
        // Reading the settings tells a terminal from any other node. They are set under the lock only: whoever holds the
        // port keeps the settings it made.
        let found = try line.settings()
        try line.lock()
        try line.set(found.raw(speed: speed))
        try line.flush()
        try line.setModemLines(dtr: true, rts: true)
        return line
    }

    /// Hands the descriptor to a new owner, who closes it. The lock goes with it.
    public consuming func takeDescriptor() -> CInt { owned.take() }

    /// Closes the port and gives up the lock. Letting the line go out of scope does the same.
    public consuming func close() {}

    /// Sets both lines in one step, so that a reset circuit never sees a state in between. True is asserted.
    ///
    /// - Returns: false where the line has none, as on a pseudo terminal.
    /// - Throws: ``SerialPortError/unplugged(path:)``, ``SerialPortError/system(call:errno:path:)``.
    @discardableResult
    public func setModemLines(dtr: Bool, rts: Bool) throws(SerialPortError) -> Bool {
        try ModemLines.set(dtr: dtr, rts: rts, on: descriptor, path: path)
    }

    /// A handle for DTR and RTS that outlives ``takeDescriptor()``.
    ///
    /// - Throws: ``SerialPortError/system(call:errno:path:)`` when there are no descriptors left.
    public func modemLines() throws(SerialPortError) -> ModemLines {
        try ModemLines(duplicating: descriptor, path: path)
    }

    private func lock() throws(SerialPortError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            guard code == EWOULDBLOCK else { throw .afterOpening(path, call: "flock", errno: code) }
            throw .busy(path: path, holder: PortHolder.find(path: path, ignoring: descriptor))
        }
        // Keeps out programs that do not know flock. A driver may refuse it; the lock above then has to do. A pseudo
        // terminal keeps the flag after it is closed and would shut out its next user, as long as its master lives.
        if !isPseudoTerminal { _ = ioctl(descriptor, UInt(TIOCEXCL)) }
    }

    /// Device majors 136...143 are the kernel's Unix98 slaves.
    private var isPseudoTerminal: Bool {
        var info = stat()
        return fstat(descriptor, &info) == 0 && (136...143).contains(info.st_rdev >> 8)
    }

    private func set(_ wanted: termios) throws(SerialPortError) {
        guard withUnsafePointer(to: wanted, { tcsetattr(descriptor, TCSANOW, $0) }) == 0 else {
            throw .afterOpening(path, call: "tcsetattr", errno: errno)
        }
        // tcsetattr succeeds when it could do any part of what was asked, so only reading back tells.
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

    /// Drops what came in under the settings of before.
    private func flush() throws(SerialPortError) {
        guard tcflush(descriptor, TCIOFLUSH) == 0 else { throw .afterOpening(path, call: "tcflush", errno: errno) }
    }
}

extension SerialPortError {
    /// What an errno of open(2) means.
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

    /// What an errno means on a port that was there a moment ago.
    static func afterOpening(_ path: String, call: String, errno code: CInt) -> SerialPortError {
        switch code {
        case EIO, ENODEV, ENXIO: .unplugged(path: path)
        default: .system(call: call, errno: code, path: path)
        }
    }
}
