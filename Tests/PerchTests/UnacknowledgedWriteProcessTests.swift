import TestSupport
import Testing

/// `perch gatt write --no-response`, as the real program.
@Suite(.timeLimit(.minutes(2))) struct UnacknowledgedWriteProcessTests {
    @Test("a write without response has reached a slow device when the verb ends")
    func arrives() async throws {
        let home = try TemporaryFolder()
        let scenario = try home.file(
            "slow.json",
            """
            {"name": "slow", "seed": 7, "peripherals": [
              {"advertiser": {"name": "Slow", "address": "c0:00:00:00:00:02", "pdu": "ADV_IND", "intervalMs": 20},
               "connectionIntervalMs": 200, "services": [{"uuid": "fff0", "characteristics": [
                 {"uuid": "fff1", "properties": ["read", "writeWithoutResponse"], "value": {"hex": "00"}}]}]}]}
            """)
        let gateway = try await ServingProcess(["--scenario", scenario], in: home)
        defer { gateway.process.interrupt() }
        func gatt(_ verb: String, _ more: String...) throws -> PerchProcess.Ending {
            let place = ["gatt", verb, "c0:00:00:00:00:02", "--type", "random", "--char", "fff1"]
            return try PerchProcess(place + more, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
                .end()
        }
        var looks = 1
        while looks < 100, try gatt("read").status == 75 { looks += 1 }
        let written = try gatt("write", "--hex", "2a", "--no-response")
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output == "1 bytes to handle 3: sent; the device does not acknowledge such writes.\n")
        #expect(try gatt("read").output.contains("2a"))
    }
}
