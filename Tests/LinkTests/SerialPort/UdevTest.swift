import Foundation
import SerialPort
import Testing

/// Made-up devices, and the output of `udevadm test` for them with certain files of rules only.
///
/// The system's rules, and udev's own files, are hidden in a mount namespace of the test's own.
struct UdevTest {
    struct Plugged {
        /// Paths in /sys.
        let usb: String
        let port: String
    }

    private static let hub = "/sys/devices/pci0000:00/0000:00:14.0/usb1"
    private static let script = """
        set -e
        mount -t tmpfs tmpfs /run
        mount --rbind /dev /dev
        mount -o remount,bind,ro /dev
        for folder in /etc/udev/rules.d /usr/local/lib/udev/rules.d /usr/lib/udev/rules.d /lib/udev/rules.d; do
            [ ! -d "$folder" ] || mount -t tmpfs tmpfs "$folder"
        done
        mkdir -p /run/udev/rules.d
        cp "$1"/*.rules /run/udev/rules.d/
        devices=$1/devices action=$2
        shift 2
        exec umockdev-run -d "$devices" -- sh -c '
            action=$1
            shift
            for device; do echo "== $device"; udevadm test -a "$action" "$device" 2>&1; done
        ' sh "$action" "$@"
        """

    /// Reason why these tests cannot run here; nil = they can.
    static let obstacle: String? = {
        for tool in ["udevadm", "umockdev-run", "unshare"] where !isInstalled(tool) {
            return "\(tool) is not installed"
        }
        guard (try? run(["-rm", "mount", "-t", "tmpfs", "tmpfs", "/run"]).status) == 0 else {
            return "no mount namespace can be made here"
        }
        return nil
    }()

    private var description = ""
    private var count = 0

    /// Adds a USB device with one port.
    mutating func plugIn(vendorID: UInt16, productID: UInt16) -> Plugged {
        count += 1
        let usb = "\(Self.hub)/1-\(count)"
        let port = "\(usb)/1-\(count):1.0/tty/ttyACM\(count)"
        description += """
            P: \(usb.dropFirst(4))
            N: bus/usb/001/\(100 + count)
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            E: DEVNAME=/dev/bus/usb/001/\(100 + count)
            A: idVendor=\(hexadecimal(vendorID))\\n
            A: idProduct=\(hexadecimal(productID))\\n

            P: \(usb.dropFirst(4))/1-\(count):1.0
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_interface

            P: \(port.dropFirst(4))
            N: ttyACM\(count)
            E: SUBSYSTEM=tty
            E: DEVNAME=/dev/ttyACM\(count)
            E: MAJOR=166
            E: MINOR=\(count)
            A: dev=166:\(count)\\n


            """
        return Plugged(usb: usb, port: port)
    }

    /// Adds a USB device with these descriptors, without a port, and returns its path in /sys.
    mutating func plugIn(_ descriptors: [UInt8]) -> String {
        count += 1
        let usb = "\(Self.hub)/1-\(count)"
        let classes = descriptors[4...6].map { twoDigits($0) }
        description += """
            P: \(usb.dropFirst(4))
            N: bus/usb/001/\(100 + count)
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            E: DEVNAME=/dev/bus/usb/001/\(100 + count)
            A: idVendor=\(twoDigits(descriptors[9]))\(twoDigits(descriptors[8]))\\n
            A: idProduct=\(twoDigits(descriptors[11]))\(twoDigits(descriptors[10]))\\n
            A: bDeviceClass=\(classes[0])\\n
            A: bDeviceSubClass=\(classes[1])\\n
            A: bDeviceProtocol=\(classes[2])\\n
            H: descriptors=\(descriptors.map { twoDigits($0).uppercased() }.joined())


            """
        return usb
    }

    /// Adds an onboard serial port and returns its path in /sys.
    mutating func addOnboardPort() -> String {
        description += """
            P: /devices/platform/serial8250/tty/ttyS0
            N: ttyS0
            E: SUBSYSTEM=tty
            E: DEVNAME=/dev/ttyS0
            E: MAJOR=4
            E: MINOR=64
            A: dev=4:64\\n


            """
        return "/sys/devices/platform/serial8250/tty/ttyS0"
    }

    /// Adds the port of a bridge, as its driver creates it, and returns its path in /sys.
    mutating func addBridgePort(driver: String) -> String {
        count += 1
        let interface = "\(Self.hub)/1-\(count)/1-\(count):1.0"
        let levels = String(repeating: "../", count: 7)
        description += """
            P: \(interface.dropFirst(4))
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_interface

            P: \(interface.dropFirst(4))/ttyUSB\(count)
            E: SUBSYSTEM=usb-serial
            E: DRIVER=\(driver)
            A: latency_timer=16\\n
            L: driver=\(levels)bus/usb-serial/drivers/\(driver)


            """
        return "\(interface)/ttyUSB\(count)"
    }

    /// Returns the properties of devices once the rules have been applied, as `KEY=VALUE`, together
    /// with the rest of udev's output.
    func properties(
        installed: [UdevRules], of paths: [String], action: String = "add"
    ) throws -> [String: Set<String>] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("perch-udev-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for rules in installed {
            try Data(rules.text.utf8).write(to: folder.appendingPathComponent(rules.fileName))
        }
        try Data(description.utf8).write(to: folder.appendingPathComponent("devices"))
        let (status, output) = try Self.run(["-rm", "sh", "-c", Self.script, "sh", folder.path, action] + paths)
        try #require(status == 0, "\(output)")
        var found: [String: Set<String>] = [:]
        var device = ""
        for line in output.split(separator: "\n").map(String.init) {
            if line.hasPrefix("== ") {
                device = String(line.dropFirst(3))
                found[device] = []
            } else {
                found[device]?.insert(line)
            }
        }
        return found
    }

    private static func isInstalled(_ tool: String) -> Bool {
        ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].contains { access("\($0)/\(tool)", X_OK) == 0 }
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}

private func hexadecimal(_ id: UInt16) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
}

private func twoDigits(_ byte: UInt8) -> String { String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16) }
