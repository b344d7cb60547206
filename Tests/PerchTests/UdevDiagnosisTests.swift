import TestSupport
import Foundation
import SerialPort
import Testing

@testable import Perch

/// A made-up machine: rules, records of udev, processes.
@Suite struct UdevDiagnosisTests {
    private let root: TemporaryFolder

    init() throws { root = try TemporaryFolder() }

    // MARK: Machine

    private func write(_ path: String, _ text: String) throws {
        let file = root.path + path
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func install(_ rules: UdevRules, in folder: String = "/etc") throws {
        try write("\(folder)/udev/rules.d/\(rules.fileName)", rules.text)
    }

    /// Writes udev's record of a port, as udev does when it has applied the rules.
    private func record(_ name: String, _ lines: String...) throws {
        let number = "166:\(name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 1000 })"
        try write("/sys/class/tty/\(name)/dev", number + "\n")
        try write("/run/udev/data/c\(number)", (["I:1", "V:1"] + lines).joined(separator: "\n") + "\n")
    }

    private func run(_ command: String, pid: Int = 812) throws {
        try write("/proc/\(pid)/comm", command + "\n")
        try write("/proc/uptime", "1.0 2.0\n")
    }

    private func port(
        _ path: String, _ ids: (UInt16, UInt16) = (0x303a, 0x1001), denied: Bool = false
    ) throws -> PortDescription {
        let verdict = denied ? "denied" : "granted"
        let access = #"{"verdict": "\#(verdict)", "ownerGroup": "dialout", "mode": 432}"#
        return PortDescription(
            path: path, vendorID: ids.0, productID: ids.1,
            access: try JSONDecoder().decode(PortAccess.self, from: Data(access.utf8)))
    }

    private let bridge: (UInt16, UInt16) = (0x10c4, 0xea60)

    private func findings(_ ports: PortDescription...) -> [DoctorFinding] {
        UdevDiagnosis.findings(ports, root: root.path)
    }

    private func finding(_ check: String, _ ports: PortDescription...) throws -> DoctorFinding {
        try #require(UdevDiagnosis.findings(ports, root: root.path).first { $0.check == check })
    }

    private let boards = "udev rules 70-perch.rules"
    private let bridges = "udev rules 70-perch-bridges.rules"

    // MARK: Rules

    @Test("on a machine without anything nothing is amiss")
    func empty() {
        #expect(findings().map(\.check) == [boards, "ModemManager", "brltty"])
        #expect(findings().allSatisfy { $0.verdict == .ok })
    }

    @Test("rules that are installed are compared with what is printed", arguments: ["/etc", "/run", "/usr/lib"])
    func installed(folder: String) throws {
        try install(.boards, in: folder)
        let current = try finding(boards)
        #expect(current.verdict == .ok)
        #expect(current.cause.contains("\(folder)/udev/rules.d/70-perch.rules"))

        try write("\(folder)/udev/rules.d/70-perch.rules", UdevRules.boards.text + "# mine\n")
        let changed = try finding(boards)
        #expect(changed.verdict == .warning)
        #expect(changed.next?.contains("perch udev print | sudo tee /etc/udev/rules.d/70-perch.rules") == true)
    }

    @Test("a file of the administrator's hides the package's, an empty one altogether")
    func precedence() throws {
        try install(.boards, in: "/usr/lib")
        try write("/etc/udev/rules.d/70-perch.rules", "")
        let hidden = try finding(boards, try port("/dev/ttyACM0", denied: true))
        #expect(hidden.verdict == .warning)
        #expect(hidden.cause.contains("empty /etc/udev/rules.d/70-perch.rules"))
        try install(.boards, in: "/etc")
        #expect(try finding(boards).verdict == .ok)
    }

    @Test("rules that would open a closed port are named, and the group as well")
    func mends() throws {
        let missing = try finding(boards, try port("/dev/ttyACM0", denied: true), try port("/dev/ttyACM1"))
        #expect(missing.verdict == .warning)
        #expect(missing.cause.contains("/dev/ttyACM0") && !missing.cause.contains("/dev/ttyACM1"))
        #expect(missing.next?.contains("perch udev print |") == true)
        #expect(missing.next?.contains("usermod -aG dialout") == true)

        let bridged = try finding(bridges, try port("/dev/ttyUSB0", bridge, denied: true))
        #expect(bridged.next?.contains("perch udev print --bridges |") == true)
        #expect(findings(try port("/dev/ttyUSB0", bridge)).allSatisfy { $0.check != bridges })
    }

    @Test("no rule is recommended for a port that none covers")
    func strangers() throws {
        #expect(findings(try port("/dev/ttyACM0", (0x2341, 0x0043), denied: true)).allSatisfy { $0.verdict == .ok })
    }

    @Test("a port that stays closed although the rules are there wants them applied, or the group")
    func closedInSpite() throws {
        let closed = try port("/dev/ttyACM0", denied: true)
        try install(.boards)
        let access = "access to /dev/ttyACM0"
        #expect(try finding(access, closed).next?.contains("udevadm trigger") == true)
        try record("ttyACM0", "E:ID_MM_PORT_IGNORE=1")
        #expect(try finding(access, closed).next?.contains("udevadm trigger") == true)
        try record("ttyACM0", "G:uaccess", "E:ID_MM_PORT_IGNORE=1")
        #expect(try finding(access, closed).next?.contains("usermod -aG dialout") == true)
        #expect(findings(try port("/dev/ttyACM0")).allSatisfy { $0.check != access })
    }

    @Test("an adapter that stays closed although its rules are there wants them applied, or the group")
    func adapters() throws {
        func found(_ group: String) throws -> [DoctorFinding] {
            let access = #"{"verdict": "denied", "ownerGroup": "\#(group)", "mode": 436}"#
            let usb = BluetoothController.USBDevice(
                vendorID: 0x0A12, productID: 1, serial: nil, manufacturer: nil, product: nil, bus: 1, device: 4,
                path: "/dev/bus/usb/001/004", interface: nil,
                access: try JSONDecoder().decode(PortAccess.self, from: Data(access.utf8)), holder: nil,
                isClaimed: false)
            let controller = BluetoothController(radio: "usb:0", usb: usb, isPermitted: false)
            return UdevDiagnosis.findings([], controllers: [controller], root: root.path)
                .filter { $0.check == "access to /dev/bus/usb/001/004" }
        }
        #expect(try found("root").isEmpty)
        try install(.bluetooth)
        #expect(try found("root").first?.next?.contains("udevadm trigger") == true)
        #expect(try found("perch").first?.next?.contains("usermod -aG perch") == true)
    }

    // MARK: ModemManager

    @Test("ModemManager is of no matter while it does not run, or leaves the ports alone")
    func modemManager() throws {
        let port = try port("/dev/ttyACM0")
        try record("ttyACM0")
        #expect(try finding("ModemManager", port).verdict == .ok)
        try run("ModemManager")
        #expect(try finding("ModemManager", port).verdict == .warning)
        try record("ttyACM0", "E:ID_MM_PORT_IGNORE=1")
        #expect(try finding("ModemManager", port).verdict == .ok)
        try record("ttyACM0", "E:ID_MM_DEVICE_IGNORE=1")
        #expect(try finding("ModemManager", port).verdict == .ok)
        try record("ttyACM0", "E:ID_MM_PORT_IGNORE=0")
        #expect(try finding("ModemManager", port).verdict == .warning)
    }

    @Test("a port that ModemManager may probe is named, with the file that keeps it away")
    func probed() throws {
        try run("systemd", pid: 1)
        try run("ModemManager")
        try record("ttyACM0")
        try record("ttyUSB0")
        let ports = [try port("/dev/ttyACM0"), try port("/dev/ttyUSB0", bridge)]
        try install(.boards)
        let found = findings(ports[0], ports[1]).filter { $0.check == "ModemManager" }
        #expect(found.map(\.verdict) == [.warning, .warning])
        #expect(found[0].cause.contains("/dev/ttyACM0"))
        #expect(found[0].next?.contains("perch udev print") == false)
        #expect(found[1].cause.contains("/dev/ttyUSB0"))
        #expect(found[1].next?.contains("perch udev print --bridges") == true)
    }

    @Test("where udev wrote nothing down, what ModemManager does is not known")
    func noRecord() throws {
        try run("ModemManager")
        #expect(try finding("ModemManager", try port("/dev/ttyACM0")).verdict == .skipped)
        #expect(try finding("ModemManager", try port("/dev/ttyACM0", (0x2341, 0x0043))).verdict == .ok)
    }

    // MARK: brltty

    @Test("rules that take bridges for braille displays are named with the ids they take")
    func braille() throws {
        try write(
            "/usr/lib/udev/rules.d/85-brltty.rules",
            """
            # ENV{PRODUCT}=="403/6001/*", GOTO="brltty_usb_run"
            ENV{PRODUCT}=="403/6010/*", ATTRS{manufacturer}=="Hedo", GOTO="brltty_usb_run"
            ENV{PRODUCT}=="10c4/ea60/*", ENV{BRLTTY_BRAILLE_DRIVER}="sk", GOTO="brltty_usb_run"
            ENV{PRODUCT}=="1a86/7523/*", ENV{BRLTTY_BRAILLE_DRIVER}="bm", GOTO="brltty_usb_run"
            ENV{PRODUCT}=="904/1016/*", GOTO="brltty_usb_run"

            """)
        let found = try finding("brltty")
        #expect(found.verdict == .warning)
        #expect(found.cause.contains("/usr/lib/udev/rules.d/85-brltty.rules claims 10c4:ea60, 1a86:7523 for"))
        #expect(found.next?.contains("ln -s /dev/null /etc/udev/rules.d/85-brltty.rules") == true)

        // Following the hint resolves the finding.
        try FileManager.default.createDirectory(
            atPath: root.path + "/etc/udev/rules.d", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/etc/udev/rules.d/85-brltty.rules", withDestinationPath: "/dev/null")
        #expect(try finding("brltty").verdict == .ok)
    }

    @Test("rules by attributes are understood as well")
    func brailleByAttributes() throws {
        try write(
            "/etc/udev/rules.d/90-brltty-usb.rules",
            #"ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523", GOTO="brltty_usb_run""# + "\n")
        #expect(try finding("brltty").cause.contains("claims 1a86:7523 for"))
    }
}
