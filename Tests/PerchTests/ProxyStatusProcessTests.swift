import TestSupport
import Testing

/// `perch status` of a gateway that is a Bluetooth proxy, as the real program.
@Suite(.timeLimit(.minutes(2))) struct ProxyStatusProcessTests {
    @Test("the status names Bluetooth proxies where they are on, and only there", arguments: [true, false])
    func proxies(_ isOn: Bool) async throws {
        let home = try TemporaryFolder()
        let proxy = ["PERCH_ESPHOME_LISTEN": "127.0.0.1:0", "PERCH_ESPHOME_MDNS": "false"]
        let gateway = try await ServingProcess(in: home, environment: isOn ? proxy : [:])
        defer { gateway.process.interrupt() }
        func status(_ more: String...) throws -> PerchProcess.Ending {
            try PerchProcess(
                ["status"] + more, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"]
            ).end()
        }
        let line = "proxies  1 Bluetooth proxy with 0 clients; see `perch esphome status`"
        try await eventually("the status tells") { try status().output.contains(line) == isOn }
        let counts = try status("--json").objects().first?["bluetooth_proxies"] as? [String: Int]
        #expect(counts == (isOn ? ["proxies": 1, "clients": 0] : nil))
    }
}
