import Failures
import Foundation
import Gateway
import GatewayClient
import SerialPort
import Settings
import TestSupport
import Testing

@testable import Perch

/// Descriptions of Bluetooth controllers, and offers to use them as radios.
@Suite struct ControllerDiagnosisTests {
    private let machine: BluetoothMachine

    init() throws { machine = try BluetoothMachine() }

    private func controllers(up: Bool? = nil) -> [BluetoothController] {
        BluetoothScanner(root: machine.root) { _ in up }.list()
    }

    private func diagnosis(up: Bool? = nil, hasDaemon: Bool = true) throws -> ControllerDiagnosis {
        ControllerDiagnosis(controller: try #require(controllers(up: up).first), hasDaemon: hasDaemon)
    }

    private func findings(
        up: Bool? = nil, radios: [String] = [], isNeeded: Bool = true
    ) -> [DoctorFinding] {
        ControllerDiagnosis.findings(
            controllers(up: up), radios: radios, isNeeded: isNeeded, files: UdevFiles(root: machine.root))
    }

    private func plugIn(hci: Int? = nil, mode: Int = 0o664) throws {
        try machine.plugIn(
            "1-7", (0x0A12, 0x0001), device: "4", serial: "A1", product: "CSR\u{1B}[2J A10", hci: hci,
            driver: hci == nil ? nil : "btusb", mode: mode)
    }

    @Test("a free adapter is told with the command that uses it, and nothing unprintable is")
    func free() throws {
        try plugIn()
        let found = try diagnosis()
        #expect(found.reason == "free, and this user may open it")
        #expect(found.next == "To use it: `perch scan --radio usb:0a12:0001`.")
        #expect(found.prose.first == "usb:0a12:0001  CSR·[2J A10 [0a12:0001]  Bluetooth controller")
        #expect(findings().map(\.verdict) == [.ok] && findings()[0].check == "controller usb:0a12:0001")
    }

    @Test("an adapter of the machine's own Bluetooth is told with how it is handed over and back")
    func kernel() throws {
        try plugIn(hci: 0)
        let usb = try diagnosis(up: true)
        #expect(usb.reason == "this machine's own Bluetooth has it as hci0, and it is on")
        #expect(usb.next.contains("takes it over until it ends"))
        #expect(usb.next.contains("`echo 1-7:1.0 | sudo tee /sys/bus/usb/drivers/btusb/bind`"))
        #expect(try diagnosis().reason.hasSuffix("; whether it is on cannot be seen"))
        #expect(findings(up: true).map(\.verdict) == [.ok])
    }

    @Test("a controller that is not on USB is handed over by bluetoothd, or without it by hciconfig")
    func builtIn() throws {
        try machine.addBuiltIn(hci: 2)
        #expect(try diagnosis(up: true).next.contains("`sudo systemctl stop bluetooth`"))
        #expect(try diagnosis(up: true, hasDaemon: false).next.contains("`sudo hciconfig hci2 down`"))
        #expect(findings(up: true).map(\.verdict) == [.warning])
        try machine.write("proc/812/comm", "bluetoothd\n")
        #expect(findings(up: true)[0].next?.contains("systemctl start bluetooth") == true)
        try machine.write("proc/self/status", "CapEff:\t0000000000000000\n")
        #expect(try diagnosis(up: false).reason.contains("CAP_NET_ADMIN"))
        #expect(try diagnosis(up: false).next.contains("perch-radio@hci2"))
    }

    @Test("rfkill's switch is told with the command that undoes it, or that a hand must")
    func blocked() throws {
        try plugIn(hci: 0)
        try machine.set(.soft, of: 0)
        #expect(try diagnosis().next.contains("`rfkill unblock bluetooth`"))
        try machine.set(.hard, of: 0)
        #expect(try diagnosis().next.contains("key for radios"))
        #expect(findings().map(\.verdict) == [.warning])
    }

    @Test("an adapter that is closed to this user needs the rules for adapters")
    func denied() throws {
        let usb = BluetoothController.USBDevice(
            vendorID: 0x0A12, productID: 1, serial: nil, manufacturer: nil, product: nil, bus: 1, device: 4,
            path: "/dev/bus/usb/001/004", interface: "1-7:1.0",
            access: try JSONDecoder().decode(
                PortAccess.self, from: Data(#"{"verdict": "denied", "ownerGroup": "root", "mode": 436}"#.utf8)),
            holder: nil, isClaimed: false)
        let controller = BluetoothController(
            radio: "usb:0a12:0001", hci: "hci0", usb: usb, isUp: true, isPermitted: false)
        let found = ControllerDiagnosis(controller: controller, hasDaemon: false)
        #expect(
            found.reason
                == "this user may not open /dev/bus/usb/001/004 (group root, mode 0664); "
                + "this machine's own Bluetooth has it as hci0")
        #expect(
            found.next.contains("perch udev print --bluetooth | sudo tee /etc/udev/rules.d/70-perch-bluetooth.rules"))
    }

    @Test("what cannot be used is worth a warning only where it is needed, and is never a problem")
    func severity() throws {
        try plugIn(hci: 0)
        try machine.set(.soft, of: 0)
        #expect(findings().map(\.verdict) == [.warning])
        #expect(findings(isNeeded: false).map(\.verdict) == [.ok])
        #expect(findings(radios: ["usb:0a12:0001"], isNeeded: false).map(\.verdict) == [.warning])
        #expect(findings(radios: ["usb:1"], isNeeded: false).map(\.verdict) == [.ok])
    }

    @Test("a unit's name is left to systemd where it has to be escaped")
    func unit() {
        #expect(ControllerDiagnosis.unit(of: "usb:0a12:0001") == "perch-radio@usb:0a12:0001")
        #expect(
            ControllerDiagnosis.unit(of: "usb:0a12:0001/A'1")
                == #""$(systemd-escape --template=perch-radio@.service 'usb:0a12:0001/A'\''1')""#)
    }

    // MARK: Offers

    private let noPort = Failure(PortChoice.Failure.none(others: []))

    @Test("a verb without a dongle names the command that uses a controller")
    func offer() throws {
        try plugIn()
        func hint(_ words: String..., up: Bool? = nil) -> String {
            noPort.offeringRadio(insteadOf: ["/usr/bin/perch"] + words, settings: nil) { controllers(up: up) }.hint
        }
        #expect(
            hint("scan", "--json")
                == "Use this machine's Bluetooth adapter (CSR·[2J A10 [0a12:0001]): "
                + "`perch scan --radio usb:0a12:0001`. Or plug one in, name a port with --port "
                + "(`perch ports` lists them), or try `--port sim`.")
        #expect(hint("gatt", "read", "AA:BB:CC:DD:EE:FF").contains("`perch gatt read --radio usb:0a12:0001`"))
        try plugInAgain(hci: 0)
        #expect(hint("scan", up: true).contains("(this machine's own Bluetooth is without it meanwhile)"))
        try machine.set(.hard, of: 0)
        #expect(hint("scan").hasSuffix("cannot be used now; `perch ports` says why."))
    }

