import Glibc
import Testing

/// The master side of a pseudo-terminal: the dongle's place on the line under test.
final class PseudoTerminal {
    /// Path of the slave, to be opened as a port.
    let path: String
    private var master: CInt

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0)
        // TIOCSPTLCK and TIOCGPTN, for unlockpt(3) and ptsname(3), which Swift does not import.
        var (locked, number): (CInt, CInt) = (0, 0)
        try #require(ioctl(master, 0x4004_5431, &locked) == 0)
        try #require(ioctl(master, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
    }

    deinit { unplug() }

    func send(_ bytes: [UInt8]) throws { try LinkTests.send(bytes, to: master) }

    func receive(_ count: Int) throws -> [UInt8] { try LinkTests.receive(count, from: master) }

    /// Closes the master, which hangs the slave up.
    func unplug() {
        if master >= 0 { close(master) }
        master = -1
    }
}

func send(_ bytes: [UInt8], to descriptor: CInt) throws {
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
}

/// Reads exactly `count` bytes, or fewer if none come for 5 s.
func receive(_ count: Int, from descriptor: CInt) throws -> [UInt8] {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: count)
    while received.count < count {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 5000) == 1 else { break }
        let length = read(descriptor, &buffer, count - received.count)
        guard length > 0 else { break }
        received += buffer[..<length]
    }
    return received
}
