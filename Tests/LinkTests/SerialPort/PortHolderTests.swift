import Foundation
import Glibc
import Testing

@testable import SerialPort

@Suite struct PortHolderTests {
    @Test("a port nobody has open has no holder")
    func none() throws {
        let terminal = try PseudoTerminal()
        #expect(PortHolder.find(path: terminal.path) == nil)
    }

    @Test("this process is found by its id and command")
    func own() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        #expect(holdsSoon { PortHolder.find(path: terminal.path)?.pid == getpid() })
        #expect(PortHolder.find(path: terminal.path)?.command.isEmpty == false)
        line.close()
    }

    @Test("of those that have a port open the one that locked it is its holder")
    func locker() throws {
        let terminal = try PseudoTerminal()
        let other = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(other >= 0)
        // The process waits for input that never comes.
        let process = Process()
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = FileHandle(fileDescriptor: other, closeOnDealloc: true)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer {
            // The process inherits the signals that a thread of the tests blocks; SIGKILL cannot be
            // blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(PortHolder.find(path: terminal.path)?.pid == process.processIdentifier)
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        #expect(PortHolder.find(path: terminal.path)?.pid == getpid())
        line.close()
        #expect(holdsSoon { PortHolder.find(path: terminal.path)?.pid == process.processIdentifier })
    }

    @Test("a port is found by a link to it")
    func alias() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        let alias = "/tmp/perch-test-alias-\(getpid())"
        try #require(symlink(terminal.path, alias) == 0)
        defer { unlink(alias) }
        #expect(holdsSoon { PortHolder.find(path: alias)?.pid == getpid() })
        line.close()
    }

    @Test("a descriptor that is to be ignored makes no holder")
    func ignored() throws {
        let file = try TemporaryFile(mode: 0o600)
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(PortHolder.find(path: file.path) != nil)
        #expect(holdsSoon { PortHolder.find(path: file.path, ignoring: descriptor) == nil })
    }

    @Test("one pass finds the holders of several ports, and leaves out the free ones")
    func several() throws {
        let held = try PseudoTerminal()
        let free = try PseudoTerminal()
        let line = try SerialLine.open(path: held.path, baud: 115_200)
        let holders = PortHolder.find(paths: [held.path, free.path])
        #expect(holders.keys.sorted() == [held.path])
        line.close()
    }
}
