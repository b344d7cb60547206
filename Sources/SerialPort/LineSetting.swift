import Glibc

/// A terminal setting that a transparent 8-bit line depends on. The raw value is its termios name.
public enum LineSetting: String, Codable, Sendable, CaseIterable {
    case echo = "ECHO"
    case canonical = "ICANON"
    case signals = "ISIG"
    case extensions = "IEXTEN"
    case outputProcessing = "OPOST"
    case softwareFlowOut = "IXON"
    case softwareFlowIn = "IXOFF"
    case anyRestarts = "IXANY"
    case carriageReturnToNewline = "ICRNL"
    case newlineToCarriageReturn = "INLCR"
    case ignoreCarriageReturn = "IGNCR"
    case stripEighthBit = "ISTRIP"
    case markParity = "PARMRK"
    case breakInterrupts = "BRKINT"
    case hardwareFlow = "CRTSCTS"
    case hangUpOnClose = "HUPCL"
    case ignoreModemLines = "CLOCAL"
    case receiver = "CREAD"
    case characterSize = "CSIZE"
    case parity = "PARENB"
    case twoStopBits = "CSTOPB"
    case minimumRead = "VMIN"
    case readTimer = "VTIME"
    case speed = "speed"
}

extension LineSetting {
    /// Returns the settings in which `actual` differs from `wanted`.
    static func differing(wanted: termios, actual: termios) -> [LineSetting] {
        allCases.filter { $0.value(in: wanted) != $0.value(in: actual) }
    }

    private func value(in settings: termios) -> UInt32 {
        switch self {
        case .echo: settings.c_lflag & tcflag_t(ECHO)
        case .canonical: settings.c_lflag & tcflag_t(ICANON)
        case .signals: settings.c_lflag & tcflag_t(ISIG)
        case .extensions: settings.c_lflag & tcflag_t(IEXTEN)
        case .outputProcessing: settings.c_oflag & tcflag_t(OPOST)
        case .softwareFlowOut: settings.c_iflag & tcflag_t(IXON)
        case .softwareFlowIn: settings.c_iflag & tcflag_t(IXOFF)
        case .anyRestarts: settings.c_iflag & tcflag_t(IXANY)
        case .carriageReturnToNewline: settings.c_iflag & tcflag_t(ICRNL)
        case .newlineToCarriageReturn: settings.c_iflag & tcflag_t(INLCR)
        case .ignoreCarriageReturn: settings.c_iflag & tcflag_t(IGNCR)
        case .stripEighthBit: settings.c_iflag & tcflag_t(ISTRIP)
        case .markParity: settings.c_iflag & tcflag_t(PARMRK)
        case .breakInterrupts: settings.c_iflag & tcflag_t(BRKINT)
        case .hardwareFlow: settings.c_cflag & tcflag_t(CRTSCTS)
        case .hangUpOnClose: settings.c_cflag & tcflag_t(HUPCL)
        case .ignoreModemLines: settings.c_cflag & tcflag_t(CLOCAL)
        case .receiver: settings.c_cflag & tcflag_t(CREAD)
        case .characterSize: settings.c_cflag & tcflag_t(CSIZE)
        case .parity: settings.c_cflag & tcflag_t(PARENB)
        case .twoStopBits: settings.c_cflag & tcflag_t(CSTOPB)
        case .minimumRead: UInt32(settings.control(VMIN))
        case .readTimer: UInt32(settings.control(VTIME))
        case .speed: withUnsafePointer(to: settings) { cfgetospeed($0) }
        }
    }
}

extension termios {
    /// Returns these settings changed to raw: 8N1, no bytes interpreted, no flow control. Modem
    /// lines are ignored, and kept on close.
    func raw(speed: speed_t) -> termios {
        var raw = self
        raw.c_iflag = 0
        raw.c_oflag = 0
        raw.c_lflag = 0
        raw.c_cflag &= ~tcflag_t(CSIZE | PARENB | CSTOPB | HUPCL)
        raw.c_cflag &= ~tcflag_t(CRTSCTS)
        raw.c_cflag |= tcflag_t(CS8 | CREAD | CLOCAL)
        // With VMIN 0 an idle line would return 0 bytes, which must mean unplugged. With VMIN 1 it
        // returns EAGAIN.
        raw.setControl(VMIN, 1)
        raw.setControl(VTIME, 0)
        cfsetispeed(&raw, speed)
        cfsetospeed(&raw, speed)
        return raw
    }

    /// Returns an element of c_cc, a C array that Swift imports as a tuple.
    fileprivate func control(_ index: CInt) -> cc_t {
        withUnsafeBytes(of: c_cc) { $0[Int(index)] }
    }

    private mutating func setControl(_ index: CInt, _ value: cc_t) {
        withUnsafeMutableBytes(of: &c_cc) { $0[Int(index)] = value }
    }
}
