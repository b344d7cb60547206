import DongleLink
import TestSupport
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Tests that measure time, and so run alone.
@Suite(.timeLimit(.minutes(2))) struct QuietTests {
    @Test("a dongle that does not answer does not keep the gateway from stopping")
    func silent() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        var begin = ContinuousClock.now
        try await withGateway({ $0.scansAlways = true }) { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            await eventually("it scans") { await pty.isScanning }
            pty.perform { $0.isStalled = true }
            begin = .now
        }
        #expect(ContinuousClock.now - begin < .seconds(1))
    }

    @Test("stopping with everything open takes less than a second")
    func stop() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        let store = try Store.inMemory()
        let gateway = Gateway(configuration: .init(), store: store, logger: .silent)
        async let running: Void = gateway.run()
        _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
        let adverts = try await gateway.adverts(AdvertQuery())
        let events = try await gateway.eventLog.follow(after: 0, kinds: nil)
        let log = try await gateway.dongles.log(of: nil)
        let connection = try await gateway.connections.connect(
            ConnectionWish(address: "48:87:2d:11:00:01", addressType: .public))
        #expect(connection.isSimulated)
        // No dongle answers at this port, which takes 12 s to find out.
        let empty = try EmptyTerminal()
        let silent = PortChoice.path(empty.path)
        let adoption = Task { try await gateway.dongles.adopt(silent, baud: nil) }
        await eventually("the adoption waits") { await gateway.dongles.ports.all.count == 2 }
        let readers = Task {
            for await _ in adverts {}
            for await _ in events {}
            for await _ in log {}
        }
        let start = ContinuousClock.now
        await gateway.stop()
        try await running
        await readers.value
        await #expect(throws: GatewayError.stopping) { try await adoption.value }
        #expect(ContinuousClock.now - start < .seconds(1))
        await #expect(throws: GatewayError.stopping) { try await gateway.adverts(AdvertQuery()) }
        await #expect(throws: GatewayError.stopping) { try await gateway.dongles.adopt(.path(pty.path), baud: nil) }
        // The port can be opened again.
        let next = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true)
        await next.close()
        withExtendedLifetime(empty) {}
    }

    @Test("a wish to stop ends runs soon, those that wait too, and says so")
    func stopped() async throws {
        try await ProvisioningRig.with([String](repeating: #""slow": 10"#, count: 6)) { rig in
            var order = ProvisioningRig.order(1...6)
            order.parallel = 1
            let batch = try await rig.service.start(order)
            #expect(batch.parallel == 1)
            try await rig.wait(batch, until: 3)
            let began = ContinuousClock.now
            #expect(await rig.service.stop(batch: batch.batch) == 6)
            let runs = try await rig.ended(batch)
            #expect(runs.allSatisfy { $0.state == .failed } && ContinuousClock.now - began < .seconds(3))
            #expect(try await rig.beacon(6) { $0.connections } == 0)
            #expect(await rig.gateway.connections.list().isEmpty)
        }
    }

    @Test("asked to stop once the beacon has saved, it does not wait for the air")
    func stoppedAfterSave() async throws {
        try await ProvisioningRig.with([#""settleMs": 60000"#]) { rig in
            let batch = try await rig.service.start(ProvisioningRig.order(1...1, verifyMs: 60_000))
            let subscription = try await rig.service.subscribe(batch: batch.batch)
            for await update in subscription { if case .run(let run) = update, run.state == .saved { break } }
            subscription.end()
            let began = ContinuousClock.now
            _ = await rig.service.stop(batch: nil)
            let runs = try await rig.ended(batch)
            #expect(runs.map(\.state) == [.writtenUnverified] && ContinuousClock.now - began < .seconds(3))
        }
    }
}
