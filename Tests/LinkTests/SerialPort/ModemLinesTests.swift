import Glibc
import SerialPort
import Testing

@Suite struct ModemLinesTests {
    @Test("a pseudo terminal has no modem lines, and that is no error")
    func none() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        #expect(try line.setModemLines(dtr: false, rts: true) == false)
        line.close()
    }

    @Test("the handle outlives the line and keeps it locked")
    func outlives() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        let modemLines = try line.modemLines()
        let descriptor = line.takeDescriptor()
        try #require(close(descriptor) == 0)
        #expect(throws: SerialPortError.self) { try SerialLine.open(path: terminal.path, baud: 9600).close() }
        #expect(try modemLines.set(dtr: true, rts: true) == false)
        _ = consume modemLines
        #expect(holdsSoon { (try? SerialLine.open(path: terminal.path, baud: 9600).close()) != nil })
    }

    @Test("an unplugged line says so")
    func unplugged() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine.open(path: terminal.path, baud: 115_200)
        terminal.unplug()
        #expect(throws: SerialPortError.unplugged(path: terminal.path)) { try line.setModemLines(dtr: true, rts: true) }
        line.close()
    }
}
