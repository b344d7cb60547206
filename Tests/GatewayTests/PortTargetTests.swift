import SerialPort
import Testing

@testable import Gateway

@Suite struct PortTargetTests {
    private func port(_ path: String, serial: String?, vendorID: UInt16 = 0x303a) -> PortDescription {
        PortDescription(
            path: path, vendorID: vendorID, productID: 0x1001, serial: serial, access: PortAccess(path: "/dev/null"))
    }

    @Test("a found port is its path, since serial numbers can be all the same", arguments: ["0001", nil])
    func found(serial: String?) throws {
        let target = PortTarget.found(path: "/dev/ttyUSB1")
        let ports = [port("/dev/ttyUSB0", serial: serial), port("/dev/ttyUSB1", serial: serial)]
        #expect(try target.choose(among: ports, resolve: { $0 }).path == "/dev/ttyUSB1")
        #expect(try target.choose(among: [], resolve: { $0 }).path == "/dev/ttyUSB1")
        #expect(!target.means(ports[0]) && target.means(ports[1]))
        #expect(target.isFound && target.text == "/dev/ttyUSB1")
    }

    private func moved(
        _ target: PortTarget, _ ports: [PortDescription], serial: String? = "ab", taken: Set<String> = []
    ) -> String? {
        let device = DeviceOnUSB(port("/dev/ttyACM0", serial: serial))
        return device.flatMap { target.moved($0, among: ports, taken: taken, resolve: { $0 })?.path }
    }

    @Test("a device whose named path is gone is looked for elsewhere, if only one port can be it")
    func moves() {
        let target = PortTarget.named(.path("/dev/ttyACM0"))
        let here = port("/dev/ttyACM0", serial: "ab")
        let there = port("/dev/ttyACM1", serial: "ab")
        #expect(moved(target, [there, port("/dev/ttyACM2", serial: "cd")]) == "/dev/ttyACM1")
        #expect(moved(target, [here, there]) == nil)
        #expect(moved(target, [there, port("/dev/ttyACM2", serial: "ab")]) == nil)
        #expect(moved(target, [there, port("/dev/ttyACM2", serial: "ab")], taken: ["/dev/ttyACM2"]) == "/dev/ttyACM1")
        #expect(moved(target, [port("/dev/ttyACM1", serial: "ab", vendorID: 0x10c4)]) == nil)
        #expect(moved(target, [port("/dev/ttyACM1", serial: nil)], serial: nil) == "/dev/ttyACM1")
        #expect(moved(.found(path: "/dev/ttyACM0"), [there]) == nil)
        #expect(moved(.named(.serial("ab")), [there]) == nil)
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
