import TestSupport
import SerialPort
import Testing

extension OnMockedUSB {
    @Suite struct PortScannerTests {
        @Test("nothing plugged in is an empty list")
        func empty() throws {
            let usb = try MockedUSB()
            defer { withExtendedLifetime(usb) {} }
            #expect(try PortScanner.list().isEmpty)
        }

        @Test("ports on the USB are listed by rank and path, consoles and on-board UARTs are not")
        func ranked() throws {
            let usb = try MockedUSB()
            try usb.plugInDongles()
            let ports = try PortScanner.list()
            #expect(
                ports.map(\.path) == ["/dev/ttyACM2", "/dev/ttyACM1", "/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyACM0"])
            #expect(ports.map(\.kind) == [.native, .boardBridge, .bridge, .bridge, .unknown])
        }

        @Test("a port is described by what its USB device and interface say")
        func described() throws {
            let usb = try MockedUSB()
            try usb.plugInDongles()
            let port = try #require(try PortScanner.list().first { $0.path == "/dev/ttyACM1" })
            #expect(port.vendorID == 0x1366)
            #expect(port.productID == 0x1061)
            #expect(port.serial == "001050012345")
            #expect(port.manufacturer == "SEGGER")
            #expect(port.product == "J-Link")
            #expect(port.driver == "cdc_acm")
            #expect(port.interfaceNumber == 2)
            #expect(port.knownName == "SEGGER J-Link")
            #expect(port.access.verdict == .granted)
            #expect(port.holder == nil)
        }

        @Test("strings the device does not have are missing")
        func missing() throws {
            let usb = try MockedUSB()
            try usb.plugInDongles()
            let port = try #require(try PortScanner.list().first { $0.path == "/dev/ttyUSB1" })
            #expect(port.driver == "ch341")
            #expect(port.manufacturer == nil)
            #expect(port.serial == nil)
        }

        @Test("a listed port can be opened")
        func opens() throws {
            let usb = try MockedUSB()
            try usb.plugInDongles()
            let port = try #require(try PortScanner.list().first)
            try SerialLine.open(path: port.path, baud: 115_200).close()
        }
    }
}
