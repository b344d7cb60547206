import Foundation
import SerialPort
import Testing

@Suite struct PortDescriptionTests {
    private let access = PortAccess(path: "/dev/null")

    @Test("the ids give the kind and the name")
    func known() {
        let port = PortDescription(path: "/dev/ttyACM0", vendorID: 0x303a, productID: 0x1001, access: access)
        #expect(port.kind == .native)
        #expect(port.knownName == "Espressif USB-Serial/JTAG")
    }

    @Test("a port without ids is unknown")
    func unknown() {
        let port = PortDescription(path: "/dev/ttyACM0", vendorID: 0x303a, access: access)
        #expect(port.kind == .unknown)
        #expect(port.knownName == nil)
    }

    @Test("kinds rank from the chip's own USB to the stranger")
    func ranks() {
        #expect(PortKind.allCases.reversed().sorted() == [.native, .boardBridge, .bridge, .unknown])
    }

    @Test("a description survives JSON")
    func json() throws {
        let port = PortDescription(
            path: "/dev/ttyUSB0", alias: "/dev/serial/by-id/usb-x", vendorID: 0x10c4, productID: 0xea60, serial: "0001",
            manufacturer: "Silicon Labs", product: "CP2102", driver: "cp210x", interfaceNumber: 0, access: access,
            holder: PortHolder(pid: 812, command: "ModemManager"))
        let data = try JSONEncoder().encode(port)
        #expect(try JSONDecoder().decode(PortDescription.self, from: data) == port)
    }
}
