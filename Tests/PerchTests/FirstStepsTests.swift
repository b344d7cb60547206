import Foundation
import SerialPort
import Settings
import TestSupport
import Testing

@testable import Perch

@Suite struct FirstStepsTests {
    private func port(_ path: String, _ verdict: String = "granted") throws -> PortDescription {
        let access = #"{"verdict": "\#(verdict)", "ownerGroup": "dialout", "mode": 432}"#
        return PortDescription(
            path: path, vendorID: 0x303a, productID: 0x1001,
            access: try JSONDecoder().decode(PortAccess.self, from: Data(access.utf8)))
    }

    private func steps(
        _ ports: [PortDescription] = [], settings: Settings? = Settings(), sockets: [DoctorFinding] = [],
        controllers: [BluetoothController] = []
    ) -> FirstSteps {
        let found: DoctorFinding =
            settings == nil
            ? .problem("settings", "perch.toml:1: this is not TOML.", next: "Fix it.", exit: .configuration)
            : .ok("settings", "Nothing is set; the defaults apply.")
        return FirstSteps(
            survey: MachineSurvey(
                settingsFindings: [found], settings: settings, places: Places(environment: ["HOME": "/home/ann"]),
                settingsFile: "/home/ann/.config/perch/perch.toml", socketFindings: sockets, gateways: [],
                ports: ports, controllers: controllers))
    }

    @Test("the three commands fit what is there")
    func commands() throws {
        func commands(_ steps: FirstSteps) -> [String] { steps.steps.map(\.command) }
        #expect(commands(steps()) == ["perch scan --port sim", "perch setup", "perch doctor"])
        let free = BluetoothController(radio: "usb:0a12:0001")
        #expect(
            commands(steps(controllers: [free])) == [
                "perch scan --radio usb:0a12:0001", "perch setup", "perch scan --port sim",
            ])
        #expect(commands(steps([try port("/dev/ttyACM0")], controllers: [free])).first == "perch scan")
        #expect(commands(steps([try port("/dev/ttyACM0")])) == ["perch scan", "perch setup", "perch serve"])
        #expect(
            commands(steps([try port("/dev/ttyACM0", "denied")])) == [
                "perch setup", "perch doctor", "perch scan --port sim",
            ])
        #expect(
            commands(steps(settings: nil)) == ["perch settings check", "perch doctor", "perch scan --port sim"])
        let forbidden = DoctorFinding.problem(
            "socket /run/perch/perch.sock", "A gateway runs, but this user may not use it.", next: "", exit: .permission
        )
        #expect(commands(steps(sockets: [forbidden])).first == "perch doctor")
    }

    @Test("dongles, adapters, gateway and settings are named")
    func found() throws {
        let text = steps(
            [try port("/dev/ttyACM0", "denied")],
            controllers: [BluetoothController(radio: "hci0", hci: "hci0", isUp: true)]
        ).text
        #expect(text.contains("dongle      /dev/ttyACM0: ") && text.contains("this user may not open it"))
        #expect(text.contains("controller  hci0: built in, not on USB; this machine's own Bluetooth has it"))
        #expect(text.contains("gateway     None runs.\n") && text.contains("settings    Nothing is set"))
    }

    @Test("without arguments, a terminal gets the first steps, and a pipe the verbs")
    func noArguments() async throws {
        let home = try TemporaryFolder()
        let shown = try TerminalProgram(
            [PerchProcess.binary.path], environment: PerchProcess.environment(home))
        #expect(try await shown.end() == 0)
        #expect(shown.shown.contains("Found:") && shown.shown.contains("Next:"))
        let piped = try PerchProcess([], home: home).end()
        #expect(piped.status == 0 && piped.output.contains("Usage: perch <verb>"))
    }
}
