import ArgumentParser
import Settings
import Testing

@testable import Perch

@Suite struct ServeOptionsTests {
    @Test("every flag of a setting is one of the command, and sets it")
    func complete() throws {
        let arguments = [
            "--port", "/dev/a", "--port", "sim", "--radio", "usb:0", "--radio",
            "serial:/dev/ttyACM0,1000000,rtscts", "--radio", "tcp:[::1]:9", "--baud", "115200", "--on-demand",
            "--passive", "--min-rssi", "-80",
            "--socket", "/s", "--http", "localhost:0", "--token-file", "/t", "--tls-certificate", "/c", "--tls-key",
            "/k", "--state", "/d", "--log-level", "debug",
        ]
        let options = try ServeOptions.parse(arguments)
        var sources = SettingsSources(environment: [:], places: Places(environment: [:], userID: 1), file: "/dev/null")
        sources.flags = options.flags
        let effective = try sources.load()
        #expect(effective.settings.ports == ["/dev/a", "sim"])
        #expect(effective.settings.radios == ["usb:0", "serial:/dev/ttyACM0,1000000,rtscts", "tcp:[::1]:9"])
        #expect(effective.settings.baud == 115_200)
        #expect(!effective.settings.scansAlways)
        #expect(!effective.settings.scansActively)
        #expect(effective.settings.minimumRSSI == -80)
        #expect(effective.settings.listen == "localhost:0")
        #expect(effective.settings.stateFolder == "/d")
        #expect(effective.settings.logLevel == "debug")
        for entry in effective.entries where !entry.key.flags.isEmpty {
            #expect(entry.origin != .standard, "\(entry.key.path)")
        }
        #expect(try ServeOptions.parse(["--active"]).flags == [.init("--active", "active")])
        #expect(try ServeOptions.parse([]).flags.isEmpty)
    }

    @Test(
        "a flag that its setting cannot have is a wrong command line",
        arguments: [
            ["--baud", "7"], ["--min-rssi", "-128"], ["--http", "8470"], ["--log-level", "loud"], ["--port", "id:"],
            ["--port", ""], ["--active", "--passive"], ["--radio", "usb:x"], ["--radio", ""],
            ["--radio", "/dev/ttyACM0"],
            ["--radio", "usb:0", "--radio", "usb:0"],
        ])
    func wrong(arguments: [String]) {
        #expect(throws: (any Error).self) { try ServeOptions.parse(arguments) }
    }
}
