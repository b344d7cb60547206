import Advertising
import DongleLink
import GatewayModel
import NIOConcurrencyHelpers
import SimulatedDongle
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(2))) struct ConnectionOccupancyTests {
    private static let device = BluetoothAddress(0x4887_2D11_0001)

    private func holder(_ number: UInt64, isProxied: Bool, dongle: String = "d") -> ConnectionOccupancy.Holder {
        ConnectionOccupancy.Holder(dongle: dongle, address: BluetoothAddress(number), isProxied: isProxied)
    }

    private func slots(
        _ holders: [ConnectionOccupancy.Holder], slots: Int = 3, reserved: Int
    ) -> (free: Int, limit: Int, allocated: [UInt64]) {
        let found = ConnectionOccupancy(version: 1, holders: holders).proxySlots(
            of: "d", slots: slots, reserved: reserved)
        return (found.free, found.limit, found.allocated.map(\.value))
    }

    @Test(
        "proxies have the slots that are not reserved, and the gateway's own connections take the reserved ones first")
    func slots() {
        #expect(slots([], reserved: 1) == (2, 2, []))
        #expect(slots([holder(1, isProxied: false)], reserved: 1) == (2, 2, []))
        #expect(slots([holder(1, isProxied: false), holder(2, isProxied: false)], reserved: 1) == (1, 2, [2]))
        #expect(slots([holder(1, isProxied: false), holder(2, isProxied: true)], reserved: 0) == (1, 3, [2, 1]))
        #expect(slots([holder(1, isProxied: true, dongle: "e")], reserved: 0) == (3, 3, []))
    }

    @Test("a dongle with one slot, or with all reserved, still has one for proxies")
    func atLeastOne() {
        #expect(slots([], slots: 1, reserved: 1) == (1, 1, []))
        #expect(slots([], slots: 3, reserved: 16) == (1, 1, []))
        #expect(slots([], slots: 0, reserved: 1) == (0, 0, []))
    }

    @Test(
        "a proxy's connection holds a slot from the attempt on, has no lease, and its end is told before the slot is free"
    )
    func proxied() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway({ $0.reservedSlots = 16 }) { gateway in
            let id = try #require(try await gateway.dongles.adopt(.path(pty.path), baud: nil).id)
            let ends = NIOLockedValueBox<[ConnectionEnd]>([])
            let changes = await gateway.connections.occupancyChanges()
            var wish = ConnectionWish(address: Self.device, addressType: .public, lease: .seconds(1))
            wish.isProxied = true
            wish.whenEnded = { end in ends.withLockedValue { $0.append(end) } }
            let before = await gateway.connections.occupancy().version
            let connection = try await gateway.connections.connect(wish)
            let occupancy = await gateway.connections.occupancy()
            #expect(occupancy.version > before)
            #expect(
                occupancy.holders == [ConnectionOccupancy.Holder(dongle: id, address: Self.device, isProxied: true)])
            #expect(await gateway.connections.leases.nextEnd == nil)
            // The only slot that is not reserved is taken; the gateway itself still has others.
            await #expect(throws: GatewayError.tooMany("connections of proxies", limit: 1)) {
                try await gateway.connections.connect(wish)
            }
            try await connection.disconnect()
            #expect(ends.withLockedValue { $0 } == [.requested])
            #expect(await gateway.connections.occupancy().holders.isEmpty)
            var iterator = changes.makeAsyncIterator()
            #expect(await iterator.next() != nil)
        }
    }

    @Test("the gateway's own attempt to connect cuts that of a proxy short, which is repeated afterwards")
    func rightOfWay() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            var absent = ConnectionWish(address: "c0:00:00:00:00:99", addressType: .random)
            absent.timeout = .milliseconds(1500)
            absent.isProxied = true
            let (begun, started) = (ContinuousClock.now, absent)
            async let proxied = Result<GatewayConnection, any Error> { try await gateway.connections.connect(started) }
            while await gateway.connections.proxiedAttempts.isEmpty { await Task.yield() }
            let own = try await gateway.connections.connect(
                ConnectionWish(address: Self.device, addressType: .public, timeout: .seconds(4)))
            #expect(ContinuousClock.now - begun < .milliseconds(1200))
            try await own.disconnect()
            let outcome = await proxied
            // Its own deadline, not the cut, has ended it.
            #expect(throws: LinkError.self) { try outcome.get() }
            #expect(ContinuousClock.now - begun >= .milliseconds(1400))
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
