import Advertising
import DongleLink
import DongleProtocol
import TestSupport
import Recording
import SerialPort
import SimulatedDongle
import Testing

/// The actor over a real pseudo-terminal, with the simulated dongle behind it.
@Suite(.timeLimit(.minutes(2))) struct LiveDongleTests {
    private static let cp28 = BluetoothAddress(0x4887_2D11_0001)

    private static func withDongle(
        _ scenario: String = "restaurant", replay: Replay? = nil, _ body: (Dongle, PtyDongle) async throws -> Void
    ) async throws {
        var configuration = SimulatedDongle.Configuration(scenario: try .named(scenario))
        configuration.replay = replay
        let pty = try PtyDongle(configuration)
        defer { pty.stop() }
        let dongle = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true)
        do {
            try await body(dongle, pty)
            await dongle.close()
        } catch {
            await dongle.close()
            throw error
        }
    }

    @Test("info and state come through a pty")
    func info() async throws {
        try await Self.withDongle { dongle, _ in
            let info = try await dongle.info()
            #expect(info.firmware.contains("simulated"))
            #expect(try await dongle.identity.features.contains(.simulated))
            let state = try await dongle.state()
            #expect(state.scan == .stopped)
            try await dongle.identify(for: .seconds(1))
        }
    }

    @Test("a replay arrives whole, and the feed ends when the scan is stopped")
    func replay() async throws {
        let adverts = ScanTests.adverts(20_000)
        let replay = Replay(adverts: adverts, options: .init(speed: .maximum))
        try await Self.withDongle("empty", replay: replay) { dongle, _ in
            let feed = try await dongle.startScan(ScanStartRequest(mode: .passive, batchingMs: 20))
            var data: [[UInt8]] = []
            for try await update in feed {
                guard case .sightings(let sightings) = update else {
                    Issue.record("got \(update)")
                    continue
                }
                data += sightings.map(\.data)
                if data.count == adverts.count { try await dongle.stopScan() }
            }
            #expect(data == adverts.map(\.data))
        }
    }

    @Test("on a slow line every advert that took a number is seen or counted as lost when the scan is stopped")
    func slowLine() async throws {
        var configuration = SimulatedDongle.Configuration(scenario: try .named("empty"))
        configuration.replay = Replay(
            adverts: ScanTests.adverts(2000), options: .init(speed: .maximum, drops: true))
        configuration.identity.lineRate = 57_600
        let pty = try PtyDongle(configuration)
        defer { pty.stop() }
        let dongle = try await Dongle.open(path: pty.path, baud: 57_600)
        let feed = try await dongle.startScan(ScanStartRequest(mode: .passive, batchingMs: 0))
        try await dongle.stopScan()
        var sum: UInt64 = 0
        for try await update in feed {
            switch update {
            case .sightings(let sightings): sum += UInt64(sightings.count)
            case .lost(let count), .missed(let count): sum += count
            case .interrupted, .restored, .failed: Issue.record("got \(update)")
            }
        }
        #expect(sum == 2000)
        await dongle.close()
    }

    @Test("a reader that comes late finds what came and the exact number of what it missed")
    func slowReader() async throws {
        let adverts = ScanTests.adverts(60_000)
        let replay = Replay(adverts: adverts, options: .init(speed: .maximum, drops: true))
        try await Self.withDongle("empty", replay: replay) { dongle, _ in
            let feed = try await dongle.startScan(ScanStartRequest(mode: .passive, batchingMs: 20))
            while try await dongle.state().oldestAdvert < 60_000 {}
            try await dongle.stopScan()
            var sum: UInt64 = 0
            for try await update in feed {
                switch update {
                case .sightings(let sightings): sum += UInt64(sightings.count)
                case .lost(let count), .missed(let count): sum += count
                case .interrupted, .restored, .failed: Issue.record("got \(update)")
                }
            }
            #expect(sum == 60_000)
        }
    }

    @Test("a simulated CP28 is discovered, read, written and heard")
    func gatt() async throws {
        try await Self.withDongle { dongle, _ in
            let connection = try await dongle.connect(to: Self.cp28, type: .public)
            let services = try await connection.discover()
            let service = try #require(services.first { $0.uuid == BluetoothUUID(short: 0xFFE0) })
            let uuids = service.characteristics.map(\.uuid)
            #expect(uuids == [0xFFE1, 0xFFE2, 0xFFE3].map { BluetoothUUID(short: $0) })
            let notifying = try #require(service.characteristics.first { $0.configurationHandle != nil })
            let writable = try #require(service.characteristics.first { $0.uuid == BluetoothUUID(short: 0xFFE2) })
            let updates = try await connection.subscribe(to: notifying)
            let password = try #require(service.characteristics.last)
            try await connection.write(Array("555555".utf8), to: password.valueHandle)
            try await connection.write([0x4E, 0x4F, 0x11, 0x00, 0x11], to: writable.valueHandle)
            var iterator = updates.makeAsyncIterator()
            guard case .value(let reply) = await iterator.next() else {
                Issue.record("no notification")
                return
            }
            #expect(reply == [0x4E, 0x4F, 0x11, 0x01, 0x00, 0x10])
            try await connection.disconnect()
            guard case .disconnected = await iterator.next() else {
                Issue.record("the subscription did not end")
                return
            }
            await #expect(throws: LinkError.self) { try await connection.read(writable.valueHandle) }
        }
    }

    @Test("a config is sent, made active, saved and read back; sending it again changes nothing")
    func config() async throws {
        try await Self.withDongle("empty") { dongle, _ in
            let config = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect(try await dongle.pushConfig(config))
            #expect(try await dongle.readConfig(.active) == config)
            try await dongle.saveConfig()
            #expect(try await dongle.readConfig(.saved) == config)
            #expect(try await !dongle.pushConfig(config))
            let state = try await dongle.configState()
            #expect(state.activeLength == 5000 && state.savedLength == 5000)
            try await dongle.resetConfig()
            #expect(try await dongle.configState().activeLength == 0)
            #expect(try await dongle.readConfig(.active).isEmpty)
            try await dongle.loadConfig()
            #expect(try await dongle.readConfig(.active) == config)
        }
    }

    @Test("a config that is read while another becomes active is one of the two, whole")
    func configChangesWhileRead() async throws {
        try await Self.withDongle("empty") { dongle, _ in
            let configs = [1, 2].map { SeededConfig(bytes: 8000, seed: $0).bytes }
            _ = try await dongle.pushConfig(configs[0])
            try await dongle.saveConfig()
            for _ in 0..<10 {
                _ = try await dongle.pushConfig(configs[1])
                let sent = await dongle.statistics().framesSent
                async let read = dongle.readConfig(.active)
                while await dongle.statistics().framesSent < sent + 5 {}
                try await dongle.loadConfig()
                let bytes = try await read
                #expect(configs.contains(bytes))
            }
        }
    }

    @Test("a restart is told, and a running scan goes on by itself")
    func restart() async throws {
        try await Self.withDongle { dongle, pty in
            let feed = try await dongle.startScan(ScanStartRequest(mode: .passive, batchingMs: 20))
            var iterator = feed.makeAsyncIterator()
            guard case .sightings = try await iterator.next() else {
                Issue.record("no adverts")
                return
            }
            pty.perform { $0.powerCycle() }
            var seen: [String] = []
            while seen.last != "sightings after" {
                switch try #require(try await iterator.next()) {
                case .sightings: if seen.contains("restored") { seen.append("sightings after") }
                case .interrupted: seen.append("interrupted")
                case .restored: seen.append("restored")
                case .lost, .missed, .failed: continue
                }
            }
            #expect(seen == ["interrupted", "restored", "sightings after"])
        }
    }

    @Test("a port that vanishes ends the scan and every call with portLost")
    func unplug() async throws {
        try await Self.withDongle { dongle, pty in
            let feed = try await dongle.startScan(ScanStartRequest(mode: .passive, batchingMs: 20))
            pty.stop()
            await #expect(throws: LinkError.portLost) { for try await _ in feed {} }
            await #expect(throws: LinkError.portLost) { try await dongle.info() }
        }
    }

    @Test("a subscription is told that the port has vanished")
    func unplugWhileSubscribed() async throws {
        try await Self.withDongle { dongle, pty in
            let connection = try await dongle.connect(to: Self.cp28, type: .public)
            let services = try await connection.discover()
            let notifying = try #require(
                services.flatMap(\.characteristics).first { $0.configurationHandle != nil })
            let updates = try await connection.subscribe(to: notifying)
            pty.stop()
            var seen: [GATTUpdate] = []
            for await update in updates { seen.append(update) }
            #expect(seen == [.interrupted(.portLost)])
        }
    }

    @Test("a second opener is told who holds the port")
    func busy() async throws {
        try await Self.withDongle { _, pty in
            await #expect {
                _ = try await Dongle.open(path: pty.path, baud: 921_600)
            } throws: { error in
                if case SerialPortError.busy = error { true } else { false }
            }
        }
    }

    @Test("a terminal without a dongle behind it is told from one that has")
    func noDongle() async throws {
        let terminal = try EmptyTerminal()
        await #expect {
            _ = try await Dongle.open(path: terminal.path, baud: 921_600, greetingLimit: .milliseconds(600))
        } throws: { error in
            if case LinkError.greeting(.noAnswer) = error { true } else { false }
        }
    }

    @Test("a cancelled greeting ends soon")
    func cancelledGreeting() async throws {
        let terminal = try EmptyTerminal()
        let attempt = Task { try await Dongle.open(path: terminal.path, baud: 921_600) }
        attempt.cancel()
        await #expect(throws: CancellationError.self) { _ = try await attempt.value }
    }

    @Test("a cancelled connect ends soon and leaves the link usable")
    func cancelled() async throws {
        try await Self.withDongle("empty") { dongle, _ in
            let attempt = Task {
                try await dongle.connect(to: BluetoothAddress(0xAABB), type: .public, deadline: .seconds(300))
            }
            while try await dongle.state().openOperations == 0 {}
            attempt.cancel()
            await #expect(throws: LinkError.self) { _ = try await attempt.value }
            #expect(try await dongle.state().openOperations == 0)
        }
    }
}
