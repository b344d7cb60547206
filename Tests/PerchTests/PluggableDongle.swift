import Foundation
import Glibc
import MockedUSB
import SimulatedDongle
import Synchronization

/// A simulated dongle on the mocked USB, which can be plugged in and pulled out. It keeps its power meanwhile.
final class PluggableDongle {
    /// Its id, as hosts show it.
    let id: String
    private let number: Int
    private let vendorID: String
    private let productID: String
    private let serial: String?
    private let dongle: PtyDongle
    private var plug: (device: String, cable: Cable)?

    /// - Parameters:
    ///   - number: 1...9, which tells it and its USB socket from others.
    ///   - bridge: Whether it is behind a CP210x with the serial number that all of these have.
    init(_ number: Int, bridge: Bool = false) throws {
        self.number = number
        (vendorID, productID) = bridge ? ("10c4", "ea60") : ("303a", "1001")
        serial = bridge ? "0001" : "SERIAL\(number)"
        let name = Array("PLUG000\(number)".utf8)
        id = name.map { String($0, radix: 16) }.joined()
        dongle = try PtyDongle(
            SimulatedDongle.Configuration(
                scenario: try Scenario.named("restaurant"), identity: FirmwareIdentity(deviceID: name), seed: 1))
    }

    deinit {
        plug?.cable.pull()
        dongle.stop()
    }

    private var socket: String { "/devices/pci0000:00/0000:00:14.0/usb1/1-\(number)" }

    /// Plugs it in, and has udev say so.
    ///
    /// - Parameter tty: The name that the kernel gives it, such as `ttyACM0`.
    func plugIn(_ usb: MockedUSB, as tty: String) throws {
        let minor = tty.drop { !$0.isNumber }
        try usb.plugIn(
            """
            P: \(socket)
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            A: idVendor=\(vendorID)\\n
            A: idProduct=\(productID)\\n
            A: serial=\(serial ?? "")\\n

            P: \(socket)/1-\(number):1.0
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_interface
            A: bInterfaceNumber=00\\n

            """)
        let device = "\(socket)/1-\(number):1.0/tty/\(tty)"
        try usb.plugIn(
            """
            P: \(device)
            N: \(tty)
            E: SUBSYSTEM=tty
            E: DEVNAME=/dev/\(tty)
            E: MAJOR=166
            E: MINOR=\(minor)
            A: dev=166:\(minor)\\n

            """)
        let wire = try usb.wire(of: "/dev/\(tty)")
        plug = (device, try Cable(from: wire, to: dongle.path))
    }

    /// What the kernel does when it is pulled out: the port hangs up, then udev says that it is gone.
    func pullOut(_ usb: MockedUSB) {
        guard let (device, cable) = plug.take() else { return }
        cable.pull()
        usb.announce("remove", "/sys\(device)")
        for path in [device, "\(socket)/1-\(number):1.0", socket] { usb.takeOut("/sys\(path)") }
        // umockdev leaves its note of the node's number behind, and stumbles over it the next time.
        unlink("\(usb.root)/dev/.node/\(device.split(separator: "/").last ?? "")")
    }

    /// The port's path in /sys.
    var device: String? { plug.map { "/sys\($0.device)" } }
}

/// Carries bytes both ways between two terminals, on a thread of its own.
private final class Cable: Sendable {
    private let wire: CInt
    private let wake: (read: CInt, write: CInt)
    private let done = DispatchSemaphore(value: 0)

    init(from wire: CInt, to port: String) throws {
        self.wire = wire
        let port = open(port, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard port >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        for terminal in [wire, port] {
            var settings = termios()
            tcgetattr(terminal, &settings)
            cfmakeraw(&settings)
            tcsetattr(terminal, TCSANOW, &settings)
        }
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        wake = (ends[0], ends[1])
        let thread = Thread { [self] in
            carry(port)
            close(port)
            done.signal()
        }
        thread.start()
    }

    /// Hangs up on who has the wire's other end open.
    func pull() {
        close(wake.write)
        done.wait()
        close(wake.read)
        close(wire)
    }

    private func carry(_ port: CInt) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var waiting = [wire, port, wake.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waiting, 3, -1) > 0 else { continue }
            if waiting[2].revents != 0 { return }
            for (from, to) in [(0, port), (1, wire)] where waiting[from].revents != 0 {
                let count = read(waiting[from].fd, &buffer, buffer.count)
                // Nobody has the port open: what comes then is lost on a real line too.
                guard count > 0 else {
                    usleep(1000)
                    continue
                }
                var sent = 0
                while sent < count {
                    let written = buffer[sent..<count].withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
                    guard written > 0 else { break }
                    sent += written
                }
            }
        }
    }
}