    @Test("radios and ports of the settings are offered before any other")
    func settingsOffer() throws {
        try plugIn()
        var settings = Settings()
        settings.radios = ["usb:0", "hci1"]
        settings.ports = ["auto", "sim", "/dev/ttyACM0"]
        #expect(
            noPort.offeringRadio(insteadOf: ["perch", "scan"], settings: settings) { controllers() }.hint
                == "Use what the settings name: `perch scan --radio usb:0` or `perch scan --radio hci1` or "
                + "`perch scan --port /dev/ttyACM0`.")
        settings.radios = []
        settings.ports = ["auto"]
        #expect(
            noPort.offeringRadio(insteadOf: ["perch", "scan"], settings: settings) { controllers() }.hint
                .contains("`perch scan --radio usb:0a12:0001`"))
    }

    private func plugInAgain(hci: Int) throws {
        try FileManager.default.removeItem(atPath: machine.root + "/sys")
        try plugIn(hci: hci)
    }

    @Test("a failure of another kind, and a machine without controllers, are told as before")
    func noOffer() throws {
        #expect(noPort.offeringRadio(insteadOf: ["perch", "scan"], settings: nil) { [] } == noPort)
        try plugIn()
        let other = Failure(PortChoice.Failure.noSuchSerial("1", known: []))
        #expect(other.offeringRadio(insteadOf: ["perch", "scan"]) { controllers() } == other)
    }

    @Test("where no port is a dongle, the doctor names the command that uses a controller")
    func ports() throws {
        try plugIn()
        func ports(radios: [String] = []) throws -> DoctorFinding {
            try #require(
                PortDiagnosis.findings(
                    [], gateways: [], isPortNamed: false, radios: radios, proposed: controllers().proposed
                ).first)
        }
        #expect(try ports().next?.hasSuffix("`perch scan --radio usb:0a12:0001`.") == true)
        #expect(try ports().verdict == .problem && ports(radios: ["usb:0"]).verdict == .ok)
    }
}

/// The program on a made-up machine.
@Suite(.enabled(if: isInstalled("umockdev-run"), "umockdev is not installed"))
struct ControllerProcessTests {
    private let wrapper = [
        "/usr/bin/umockdev-run", "-d",
        Checkout.file("Tests/LinkTests/SerialPort/Fixtures/controllers.umockdev").path, "--",
    ]

    @Test("the controllers are listed behind the ports, each with its state and a next step")
    func ports() throws {
        let ending = try PerchProcess(["ports", "--json"], under: wrapper).end()
        #expect(ending.status == 0, "\(ending.errors)")
        let objects = try ending.objects()
        let controllers = objects.filter { $0["type"] as? String == "controller" }
        #expect(objects.last?["controllers"] as? Int == 7 && controllers.count == 7)
        let intel = try #require(controllers.first { $0["radio"] as? String == "usb:8087:0a2b" })
        #expect(intel["hci"] as? String == "hci0" && intel["state"] as? String == "blocked")
        let usb = try #require(intel["usb"] as? [String: Any])
        #expect(usb["vendor_id"] as? String == "8087" && usb["path"] as? String == "/dev/bus/usb/001/005")
        #expect(controllers.allSatisfy { $0["reason"] is String && $0["next"] is String })
        #expect(controllers.last?["usb"] is NSNull && controllers.first?["hci"] is NSNull)
    }

    @Test("a scan without a dongle names the command for the first free adapter")
    func scan() throws {
        let ending = try PerchProcess(["scan"], under: wrapper).end()
        #expect(ending.status == 69)
        #expect(ending.errors.contains("`perch scan --radio usb:0a12:0001`"), "\(ending.errors)")
    }

    @Test("the doctor explains each, and only the lack of a dongle is a problem")
    func doctor() throws {
        let ending = try PerchProcess(["doctor", "--json"], under: wrapper).end()
        let checks = try ending.objects().filter { ($0["check"] as? String)?.hasPrefix("controller ") == true }
        #expect(checks.count == 7 && checks.allSatisfy { $0["verdict"] as? String != "problem" })
        #expect(checks.filter { $0["verdict"] as? String == "warning" }.count >= 1)
    }
}
