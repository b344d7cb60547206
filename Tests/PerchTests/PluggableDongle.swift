import Foundation
import Glibc
import TestSupport
import SimulatedDongle
import Testing

/// A serial port on the mocked USB that can be plugged in and unplugged.
final class PluggablePort {
    private let number: Int
    private let usb: MockedUSB
    private let vendorID: String
    private let productID: String
    private let serial: String
    private var port: String?

    /// - Parameters:
    ///   - number: 1...9, which distinguishes the port and its USB socket from others.
    ///   - bridge: Whether the port is behind a CP210x; all of these have the same serial number.
    init(_ number: Int, on usb: MockedUSB, bridge: Bool = false) {
        self.number = number
        self.usb = usb
        (vendorID, productID) = bridge ? ("10c4", "ea60") : ("303a", "1001")
        serial = bridge ? "0001" : "SERIAL\(number)"
    }

    private var socket: String { "/devices/pci0000:00/0000:00:14.0/usb1/1-\(number)" }

    /// Path of the port in /sys; nil while it is unplugged.
    var device: String? { port.map { "/sys\($0)" } }

    /// Plugs the port in, and announces it through udev.
    ///
    /// - Parameters:
    ///   - tty: Name that the kernel gives it, such as `ttyACM0`.
    ///   - terminal: Path of the terminal behind it.
    func plugIn(as tty: String, terminal: String) throws {
        // The node is made here and before the announcement, since umockdev makes a node of each
        // name only once.
        try #require(mkdir(usb.root + "/dev", 0o755) == 0 || errno == EEXIST)
        try #require(symlink(terminal, "\(usb.root)/dev/\(tty)") == 0)
        let port = "\(socket)/1-\(number):1.0/tty/\(tty)"
        let minor = tty.drop { !$0.isNumber }
        self.port = port
        try usb.plugIn(
            """
            P: \(socket)
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            A: idVendor=\(vendorID)\\n
            A: idProduct=\(productID)\\n
            A: serial=\(serial)\\n

            P: \(socket)/1-\(number):1.0
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_interface
            A: bInterfaceNumber=00\\n

            P: \(port)
            E: SUBSYSTEM=tty
            E: DEVNAME=/dev/\(tty)
            E: MAJOR=166
            E: MINOR=\(minor)
            A: dev=166:\(minor)

            """)
    }

    /// Announces through udev that the port is gone.
    func pullOut() {
        guard let port = port.take() else { return }
        usb.announce("remove", "/sys\(port)")
        for path in [port, "\(socket)/1-\(number):1.0", socket] { usb.takeOut("/sys\(path)") }
    }
}

/// A simulated dongle on such a port. It has power while it is plugged in.
final class PluggableDongle {
    /// Id of the dongle, as hosts show it.
    let id: String
    private let port: PluggablePort
    private let configuration: SimulatedDongle.Configuration
    private var dongle: PtyDongle?

    init(_ number: Int, on usb: MockedUSB, bridge: Bool = false) throws {
        port = PluggablePort(number, on: usb, bridge: bridge)
        let name = Array("PLUG000\(number)".utf8)
        id = name.map { String($0, radix: 16) }.joined()
        configuration = SimulatedDongle.Configuration(
            scenario: try Scenario.named("restaurant"), identity: FirmwareIdentity(deviceID: name), seed: 1)
    }

    deinit { dongle?.stop() }

    /// Path of the port in /sys; nil while it is unplugged.
    var device: String? { port.device }

    func plugIn(as tty: String) throws {
        let dongle = try PtyDongle(configuration)
        try port.plugIn(as: tty, terminal: dongle.path)
        self.dongle = dongle
    }

    /// Acts as the kernel does when a dongle is unplugged: the port hangs up, then udev announces
    /// its removal.
    func pullOut() {
        guard let dongle = dongle.take() else { return }
        dongle.stop()
        port.pullOut()
    }
}
