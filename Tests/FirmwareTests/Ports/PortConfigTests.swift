import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Synchronization
import Testing

/// The config store over every port.
@Suite(.timeLimit(.minutes(2))) struct PortConfigTests {
    @Test("a config is sent, saved, read back, and survives a restart", arguments: PortKind.plain)
    func transfer(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let config = SeededConfig(bytes: kind.configLimit, seed: 1).bytes
            #expect(try await dongle.pushConfig(config))
            #expect(try await dongle.readConfig(.active) == config)
            try await dongle.saveConfig()
            #expect(try await !dongle.pushConfig(config))
            var events = await dongle.events().makeAsyncIterator()
            try await dongle.reboot(.run)
            while case let event = try #require(await events.next()) {
                if case .restored = event { break }
            }
            #expect(try await dongle.readConfig(.active) == config)
            #expect(try await dongle.readConfig(.saved) == config)
            let longer = SeededConfig(bytes: kind.configLimit + 1, seed: 2).bytes
            let error = await failure { _ = try await dongle.pushConfig(longer) }
            guard case .refused(_, .tooLarge, _) = error else {
                Issue.record("got \(String(describing: error))")
                return
            }
        }
    }

    @Test("a transfer goes on where it was when the host went away", arguments: PortKind.plain)
    func resumption(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, port in
            let config = SeededConfig(bytes: kind.configLimit, seed: 3).bytes
            // In the middle of a flash unit, at whose beginning the transfer continues after a
            // restart.
            let enough = kind.flashUnit + 3 * kind.chunk
            let closing = Mutex<Task<Void, Never>?>(nil)
            let error = await failure {
                _ = try await dongle.pushConfig(config) { written in
                    guard written >= enough else { return }
                    closing.withLock { task in
                        if task == nil { task = Task { await dongle.close() } }
                    }
                }
            }
            #expect(error != nil)
            let again = try await port.open()
            let first = Mutex<Int?>(nil)
            #expect(
                try await again.pushConfig(config) { written in
                    first.withLock { first in
                        if first == nil { first = written }
                    }
                })
            #expect(try #require(first.withLock { $0 }) > enough)
            #expect(try await again.readConfig(.active) == config)
            await again.close()
        }
    }

    @Test(
        "config transfers work on an emulated Cortex-M0",
        .enabled(if: PortKind.qemuMissing == nil, PortKind.qemuComment))
    func emulated() async throws {
        try await transfer(.qemu)
        try await resumption(.qemu)
    }

    @Test(
        "the emulated Cortex-M0 leaves a third of its stack unused, whatever it does",
        .enabled(if: PortKind.qemuMissing == nil, PortKind.qemuComment))
    func stack() async throws {
        try await Port.with(.qemu) { dongle, _ in
            var lines = await dongle.logLines().makeAsyncIterator()
            let feed = try await dongle.startScan(ScanStartRequest(mode: .active, batchingMs: 20))
            let connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            _ = try await connection.exchangeMTU(517)
            _ = try await connection.discover()
            try await connection.write([UInt8](repeating: 1, count: 240), to: ScriptedAir.echo)
            _ = try await connection.read(ScriptedAir.long)
            _ = try await dongle.pushConfig(SeededConfig(bytes: 4096, seed: 4).bytes)
            try await dongle.saveConfig()
            try await dongle.stopScan()
            _ = feed
            await dongle.close()
            var deepest: (used: Int, of: Int)?
            while let line = await lines.next() {
                guard let match = line.text.wholeMatch(of: /stack (\d+) of (\d+)/) else { continue }
                deepest = (Int(match.1) ?? 0, Int(match.2) ?? 0)
            }
            let (used, of) = try #require(deepest)
            print("stack of the nRF51 port: \(used) of \(of) bytes")
            #expect(used * 3 <= of * 2)
        }
    }
}
