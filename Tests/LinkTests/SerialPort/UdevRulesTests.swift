import TestSupport
import Foundation
import SerialPort
import Testing

@Suite struct UdevRulesTests {
    @Test("the files of udev-rules/ are what the program prints", arguments: UdevRules.allCases)
    func files(rules: UdevRules) throws {
        let file = Checkout.file("udev-rules/\(rules.fileName)")
        #expect(try String(contentsOf: file, encoding: .utf8) == rules.text)
    }

    @Test("a file sorts before the rules that act on its tag")
    func names() {
        for rules in UdevRules.allCases { #expect(rules.fileName < "73-seat-late.rules") }
    }

    @Test("no line sets an owner or a mode, and the tag and the service's group stand alone")
    func tag() {
        for rules in UdevRules.allCases {
            let lines = rules.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            #expect(lines.filter { $0.contains("uaccess") } == [#"TAG+="uaccess""#])
            #expect(!lines.contains { $0.contains("MODE") || $0.contains("OWNER") })
            #expect(lines.filter { $0.contains("GROUP") } == (rules == .bluetooth ? [#"GROUP="perch""#] : []))
        }
    }
}

/// The rules as udev itself applies them, to made-up devices.
@Suite(.enabled(if: UdevTest.obstacle == nil, "\(UdevTest.obstacle ?? "")")) struct UdevRulesUnderUdevTests {
    private static let portMarks = ["ID_MM_DEVICE_IGNORE=1", "ID_MM_PORT_IGNORE=1", "TAGS=:uaccess:"]
    private static let deviceMarks = ["ID_MM_DEVICE_IGNORE=1"]

    /// Returns the properties that our rules set, among all that udev sets.
    private func marks(_ properties: Set<String>) -> [String] {
        properties.filter { $0.hasPrefix("ID_MM") || $0.hasPrefix("TAGS=") || $0.hasPrefix("MODE") }.sorted()
    }

    @Test(
        "known devices get the marks from the file that covers them, and from that alone",
        arguments: [[.boards], [.bridges], [.boards, .bridges]] as [[UdevRules]])
    func known(installed: [UdevRules]) throws {
        var test = UdevTest()
        let devices = KnownDevices.all.map {
            (known: $0, plugged: test.plugIn(vendorID: $0.vendorID, productID: $0.productID ?? 0x0101))
        }
        let properties = try test.properties(
            installed: installed, of: devices.flatMap { [$0.plugged.usb, $0.plugged.port] })
        for (known, plugged) in devices {
            let isCovered = UdevRules(covering: known.kind).map(installed.contains) ?? false
            let port = try #require(properties[plugged.port])
            let usb = try #require(properties[plugged.usb])
            #expect(marks(port) == (isCovered ? Self.portMarks : []), "\(known)")
            #expect(marks(usb) == (isCovered ? Self.deviceMarks : []), "\(known)")
        }
    }

    @Test("other devices, and ports that are not on the USB, are left as they are")
    func unknown() throws {
        var test = UdevTest()
        let others = [(0x2341, 0x0043), (0x303a, 0x9999), (0x0403, 0x0001)] as [(UInt16, UInt16)]
        var paths = others.flatMap { pair in
            let plugged = test.plugIn(vendorID: pair.0, productID: pair.1)
            return [plugged.usb, plugged.port]
        }
        paths.append(test.addOnboardPort())
        let properties = try test.properties(installed: UdevRules.allCases, of: paths)
        for path in paths { #expect(marks(try #require(properties[path])) == [], "\(path)") }
    }

    @Test("the bridges' file makes FTDI chips pass bytes on at once, and no others")
    func latency() throws {
        var test = UdevTest()
        let ftdi = test.addBridgePort(driver: "ftdi_sio")
        let other = test.addBridgePort(driver: "cp210x")
        func isSet(_ installed: UdevRules, _ path: String) throws -> Bool {
            try #require(try test.properties(installed: [installed], of: [path])[path])
                .contains { $0.contains("latency_timer") && $0.contains("'1'") }
        }
        #expect(try isSet(.bridges, ftdi))
        #expect(try !isSet(.boards, ftdi))
        #expect(try !isSet(.bridges, other))
    }

    @Test("adapters are opened by the file for them, by the class of the device or of an interface, and by that alone")
    func adapters() throws {
        var test = UdevTest()
        let adapters = [
            test.plugIn(BluetoothMachine.descriptors((0x0A12, 0x0001), .adapter)),
            test.plugIn(BluetoothMachine.descriptors((0x0BDA, 0xB00A), .composite)),
        ]
        let other = test.plugIn(BluetoothMachine.descriptors((0x0A5C, 0x21E8), .vendorSpecific))
        let opened = try test.properties(installed: [.bluetooth], of: adapters + [other])
        #expect(adapters.map { marks(opened[$0] ?? []) } == [["TAGS=:uaccess:"], ["TAGS=:uaccess:"]])
        #expect(marks(try #require(opened[other])) == [])
        let closed = try test.properties(installed: [.boards, .bridges], of: adapters)
        #expect(adapters.allSatisfy { marks(closed[$0] ?? ["MODE"]) == [] })
    }

    @Test("a device that is unplugged is not marked")
    func removed() throws {
        var test = UdevTest()
        let plugged = test.plugIn(vendorID: 0x303a, productID: 0x1001)
        let properties = try test.properties(installed: UdevRules.allCases, of: [plugged.port], action: "remove")
        let port = try #require(properties[plugged.port])
        #expect(port.contains("ACTION=remove"))
        #expect(marks(port) == [])
    }
}
