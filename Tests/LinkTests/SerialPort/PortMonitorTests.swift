import Glibc
import TestSupport
import SerialPort
import Testing

extension OnMockedUSB {
    @Suite struct PortMonitorTests {
        @Test("the monitor hears of ports that come, and of nothing else")
        func added() throws {
            let usb = try MockedUSB()
            var monitor = try PortMonitor()
            #expect(monitor.next() == nil)
            try usb.plugInDongles()
            let added = Self.changes(of: &monitor).compactMap { change in
                if case .added(let port) = change { port } else { nil }
            }
            #expect(try Set(added.map(\.path)) == Set(PortScanner.list().map(\.path)))
            // Links come with the event, or from udev's database, which umockdev does not create: a
            // scan finds no links here.
            let probe = try #require(added.first { $0.path == "/dev/ttyACM1" })
            #expect(probe.alias == "/dev/serial/by-id/usb-SEGGER_J-Link_001050012345-if02")
            #expect(probe.serial == "001050012345")
            let nameless = try #require(added.first { $0.path == "/dev/ttyUSB1" })
            #expect(nameless.alias == nil, "a by-path link names the socket, not the device")
        }

        @Test("the monitor hears of a port that goes")
        func removed() throws {
            let usb = try MockedUSB()
            try usb.plugInDongles()
            var monitor = try PortMonitor()
            let device = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0/tty/ttyACM2"
            usb.announce("remove", device)
            #expect(Self.changes(of: &monitor) == [.removed(path: "/dev/ttyACM2")])
            usb.takeOut(device)
            #expect(try PortScanner.list().contains { $0.path == "/dev/ttyACM2" } == false)
        }

        @Test("a change of a port that stays is not reported")
        func changed() throws {
            let usb = try MockedUSB()
            try usb.plugInDongles()
            var monitor = try PortMonitor()
            usb.announce("change", "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0/tty/ttyACM2")
            #expect(Self.changes(of: &monitor).isEmpty)
        }

        @Test("the monitor's descriptor is readable while a change waits")
        func pollable() throws {
            let usb = try MockedUSB()
            try usb.plugInDongles()
            var monitor = try PortMonitor()
            var waiting = pollfd(fd: monitor.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waiting, 1, 0) == 0)
            usb.announce("remove", "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0/tty/ttyACM2")
            #expect(poll(&waiting, 1, 5000) == 1)
            #expect(monitor.next() != nil)
        }

        private static func changes(of monitor: inout PortMonitor) -> [PortChange] {
            var changes: [PortChange] = []
            while let change = monitor.next() { changes.append(change) }
            return changes
        }
    }
}
