import Foundation
import SerialPort
import Settings
import TestSupport
import Testing

@testable import Perch

/// What `perch setup` would do on a made-up machine.
@Suite struct SetupTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func port(_ verdict: String, _ ids: (UInt16, UInt16) = (0x303a, 0x1001)) throws -> PortDescription {
        let access = #"{"verdict": "\#(verdict)", "ownerGroup": "dialout", "mode": 432}"#
        return PortDescription(
            path: "/dev/ttyACM0", vendorID: ids.0, productID: ids.1, serial: "E8",
            access: try JSONDecoder().decode(PortAccess.self, from: Data(access.utf8)))
    }

    private func setup(
        _ ports: [PortDescription], service: Bool = false, name: String = "", isRoot: Bool = false,
        environment: [String: String] = [:], radio: String? = nil, controllers: [BluetoothController] = []
    ) throws -> Setup {
        try Setup(
            survey: MachineSurvey(
                settingsFindings: [], settings: Settings(), places: Places(environment: ["HOME": home.path]),
                settingsFile: home.path("perch.toml"), socketFindings: [], gateways: [], ports: ports,
                controllers: controllers),
            answers: SetupAnswers(port: "auto", radio: radio, name: name, isService: service), isRoot: isRoot,
            environment: environment, units: [home.path])
    }

    @Test("a port that is closed to this user needs the udev rules, or over the network its group")
    func access() throws {
        let here = try setup([try port("denied")])
        #expect(
            here.commands.map(\.line) == [
                "perch udev print | sudo tee /etc/udev/rules.d/70-perch.rules >/dev/null",
                "sudo udevadm control --reload", "sudo udevadm trigger --settle",
            ])
        #expect(!here.mayOpenDongle && !here.commands.contains(where: \.needsLogin))
        let remote = try setup([try port("denied")], environment: ["SSH_CONNECTION": "::1 1 ::1 22"])
        #expect(remote.commands.map(\.line) == ["sudo usermod -aG dialout \"$USER\""])
        #expect(remote.commands.map(\.needsLogin) == [true])
        let bridge = try setup([try port("denied", (0x10c4, 0xea60))])
        #expect(bridge.commands.first?.line.contains("udev print --bridges") == true)
        let open = try setup([try port("granted")])
        #expect(open.commands.isEmpty && open.mayOpenDongle)
    }

    @Test("a service is set up by root alone, and this user is told the one command")
    func service() throws {
        try Data().write(to: URL(fileURLWithPath: home.path("perch.service")))
        let user = try setup([], service: true, name: "Ann's bar")
        #expect(user.isLeftToRoot)
        #expect(
            user.commands.map(\.line) == [
                #"sudo perch setup '--port' 'auto' '--name' 'Ann'\''s bar' --service --yes --run"#
            ])
    }

    @Test("further ports stay unless another port is chosen")
    func furtherPorts() {
        var now = Settings()
        now.ports = ["auto", "sim"]
        func ports(_ port: String) -> SettingValue? {
            SetupAnswers(port: port, name: "", isService: false).edits(now: now)
                .first { $0.key.path == "dongles.ports" }?.value
        }
        #expect(ports("auto") == .list(["auto", "sim"]))
        #expect(ports("sim") == .list(["sim"]))
    }

    @Test("a radio goes into the settings, and the ports stay as they are")
    func radio() throws {
        var now = Settings()
        func edits(_ radio: String?) -> [String] {
            SetupAnswers(port: "auto", radio: radio, name: "", isService: false).edits(now: now).map(\.line)
        }
        #expect(edits("usb:0a12:0001") == [#"dongles.radios = ["usb:0a12:0001"]"#, #"gateway.name = """#])
        now.radios = ["usb:1", "hci0"]
        #expect(edits("hci0").first == #"dongles.radios = ["usb:1", "hci0"]"#)
        #expect(edits(nil).first == #"dongles.ports = ["auto"]"#)
        let answers = SetupAnswers(port: "auto", radio: "usb:0a12:0001", name: "", isService: true)
        #expect(answers.options.hasPrefix("'--radio' 'usb:0a12:0001' '--name' ''"))
    }

    @Test("an adapter that is closed to this user needs the rules, one that is switched off rfkill's command")
    func radioCommands() throws {
        let radio = "usb:0a12:0001"
        func commands(
            _ block: BluetoothController.Block? = nil, isPermitted: Bool = true, environment: [String: String] = [:]
        ) throws -> (lines: [String], mayOpen: Bool) {
            let controller = BluetoothController(radio: radio, block: block, isPermitted: isPermitted)
            let setup = try setup([], environment: environment, radio: radio, controllers: [controller])
            return (setup.commands.map(\.line), setup.mayOpenDongle)
        }
        #expect(try commands() == ([], true))
        #expect(try commands(.soft) == (["sudo rfkill unblock bluetooth"], false))
        #expect(try commands(.hard) == ([], false))
        let rules = [
            "perch udev print --bluetooth | sudo tee /etc/udev/rules.d/70-perch-bluetooth.rules >/dev/null",
            "sudo udevadm control --reload", "sudo udevadm trigger --settle",
        ]
        #expect(try commands(isPermitted: false) == (rules, false))
        #expect(
            try commands(isPermitted: false, environment: ["SSH_CONNECTION": "::1 1 ::1 22"]).lines
                == rules + ["sudo usermod -aG perch \"$USER\""])
    }

    @Test("the service has a radio by a unit of its own")
    func radioService() throws {
        try Data().write(to: URL(fileURLWithPath: home.path("perch.service")))
        let user = try setup([], service: true, radio: "usb:0a12:0001")
        #expect(
            user.commands.map(\.line) == [
                "sudo perch setup '--radio' 'usb:0a12:0001' '--name' '' --service --yes --run"
            ])
        let root = try setup(
            [], service: true, isRoot: true, radio: "usb:0a12:0001",
            controllers: [BluetoothController(radio: "usb:0a12:0001")])
        #expect(
            root.commands.map(\.line) == [
                "perch udev print --bluetooth | tee /etc/udev/rules.d/70-perch-bluetooth.rules >/dev/null",
                "udevadm control --reload", "udevadm trigger --settle",
                "systemctl enable --now perch-radio@usb:0a12:0001", "systemctl enable perch",
                "systemctl restart perch",
            ])
    }

    @Test("without the service's unit nothing is set up")
    func noUnit() throws {
        #expect(throws: (any Error).self) { try setup([], service: true) }
    }
}
