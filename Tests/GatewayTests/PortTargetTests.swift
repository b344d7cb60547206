import SerialPort
import Testing

@testable import Gateway

@Suite struct PortTargetTests {
    private func port(_ path: String, serial: String?, vendorID: UInt16 = 0x303a) -> PortDescription {
        PortDescription(
            path: path, vendorID: vendorID, productID: 0x1001, serial: serial, access: PortAccess(path: "/dev/null"))
    }

    @Test("a found port is followed by its serial number to another path")
    func moved() throws {
        let target = PortTarget.found(port("/dev/ttyACM0", serial: "ab"))
        let ports = [port("/dev/ttyACM1", serial: "ab"), port("/dev/ttyACM2", serial: "cd")]
        #expect(try target.choose(among: ports, resolve: { $0 }).path == "/dev/ttyACM1")
        #expect(target.means(ports[0]) && !target.means(ports[1]))
        #expect(target.means(port("/dev/ttyACM0", serial: nil)))
        #expect(target.isFound && target.text == "/dev/ttyACM0")
    }

    @Test("where serial numbers are all the same, or there is none, the path counts", arguments: ["0001", nil])
    func sameSerial(serial: String?) throws {
        let target = PortTarget.found(port("/dev/ttyUSB1", serial: serial))
        let ports = [port("/dev/ttyUSB0", serial: serial), port("/dev/ttyUSB1", serial: serial)]
        #expect(try target.choose(among: ports, resolve: { $0 }).path == "/dev/ttyUSB1")
        #expect(try target.choose(among: [], resolve: { $0 }).path == "/dev/ttyUSB1")
    }

    @Test("a named port is concerned by news of its path, its link and its serial number")
    func named() throws {
        let acm = port("/dev/ttyACM0", serial: "ab")
        #expect(PortTarget.named(.path("/dev/ttyACM0")).means(acm))
        #expect(PortTarget.named(.path("/dev/dongle")).means(acm) { _ in "/dev/ttyACM0" })
        #expect(!PortTarget.named(.path("/dev/dongle")).means(acm))
        #expect(PortTarget.named(.serial("AB")).means(acm))
        #expect(!PortTarget.named(.serial("a")).means(acm))
        #expect(throws: PortChoice.Failure.noSuchSerial("x", known: ["ab"])) {
            try PortTarget.named(.serial("x")).choose(among: [acm], resolve: { $0 })
        }
    }
}
