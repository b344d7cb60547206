import Advertising
import DongleLink
import Foundation
import TestSupport
import Testing

@testable import Gateway
@testable import SimulatedDongle

/// The end of a connection behind writes that the device does not acknowledge.
@Suite(.timeLimit(.minutes(2))) struct UnacknowledgedWriteTests {
    private static let value: UInt16 = 3

    /// Lends a connection to a device that has a connection event every `intervalMs`, so that what is
    /// written waits in the dongle.
    private func withSlowDevice(
        intervalMs: Int = 200, timeout: Duration = .seconds(10), lease: Duration = .seconds(30),
        clock: GatewayClock = .system(), _ body: (Gateway, GatewayConnection, PtyDongle) async throws -> Void
    ) async throws {
        let scenario = """
            {"name": "slow", "seed": 7, "advertisers": [], "peripherals": [
              {"advertiser": {"name": "Slow", "address": "c0:00:00:00:00:02", "pdu": "ADV_IND", "intervalMs": 20,
                 "distanceM": 1},
               "connectionIntervalMs": \(intervalMs), "connectLimitMs": 20,
               "services": [{"uuid": "fff0", "characteristics": [
                 {"uuid": "fff1", "properties": ["read", "write", "writeWithoutResponse"], "value": {"hex": "00"}}]}]}]}
            """
        let pty = try PtyDongle(SimulatedDongle.Configuration(scenario: try Scenario(json: Data(scenario.utf8))))
        defer { pty.stop() }
        try await withGateway(clock: clock) { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            let connection = try await gateway.connections.connect(
                ConnectionWish(address: "c0:00:00:00:00:02", addressType: .random, timeout: timeout, lease: lease))
            try await body(gateway, connection, pty)
        }
    }

    private func value(_ pty: PtyDongle) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            pty.perform { dongle in
                continuation.resume(
                    returning: try? dongle.peripherals[0].read(Self.value, offset: 0, at: .zero))
            }
        }
    }

    private func isConnected(_ pty: PtyDongle) async -> Bool {
        await withCheckedContinuation { continuation in
            pty.perform { continuation.resume(returning: $0.peripherals[0].isConnected) }
        }
    }

    @Test("a connection ends only when the device has what was written to it")
    func arrives() async throws {
        try await withSlowDevice { gateway, connection, pty in
            for byte: UInt8 in 1...3 { try await connection.write([byte], to: Self.value, confirmed: false) }
            #expect(await value(pty) == [0])
            try await connection.disconnect()
            #expect(await value(pty) == [3])
            #expect(await gateway.connections.list().isEmpty)
            await eventually("it is disconnected") { await !isConnected(pty) }
            await #expect(throws: GatewayError.unknownConnection(connection.id)) { try await connection.disconnect() }
        }
    }

    @Test("it ends likewise where the lease or the gateway ends it")
    func otherEnds() async throws {
        let clock = ManualClock()
        try await withSlowDevice(lease: .seconds(1), clock: clock.clock) { _, connection, pty in
            try await connection.write([7], to: Self.value, confirmed: false)
            clock.advance(by: .seconds(2))
            await eventually("the value arrived") { await value(pty) == [7] }
            await eventually("it is disconnected") { await !isConnected(pty) }
        }
        try await withSlowDevice(intervalMs: 20) { gateway, connection, pty in
            try await connection.write([8], to: Self.value, confirmed: false)
            await gateway.stop()
            await eventually("the value arrived") { await value(pty) == [8] }
        }
    }

    @Test("where nothing is answered any more, the end of the connection reports that the writes may be lost")
    func unanswered() async throws {
        try await withSlowDevice(timeout: .milliseconds(300)) { gateway, connection, pty in
            try await connection.write([9], to: Self.value, confirmed: false)
            pty.perform { $0.isStalled = true }
            await #expect(throws: GatewayError.writesUnanswered("c0:00:00:00:00:02")) {
                try await connection.disconnect()
            }
            #expect(await gateway.connections.list().isEmpty)
            pty.perform { $0.isStalled = false }
        }
    }

    @Test("an answer shows the arrival of the writes that were queued when it was asked for")
    func answered() {
        var writes = UnacknowledgedWrites()
        #expect(!writes.mayWait)
        writes.queue()
        let asked = writes.queued
        writes.queue()
        writes.answered(behind: asked)
        #expect(writes.mayWait)
        writes.answered(behind: writes.queued)
        writes.answered(behind: asked)
        #expect(!writes.mayWait)
    }
}
