import Foundation
import SerialPort
import TestSupport
import Testing

/// Controllers of made-up machines.
@Suite struct BluetoothScannerTests {
    private let machine: BluetoothMachine

    init() throws { machine = try BluetoothMachine() }

    private func controllers(up: [UInt16: Bool] = [:]) -> [BluetoothController] {
        BluetoothScanner(root: machine.root) { up[$0] }.list()
    }

    private func only(up: [UInt16: Bool] = [:]) throws -> BluetoothController {
        let found = controllers(up: up)
        try #require(found.count == 1, "\(found)")
        return found[0]
    }

    @Test("a machine without controllers has none")
    func none() throws {
        try machine.plugIn("1-1", (0x2341, 0x0043), .vendorSpecific, device: "2")
        #expect(controllers().isEmpty)
        #expect(BluetoothScanner(root: machine.root + "/nothing").list().isEmpty)
    }

    @Test(
        "an adapter is found by the class of the device or of an interface",
        arguments: [BluetoothMachine.Form.adapter, .composite])
    func adapter(form: BluetoothMachine.Form) throws {
        try machine.plugIn("1-7", (0x0A12, 0x0001), form, device: "4", serial: " A1 ", product: "CSR8510 A10")
        let found = try only()
        #expect(found.radio == "usb:0a12:0001" && found.hci == nil && found.state == .free)
        let usb = try #require(found.usb)
        #expect(usb.vendorID == 0x0A12 && usb.productID == 0x0001 && usb.bus == 1 && usb.device == 4)
        #expect(usb.product == "CSR8510 A10" && usb.serial == "A1" && usb.manufacturer == nil)
        #expect(usb.path == machine.root + "/dev/bus/usb/001/004" && usb.interface == "1-7:1.0")
    }

    @Test("a controller of the kernel's is joined with its USB device, and is in use while it is on")
    func joined() throws {
        try machine.plugIn("1-7", (0x8087, 0x0A2B), device: "3", hci: 0, driver: "btusb")
        #expect(try only(up: [0: true]).state == .kernel)
        #expect(try only(up: [0: false]).state == .free)
        let unknown = try only()
        #expect(unknown.hci == "hci0" && unknown.radio == "usb:8087:0a2b")
        #expect(unknown.isUp == nil && unknown.state == .kernel)
    }

    @Test("what libusb cannot open has the kernel's name, and needs the right to administer the network")
    func builtIn() throws {
        try machine.addBuiltIn(hci: 12)
        try machine.plugIn("1-2", (0x0A5C, 0x21E8), .vendorSpecific, device: "9", hci: 3)
        let found = controllers(up: [3: false, 12: false])
        #expect(found.map(\.radio) == ["hci3", "hci12"])
        #expect(found.map(\.hci) == ["hci3", "hci12"] && found[0].usb?.vendorID == 0x0A5C && found[1].usb == nil)
        #expect(found.map(\.state) == [.free, .free])
        #expect(controllers(up: [3: true, 12: true]).map(\.state) == [.kernel, .kernel])
        let user = try BluetoothMachine(isRoot: false)
        try user.addBuiltIn(hci: 0)
        #expect(BluetoothScanner(root: user.root) { _ in false }.list().map(\.state) == [.noPermission])
    }

    @Test("rfkill's switch blocks the controller that it is of, and no other")
    func blocked() throws {
        try machine.plugIn("1-7", (0x8087, 0x0A2B), device: "3", hci: 0, driver: "btusb")
        try machine.addBuiltIn(hci: 1)
        let isUp: [UInt16: Bool] = [0: false, 1: false]
        func blocks() -> [BluetoothController.Block?] { controllers(up: isUp).map(\.block) }
        try machine.set(.soft, of: 0)
        #expect(blocks() == [.soft, nil] && controllers(up: isUp).map(\.state) == [.blocked, .free])
        try machine.set(.hard, of: 0)
        try machine.set(.on, of: 1)
        #expect(blocks() == [.hard, nil])
        try machine.set(.on, of: 0)
        #expect(blocks() == [nil, nil])
    }

    @Test("a node that this user may not open is told with its group and mode")
    func denied() throws {
        try machine.plugIn("1-7", (0x0A12, 0x0001), device: "4", mode: 0o600)
        let found = try withoutPrivileges { try only() }
        #expect(found.state == .noPermission && found.usb?.access.verdict == .denied)
        #expect(found.usb?.access.mode == 0o600 && found.usb?.access.ownerGroup != nil)
    }

    @Test("a node that is not there is no permission either")
    func hidden() throws {
        try machine.plugIn("1-7", (0x0A12, 0x0001), device: "4")
        try FileManager.default.removeItem(atPath: machine.root + "/dev")
        #expect(try only().usb?.access.verdict == .gone && only().state == .noPermission)
    }

    @Test("an adapter that a program has is in use")
    func inUse() throws {
        try machine.plugIn("1-7", (0x0A12, 0x0001), device: "4", driver: "usbfs")
        #expect(try only().state == .inUse && only().usb?.holder == nil)
        try machine.plugIn("1-8", (0x0BDA, 0xB00A), device: "5")
        let node = try FileHandle(forReadingFrom: URL(fileURLWithPath: machine.root + "/dev/bus/usb/001/005"))
        defer { try? node.close() }
        #expect(controllers().last?.state == .inUse && controllers().last?.usb?.holder?.pid == getpid())
    }

