import Foundation
import SerialPort
import Testing

@Suite struct SerialLineTests {
    private static let everyValue = Array(UInt8.min...UInt8.max)

    @Test("all 256 byte values pass both ways, and nothing is echoed")
    func transparent() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 921_600)
        try terminal.send(Self.everyValue)
        #expect(try receive(256, from: line.descriptor) == Self.everyValue)
        try send(Self.everyValue.reversed(), to: line.descriptor)
        #expect(try terminal.receive(256) == Self.everyValue.reversed())
        line.close()
    }

    @Test("the line is set as the protocol asks", arguments: SerialLine.supportedBauds)
    func settings(baud: Int) throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: baud)
        #expect(line.baud == baud)
        var settings = termios()
        try #require(tcgetattr(line.descriptor, &settings) == 0)
        #expect(settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0)
        #expect(settings.c_iflag & tcflag_t(IXON | IXOFF | IXANY) == 0)
        #expect(settings.c_oflag & tcflag_t(OPOST) == 0)
        #expect(settings.c_cflag & tcflag_t(CRTSCTS) == 0)
        #expect(settings.c_cflag & tcflag_t(HUPCL) == 0)
        #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
        line.close()
    }

    @Test("the rates are the speeds the system knows by these constants")
    func speeds() throws {
        for (baud, code) in [(9600, B9600), (115_200, B115200), (921_600, B921600), (4_000_000, B4000000)] {
            let terminal = try PseudoTerminal()
            let line = try SerialLine.open(path: terminal.path, baud: baud)
            var settings = termios()
            try #require(tcgetattr(line.descriptor, &settings) == 0)
            #expect(cfgetospeed(&settings) == speed_t(code))
            line.close()
        }
    }

    @Test("the descriptor does not block and does not leak into child processes")
    func flags() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        #expect(fcntl(line.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(line.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        var byte: UInt8 = 0
        #expect(read(line.descriptor, &byte, 1) == -1)
        #expect(errno == EAGAIN)
        line.close()
    }

    @Test("what came in before the port was opened is dropped")
    func flush() throws {
        let terminal = try PseudoTerminal()
        let earlier = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(earlier >= 0)
        defer { close(earlier) }
        try terminal.send(Array("login:\n".utf8))
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        try terminal.send([0x42])
        #expect(try receive(1, from: line.descriptor) == [0x42])
        line.close()
    }

    @Test("an unplugged line reads as its end")
    func unplugged() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        terminal.unplug()
        var byte: UInt8 = 0
        let count = read(line.descriptor, &byte, 1)
        #expect(count == 0 || errno == EIO)
        line.close()
    }

    @Test("a second opening is busy, until the first is closed")
    func locked() throws {
        let terminal = try PseudoTerminal()
        let first = try SerialLine.open(path: terminal.path, baud: 115_200)
        #expect(holdsSoon { Self.isBusy(terminal.path, heldBy: getpid()) })
        first.close()
        #expect(holdsSoon { Self.opens(terminal.path) })
    }

    @Test("a taken descriptor stays open and locked until its new owner closes it")
    func taken() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        let descriptor = line.takeDescriptor()
        try send([1, 2, 3], to: descriptor)
        #expect(try terminal.receive(3) == [1, 2, 3])
        #expect(throws: SerialPortError.self) { try Self.openAndClose(terminal.path) }
        try #require(close(descriptor) == 0)
        #expect(holdsSoon { Self.opens(terminal.path) })
    }

    @Test("a port locked by another process is busy, and that process is named")
    func lockedElsewhere() throws {
        let terminal = try PseudoTerminal()
        let other = Process()
        other.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        other.arguments = ["--no-fork", terminal.path, "sh", "-c", "echo locked; read line"]
        let (input, output) = (Pipe(), Pipe())
        other.standardInput = input
        other.standardOutput = output
        try other.run()
        defer {
            input.fileHandleForWriting.closeFile()
            other.waitUntilExit()
        }
        #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
        let holder = PortHolder(pid: other.processIdentifier, command: "sh")
        #expect(throws: SerialPortError.busy(path: terminal.path, holder: holder)) {
            try Self.openAndClose(terminal.path)
        }
    }

    @Test("a port another program opened exclusively is busy")
    func exclusive() throws {
        let terminal = try PseudoTerminal()
        chmod(terminal.path, 0o666)
        let other = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(other >= 0)
        defer { close(other) }
        try #require(ioctl(other, UInt(TIOCEXCL)) == 0)
        try withoutPrivileges {
            // If root started it, this thread may not look into its own process now: then the
            // holder is nil.
            #expect(
                holdsSoon { Self.isBusy(terminal.path, heldBy: getpid()) || Self.isBusy(terminal.path, heldBy: nil) })
        }
    }

    @Test("a pseudo terminal can be opened again by a user without privileges")
    func pseudoTerminalReopens() throws {
        let terminal = try PseudoTerminal()
        chmod(terminal.path, 0o666)
        try Self.openAndClose(terminal.path)
        try withoutPrivileges {
            #expect(holdsSoon { Self.opens(terminal.path) })
        }
    }

    @Test("a forbidden port says who may open it")
    func permissionDenied() throws {
        let file = try TemporaryFile(mode: 0o000)
        let group = PortAccess(path: file.path).ownerGroup
        try withoutPrivileges {
            #expect(throws: SerialPortError.permissionDenied(path: file.path, ownerGroup: group, mode: 0)) {
                try Self.openAndClose(file.path)
            }
        }
    }

    @Test("a port that is not there is not found", arguments: ["/dev/no-such-port", "/dev/null/port"])
    func notFound(path: String) {
        #expect(throws: SerialPortError.notFound(path: path)) { try Self.openAndClose(path) }
    }

    @Test("what is no terminal is refused and closed", arguments: ["/dev/null", "/tmp"])
    func notATerminal(path: String) throws {
        #expect(throws: SerialPortError.notATerminal(path: path)) { try Self.openAndClose(path) }
        let file = try TemporaryFile(mode: 0o600)
        #expect(throws: SerialPortError.notATerminal(path: file.path)) { try Self.openAndClose(file.path) }
        #expect(holdsSoon { PortHolder.find(path: file.path) == nil })
    }

    @Test("a rate without a constant is refused with those that have one", arguments: [0, -1, 74_880, 921_601])
    func unsupportedBaud(baud: Int) {
        let error = SerialPortError.unsupportedBaud(baud: baud, supported: SerialLine.supportedBauds)
        #expect(throws: error) { try SerialLine.open(path: "/dev/no-such-port", baud: baud).close() }
        #expect(SerialLine.supportedBauds == SerialLine.supportedBauds.sorted())
    }

    private static func opens(_ path: String) -> Bool {
        (try? openAndClose(path)) != nil
    }

    private static func isBusy(_ path: String, heldBy pid: pid_t?) -> Bool {
        do {
            try openAndClose(path)
            return false
        } catch SerialPortError.busy(path, let holder) {
            return holder?.pid == pid
        } catch {
            return false
        }
    }

    private static func openAndClose(_ path: String) throws {
        try SerialLine.open(path: path, baud: 115_200).close()
    }
}
