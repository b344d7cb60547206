import Advertising
import DongleLink
import DongleProtocol
import Recording
import SimulatedDongle
import Testing

/// Traces of live sessions, dissected.
@Suite(.enabled(if: Dissector.isInstalled, Dissector.absence), .timeLimit(.minutes(2))) struct TracedSessionTests {
    @Test("a session of everything the host can do dissects without a complaint, and every frame has a name")
    func session() async throws {
        let made = try MadeTrace()
        let file = try WireTraceFile(path: made.path, application: "tests")
        try await run(file)
        try file.close()
        let counts = file.counts
        #expect(counts.dropped == 0)

        let rows = try Dissector.rows(
            made.path,
            [
                "perch.message", "_ws.expert.severity", "_ws.malformed", "perch.rejected", "perch.simulated",
                "frame.comment", "frame.p2p_dir", "perch.frame.kind",
            ])
        #expect(UInt64(rows.count) == counts.received + counts.sent)
        for (number, row) in rows.enumerated() {
            #expect(!row[0].isEmpty && !row[0].contains { $0.contains("unknown") }, "packet \(number + 1)")
            #expect((row[1].compactMap { Int($0) }.max() ?? 0) < Dissector.warningSeverity, "packet \(number + 1)")
            #expect(row[2].isEmpty && row[3].isEmpty, "packet \(number + 1)")
            let isSent = row[7] == ["1"] || row[7] == ["4"]
            #expect(row[6] == [isSent ? "0" : "1"], "packet \(number + 1)")
        }
        // A dongle that has just started sends BOOT until it is greeted.
        let reply = try #require(rows.firstIndex { $0[0] == ["HELLO response"] })
        #expect(
            rows[reply...].allSatisfy { $0[4] == ["1"] || $0[0] == ["BOOT"] || $0[0] == ["HELLO request"] },
            "whatever belongs to a session says that it is simulated")
        #expect(rows.contains { $0[5] == ["SIMULATED: no radio was used"] })

        let messages = Set(rows.flatMap { $0[0] })
        let immediate = [
            "HELLO", "PING", "INFO", "GET_STATE", "IDENTIFY", "REBOOT", "SCAN_START", "SCAN_STOP", "WRITE_COMMAND",
            "CONFIG_DATA", "CONFIG_LOAD", "CONFIG_RESET", "CONFIG_STAT", "CONFIG_READ",
        ]
        let deferred = [
            "CONNECT", "DISCONNECT", "EXCHANGE_MTU", "DISCOVER", "READ", "WRITE", "SUBSCRIBE", "CONFIG_BEGIN",
            "CONFIG_COMMIT", "CONFIG_SAVE",
        ]
        let events = [
            "DONE", "CONNECTED", "DISCONNECTED", "NOTIFICATION", "SCAN_STATE", "CONFIG_CHANGED", "ADVERT_BATCH",
        ]
        let expected =
            (immediate + deferred).flatMap { ["\($0) request", "\($0) response"] } + deferred.map { "\($0) result" }
            + events.map { "\($0) event" } + ["GRANT"]
        #expect(messages.isSuperset(of: expected), "missing: \(Set(expected).subtracting(messages).sorted())")
    }

    private func run(_ file: WireTraceFile) async throws {
        let pty = try PtyDongle(SimulatedDongle.Configuration(scenario: try .named("restaurant")))
        defer { pty.stop() }
        let dongle = try await Dongle.open(
            path: pty.path, baud: 921_600, isNative: true, trace: Tap(line: file.line(pty.path)))
        let events = await dongle.events()
        _ = try await dongle.info()
        _ = try await dongle.state()
        try await dongle.identify(for: .zero)

        let feed = try await dongle.startScan(ScanStartRequest(mode: .active, batchingMs: 20))
        for try await update in feed { if case .sightings = update { break } }
        try await dongle.stopScan()

        let connection = try await dongle.connect(to: BluetoothAddress(0x4887_2D11_0001), type: .public)
        _ = try await connection.exchangeMTU(200)
        let services = try await connection.discover()
        let characteristics = services.flatMap(\.characteristics)
        let readable = try #require(characteristics.first { $0.properties.contains(.read) })
        _ = try await connection.read(readable.valueHandle)
        let notifying = try #require(characteristics.first { $0.configurationHandle != nil })
        let writable = try #require(characteristics.first { $0.uuid == BluetoothUUID(short: 0xFFE2) })
        var updates = try await connection.subscribe(to: notifying).makeAsyncIterator()
        let password = try #require(characteristics.first { $0.uuid == BluetoothUUID(short: 0xFFE3) })
        try await connection.write(Array("555555".utf8), to: password.valueHandle)
        try await connection.write([0x4E, 0x4F, 0x11, 0x00, 0x11], to: writable.valueHandle)
        _ = await updates.next()
        try await connection.writeCommand([0x4E, 0x4F, 0x11, 0x00, 0x11], to: writable.valueHandle)
        try await connection.disconnect()

        let config = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        _ = try await dongle.pushConfig(config)
        _ = try await dongle.readConfig(.active)
        try await dongle.saveConfig()
        _ = try await dongle.configState()
        try await dongle.resetConfig()
        try await dongle.loadConfig()

        try await dongle.reboot(.run)
        for await event in events { if case .restored = event { break } }
        _ = try await dongle.state()
        await dongle.close()
    }
}

/// Passes a dongle's line to a trace.
private struct Tap: WireTrace {
    let line: WireTraceLine

    func received(_ bytes: RawSpan, microsecondsSince1970: Int64) {
        line.received(bytes, microsecondsSince1970: microsecondsSince1970)
    }

    func sent(_ bytes: RawSpan, microsecondsSince1970: Int64) {
        line.sent(bytes, microsecondsSince1970: microsecondsSince1970)
    }

    func markSimulated() { line.markSimulated() }
}
