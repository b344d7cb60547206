import SerialPort
import TestSupport
import Testing

@testable import Gateway

@Suite struct PortChoiceTests {
    private static let native = port("/dev/ttyACM0", 0x303a, 0x1001, serial: "AA:BB")
    private static let bridge = port(
        "/dev/ttyUSB0", 0x10c4, 0xea60, serial: "0001", alias: "/dev/serial/by-id/usb-cp210x")
    private static let stranger = port("/dev/ttyACM1", 0x2341, 0x0043, serial: "853343")

    private static func port(
        _ path: String, _ vendor: UInt16, _ product: UInt16, serial: String? = nil, alias: String? = nil
    ) -> PortDescription {
        // Returns a port whose node always exists and is open to its user.
        PortDescription(
            path: path, alias: alias, vendorID: vendor, productID: product, serial: serial,
            access: PortAccess(path: "/dev/null"))
    }

    @Test("the only known dongle is chosen by itself, whatever else is plugged in")
    func auto() throws {
        let chosen = try PortChoice.auto.choose(among: [Self.native, Self.stranger])
        #expect(chosen == PortChoice.Chosen(path: "/dev/ttyACM0", kind: .native))
        #expect(chosen.isNative(asked: nil) == true)
    }

    @Test("a stranger's port is never opened by itself")
    func strangers() {
        #expect(throws: PortChoice.Failure.none(others: [Self.stranger])) {
            try PortChoice.auto.choose(among: [Self.stranger])
        }
        #expect(throws: PortChoice.Failure.none(others: [])) { try PortChoice.auto.choose(among: []) }
    }

    @Test("of several nobody is chosen")
    func several() {
        #expect(throws: PortChoice.Failure.several([Self.native, Self.bridge])) {
            try PortChoice.auto.choose(among: [Self.native, Self.bridge, Self.stranger])
        }
    }

    @Test("a serial number names a port, a stranger's as well")
    func serial() throws {
        #expect(try PortChoice.serial("aa:bb").choose(among: [Self.native, Self.bridge]).path == "/dev/ttyACM0")
        #expect(try PortChoice.serial("853343").choose(among: [Self.stranger]).path == "/dev/ttyACM1")
        #expect(throws: PortChoice.Failure.noSuchSerial("x", known: ["0001"])) {
            try PortChoice.serial("x").choose(among: [Self.bridge])
        }
    }

    @Test("a path is taken as it is, and its kind known by link and alias")
    func path() throws {
        let ports = [Self.native, Self.bridge]
        #expect(try PortChoice.path("/dev/pts/3").choose(among: ports).kind == nil)
        #expect(try PortChoice.path("/dev/serial/by-id/usb-cp210x").choose(among: ports).kind == .bridge)
        let linked = try PortChoice.path("/dev/dongle").choose(among: ports) { _ in "/dev/ttyACM0" }
        #expect(linked == PortChoice.Chosen(path: "/dev/dongle", kind: .native))
    }

    @Test("a bridge is tried at a second rate, and an asked-for rate is the only one")
    func rates() {
        #expect(PortChoice.Chosen(path: "/dev/ttyUSB0", kind: .bridge).rates(asked: nil) == [921_600, 115_200])
        #expect(PortChoice.Chosen(path: "/dev/ttyACM0", kind: .native).rates(asked: nil) == [921_600])
        #expect(PortChoice.Chosen(path: "/dev/pts/4", kind: nil, isPseudoTerminal: true).rates(asked: nil) == [921_600])
        #expect(PortChoice.Chosen(path: "/dev/ttyUSB0", kind: .bridge).rates(asked: 57600) == [57600])
    }

    @Test("the argument's words are told from paths")
    func argument() {
        #expect(PortChoice("auto") == .auto)
        #expect(PortChoice("id:0001") == .serial("0001"))
        #expect(PortChoice("./sim") == .path("./sim"))
        #expect(PortChoice("./usb:0") == .path("./usb:0"))
        #expect(PortChoice("usb:0") == .radio("usb:0"))
        #expect(PortChoice("usb:0")?.text == "usb:0")
        #expect(PortChoice("usb:x") == nil)
        #expect(PortChoice("") == nil)
        #expect(PortChoice("id:") == nil)
    }
}