    @Test("two of a kind have names that tell them apart: serial numbers, or else numbers")
    func twins() throws {
        try machine.plugIn("1-1", (0x0A12, 0x0001), device: "2", serial: "A.1_b-2")
        try machine.plugIn("1-2", (0x0A12, 0x0001), device: "3", serial: "A2")
        #expect(controllers().map(\.radio) == ["usb:0a12:0001/A.1_b-2", "usb:0a12:0001/A2"])
        // No name of a radio has a blank, and two with one number are not told apart by it.
        try machine.plugIn("1-3", (0x8087, 0x0A2B), device: "4", serial: "A 1")
        try machine.plugIn("1-4", (0x8087, 0x0A2B), device: "5", serial: "B")
        try machine.plugIn("1-5", (0x8087, 0x0A2B), device: "6", serial: "B")
        let numbered = controllers().dropFirst(2).map(\.radio)
        #expect(Set(numbered).count == 3 && numbered.allSatisfy { $0.wholeMatch(of: #/usb:[0-4]/#) != nil })
    }

    @Test("another device of the same ids takes the short name away, whatever its class")
    func namesake() throws {
        try machine.plugIn("1-1", (0x0A12, 0x0001), device: "2")
        try machine.plugIn("1-2", (0x0A12, 0x0001), .vendorSpecific, device: "3")
        #expect(try only().radio == "usb:0")
    }

    @Test("what was unplugged while it was read, and numbers that are none, are left out")
    func malformed() throws {
        for (place, numbers) in [("0", "4"), ("1", "256"), ("x", "4"), ("1", "-4"), ("", "4"), ("1", "4 4")]
            .enumerated()
        {
            try machine.plugIn("2-\(place + 1)", (0x0A12, 0x0001), bus: numbers.0, device: numbers.1)
        }
        try machine.plugIn("1-7", (0x0A12, 0x0001), device: "4", hci: 0)
        try FileManager.default.removeItem(atPath: machine.root + "/sys/devices/pci0000:00/usb1/1-7")
        try FileManager.default.createSymbolicLink(
            atPath: machine.root + "/sys/class/bluetooth/hci99999999", withDestinationPath: "../nowhere")
        try machine.write("sys/class/rfkill/rfkill7/type", "blue\0tooth\n")
        #expect(controllers().filter { $0.usb != nil }.isEmpty)
        // The descriptors end anywhere, or have a length of 0.
        let whole = BluetoothMachine.descriptors((0x0A12, 0x0001), .composite)
        for length in 0...whole.count {
            let file = machine.root + "/sys/devices/pci0000:00/usb1/2-2/descriptors"
            try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: file))
            try machine.write("sys/devices/pci0000:00/usb1/2-2/devnum", "7\n")
            #expect(controllers().filter { $0.usb != nil }.count == (length >= 27 + 9 ? 1 : 0), "\(length)")
        }
        try Data(whole.prefix(18) + [UInt8](repeating: 0, count: 64)).write(
            to: URL(fileURLWithPath: machine.root + "/sys/devices/pci0000:00/usb1/2-2/descriptors"))
        #expect(controllers().filter { $0.usb != nil }.isEmpty)
    }

    @Test("a free controller is proposed before one that the kernel gives up, and others are not")
    func proposed() {
        func one(_ radio: String, up: Bool? = nil, block: BluetoothController.Block? = nil) -> BluetoothController {
            BluetoothController(radio: radio, hci: up == nil ? nil : "hci0", isUp: up, block: block)
        }
        let (free, kernel) = (one("usb:0a12:0001"), one("usb:8087:0a2b", up: true))
        #expect([kernel, free].proposed == free && [kernel].proposed == kernel)
        #expect([one("hci0", up: true), one("usb:0", block: .soft)].proposed == nil)
    }
}

extension OnMockedUSB {
    /// The numbers of radios, as Bumble counts them with the libusb that it brings along.
    @Suite(.enabled(if: BumbleNumbers.python != nil, "Bumble is not installed; tools/hci-dongle/check does it"))
    struct BumbleNumberTests {
        @Test("usb:N is the adapter that Bumble opens for it")
        func numbers() throws {
            let usb = try MockedUSB()
            try usb.plugIn(file: Checkout.file("Tests/LinkTests/SerialPort/Fixtures/controllers.umockdev").path)
            let controllers = BluetoothScanner.list()
            try #require(controllers.map(\.hci) == [nil, "hci0", nil, nil, nil, nil, "hci1"], "\(controllers)")
            #expect(controllers[1].block == .soft && controllers.last?.radio == "hci1")
            let names = controllers.compactMap(\.usb).map { "\($0.bus) \($0.device)" }
            #expect(names == [4, 5, 6, 7, 8, 9].map { "1 \($0)" })
            let opened = try BumbleNumbers.opened(controllers.dropLast().map { String($0.radio.dropFirst(4)) })
            #expect(opened == names)
        }
    }
}

/// Bumble in the sources' own installation.
enum BumbleNumbers {
    static let python: String? = [".build-debug", ".build-release"].map {
        Checkout.file("\($0)/hci-dongle/bin/python").path
    }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Returns bus and number of the device that Bumble opens for each name.
    static func opened(_ names: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments =
            [Checkout.file("Tests/LinkTests/SerialPort/Fixtures/bumble_opens.py").path] + names
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }
}
