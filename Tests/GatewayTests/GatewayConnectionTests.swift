import Advertising
import DongleLink
import DongleProtocol
import TestSupport
import GatewayModel
import SimulatedDongle
import Testing

@testable import Gateway

/// Connections to a simulated CP28.
@Suite(.timeLimit(.minutes(2))) struct GatewayConnectionTests {
    private static let cp28 = BluetoothAddress(0x4887_2D11_0001)

    private func withCP28(
        _ change: (inout Gateway.Configuration) -> Void = { _ in }, clock: GatewayClock = .system(),
        _ body: (Gateway, PtyDongle) async throws -> Void
    ) async throws {
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway(change, clock: clock) { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            try await body(gateway, pty)
        }
    }

    @Test("a device is connected without knowing the kind of its address, discovered, read, written and heard")
    func session() async throws {
        try await withCP28 { gateway, _ in
            let connection = try await gateway.connections.connect(ConnectionWish(address: Self.cp28))
            #expect(connection.addressType == .public && connection.lease == .seconds(30) && connection.isSimulated)
            #expect(await gateway.connections.list().map(\.id) == [connection.id])
            let services = try await connection.services()
            let service = try #require(services.first { $0.uuid == "ffe0" })
            #expect(try await connection.services() == services)
            let notifying = try #require(
                service.characteristics.first { !$0.properties.isDisjoint(with: [.notify, .indicate]) }
            )
            let writable = try #require(service.characteristics.first { $0.properties.contains(.write) })
            let password = try #require(service.characteristics.last)
            let updates = try await connection.notifications(notifying.valueHandle)
            try await connection.write(Array("555555".utf8), to: password.valueHandle, confirmed: true)
            try await connection.write([0x4E, 0x4F, 0x11, 0x00, 0x11], to: writable.valueHandle, confirmed: true)
            var iterator = updates.makeAsyncIterator()
            let reply = await iterator.next()
            #expect(reply == .value([0x4E, 0x4F, 0x11, 0x01, 0x00, 0x10]))
            let mtu = try await connection.exchangeMTU(247)
            #expect(await gateway.connections.list().map(\.mtu) == [Int(mtu)])
            await #expect(throws: GatewayError.noSuchHandle(9999)) {
                try await connection.notifications(9999)
            }
            let silent = try #require(
                services.flatMap(\.characteristics).first { $0.properties == .read })
            await #expect {
                try await connection.notifications(silent.valueHandle)
            } throws: { error in
                if case GatewayError.cannotNotify = error { true } else { false }
            }
            #expect(try await !connection.read(silent.valueHandle).isEmpty)
            try await connection.disconnect()
            #expect(await gateway.connections.list().isEmpty)
            guard case .disconnected = await iterator.next() else {
                Issue.record("the stream did not end")
                return
            }
            let end = await iterator.next()
            #expect(end == nil)
            await #expect(throws: GatewayError.unknownConnection(connection.id)) {
                try await connection.read(3)
            }
        }
    }

    @Test("a lease ends a connection that nobody uses, and an open stream holds it")
    func lease() async throws {
        let clock = ManualClock()
        try await withCP28(clock: clock.clock) { gateway, _ in
            let connection = try await gateway.connections.connect(
                ConnectionWish(address: Self.cp28, addressType: .public, lease: .milliseconds(2000)))
            let services = try await connection.services()
            let notifying = try #require(
                services.flatMap(\.characteristics).first { $0.properties.contains(.notify) })
            var updates: AsyncStream<GATTUpdate>? = try await connection.notifications(notifying.valueHandle)
            clock.advance(by: .seconds(600))
            // Another read of the table, after the reaper had its turn.
            #expect(try await connection.services() == services)
            #expect(await gateway.connections.list().count == 1)
            #expect(updates != nil)
            updates = nil
            await eventually("the stream's hold is gone") { await gateway.connections.leases.nextEnd != nil }
            clock.advance(by: .milliseconds(1999))
            #expect(await gateway.connections.list().count == 1)
            clock.advance(by: .milliseconds(1))
            await eventually("the connection is ended") { await gateway.connections.list().isEmpty }
            // The connection has also ended on the dongle: the device can be connected again.
            var again: GatewayConnection?
            await eventually("it can be connected again") {
                again = try? await gateway.connections.connect(ConnectionWish(address: Self.cp28, addressType: .public))
                return again != nil
            }
            #expect(again?.id != connection.id)
        }
    }

    @Test("a gateway that stops ends its connections on the devices")
    func stopping() async throws {
        try await withCP28 { gateway, pty in
            func isConnected() async -> Bool {
                await withCheckedContinuation { continuation in
                    pty.perform { dongle in
                        continuation.resume(returning: dongle.peripherals.contains { $0.isConnected })
                    }
                }
            }
            _ = try await gateway.connections.connect(ConnectionWish(address: Self.cp28, addressType: .public))
            #expect(await isConnected())
            await gateway.stop()
            await eventually("its links are closed") { await gateway.dongles.ports.all.isEmpty }
            #expect(await !isConnected())
        }
    }

    @Test("a restart of the dongle ends its connections")
    func restart() async throws {
        try await withCP28 { gateway, pty in
            let connection = try await gateway.connections.connect(
                ConnectionWish(address: Self.cp28, addressType: .public))
            pty.perform { $0.powerCycle() }
            await eventually("the connection is gone") { await gateway.connections.list().isEmpty }
            await #expect(throws: GatewayError.unknownConnection(connection.id)) {
                try await connection.services()
            }
        }
    }

    @Test("a device that is not there is not heard, and one connection too many is refused")
    func refused() async throws {
        let clock = ManualClock()
        try await withCP28({ $0.connectionLimit = 1 }, clock: clock.clock) { gateway, _ in
            let ticking = Task {
                while !Task.isCancelled {
                    if clock.sleepers > 0, gateway.hub.demand != nil { clock.advance(by: .seconds(1)) }
                    await Task.yield()
                }
            }
            await #expect(throws: GatewayError.notHeard(.init(0xAABB_CCDD_EEFF), limit: .seconds(5))) {
                try await gateway.connections.connect(ConnectionWish(address: "aa:bb:cc:dd:ee:ff"))
            }
            ticking.cancel()
            await ticking.value
            #expect(await gateway.status().queues.advertReaders == 0)
            _ = try await gateway.connections.connect(ConnectionWish(address: Self.cp28, addressType: .public))
            await #expect(throws: GatewayError.tooMany("connections", limit: 1)) {
                try await gateway.connections.connect(ConnectionWish(address: Self.cp28, addressType: .public))
            }
        }
    }
}
