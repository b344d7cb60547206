import Advertising
import DongleProtocol
import SimulatedDongle
import Testing

/// Connections to virtual peripherals, through the protocol.
struct VirtualConnectionTests {
    private static let flockFinder = 3

    private func connected(_ index: Int) throws -> (BareHost, Connection) {
        let host = try BareHost(.named("restaurant"))
        _ = try host.startSession()
        return (host, try host.connect(to: host.dongle.peripherals[index]))
    }

    private func scripted(
        _ characteristics: [Scenario.Characteristic], leavesAfterSeconds: Double? = nil,
        disconnectsAfterSeconds: Double? = nil
    ) throws -> (BareHost, Connection) {
        let scenario = Scenario(
            name: "one",
            peripherals: [
                Scenario.Peripheral(
                    advertiser: .init(name: "p", address: "c0:00:00:00:00:01", pdu: "ADV_IND"), largestMTU: 100,
                    disconnectsAfterSeconds: disconnectsAfterSeconds, leavesAfterSeconds: leavesAfterSeconds,
                    services: [.init(uuid: "ffe0", characteristics: characteristics)])
            ])
        let host = try BareHost(scenario)
        _ = try host.startSession()
        return (host, try host.connect(to: host.dongle.peripherals[0]))
    }

    private func discover(
        _ what: DiscoveryKind, _ host: BareHost, _ connection: Connection
    ) throws -> DiscoveredRecords {
        let result = try host.outcome(
            of: DiscoverRequest(deadlineMs: 5000, connection: connection, what: what))
        #expect(result.nextHandle == 0)
        return result.records
    }

    @Test("a CP28 from the factory has its service and three characteristics")
    func discoverCP28() throws {
        let (host, connection) = try connected(0)
        guard case .primaryServices(let services) = try discover(.primaryServices, host, connection),
            case .characteristics(let characteristics) = try discover(.characteristics, host, connection),
            case .descriptors(let descriptors) = try discover(.descriptors, host, connection)
        else {
            Issue.record("another kind of records than was asked for")
            return
        }
        #expect(services.map(\.uuid.assigned) == [0x1800, 0xFFE0])
        #expect(services.last?.lastHandle == 11)
        #expect(characteristics.map(\.uuid.assigned) == [0x2A00, 0xFFE1, 0xFFE2, 0xFFE3])
        #expect(descriptors.filter { $0.uuid.assigned == 0x2902 }.map(\.handle) == [7])
    }

    @Test("who is connected does not advertise; who is disconnected does again")
    func advertising() throws {
        let (host, connection) = try connected(0)
        _ = try host.answer(to: ScanStartRequest(mode: .passive))
        host.advance(by: .seconds(5))
        func heard() -> Int { host.frames.adverts.count { $0.address.rawValue == 0x4887_2D11_0001 } }
        #expect(heard() == 0)
        _ = try host.outcome(of: DisconnectRequest(deadlineMs: 1000, connection: connection))
        let ended = host.frames.events(.disconnected, as: Disconnected.self)
        #expect(ended.map(\.status) == [Status(rawValue: 0x0416)])
        host.advance(by: .seconds(5))
        #expect(heard() > 7)
    }

    @Test("what is written to an echo comes back once subscribed")
    func echo() throws {
        let (host, connection) = try scripted([
            .init(uuid: "ffe1", properties: ["notify"]), .init(uuid: "ffe2", properties: ["write"], echoTo: "ffe1"),
        ])
        _ = try host.outcome(
            of: SubscribeRequest(deadlineMs: 1000, connection: connection, handle: 4, mode: .notifications))
        let packet: [UInt8] = [0x4E, 0x4F, 0x60, 0x00, 0x60]
        _ = try host.outcome(
            of: WriteRequest(deadlineMs: 1000, connection: connection, handle: 6, value: packet))
        host.advance(by: .milliseconds(100))
        let notified = host.frames.events(.notification, as: Notification.self)
        #expect(notified.map(\.value) == [packet])
        #expect(notified.map(\.handle) == [3])
    }

    @Test("each request takes a connection event of its own")
    func connectionEvents() throws {
        let (host, connection) = try connected(0)
        let before = host.now
        for _ in 0..<10 {
            _ = try host.outcome(of: ReadRequest(deadlineMs: 1000, connection: connection, handle: 3))
        }
        #expect(host.now - before > .milliseconds(9 * 30))
        #expect(host.now - before < .milliseconds(11 * 35))
    }

    @Test("the MTU is what both take, and a second exchange changes nothing")
    func mtu() throws {
        let (host, connection) = try connected(0)
        func exchange(_ mtu: UInt16) throws -> UInt16 {
            try host.outcome(of: ExchangeMTURequest(deadlineMs: 1000, connection: connection, mtu: mtu)).mtu
        }
        #expect(try exchange(517) == 247)
        #expect(try exchange(100) == 247)
    }

    @Test("a FlockFinder notifies its stream while subscribed")
    func flockFinder() throws {
        let (host, connection) = try connected(VirtualConnectionTests.flockFinder)
        _ = try host.outcome(of: ExchangeMTURequest(deadlineMs: 1000, connection: connection, mtu: 247))
        let table = host.dongle.peripherals[VirtualConnectionTests.flockFinder].table
        let uuid = BluetoothUUID("beb5483e-36e1-4688-b7f5-ea07361b26aa")
        let stream = try #require(table.characteristic(uuid))
        _ = try host.outcome(
            of: SubscribeRequest(
                deadlineMs: 1000, connection: connection, handle: stream.valueHandle + 1, mode: .notifications))
        host.advance(by: .milliseconds(5500))
        let values = host.frames.events(.notification, as: Notification.self).map(\.value)
        #expect(values.count == 5)
        #expect(values.first.map { String(decoding: $0, as: UTF8.self) } == #"{"evt":"channel","ch":6,"ts":12000}"#)
    }

    @Test("indications come one by one, each confirmed")
    func indications() throws {
        let (host, connection) = try scripted([
            .init(uuid: "ffe1", properties: ["indicate"], value: .init(text: "tick"), notifyEveryMs: 10)
        ])
        _ = try host.outcome(
            of: SubscribeRequest(deadlineMs: 1000, connection: connection, handle: 4, mode: .indications))
        host.advance(by: .seconds(3))
        let count = host.frames.events(.indication, as: Notification.self).count
        // One in each connection event of 30 ms.
        #expect((90...101).contains(count))
    }

    @Test("a long value is read in parts and written in parts")
    func longValues() throws {
        let (host, connection) = try scripted([.init(uuid: "ffe2", properties: ["read", "write"])])
        let value = (0..<300).map { UInt8($0 & 0xFF) }
        _ = try host.outcome(of: WriteRequest(deadlineMs: 5000, connection: connection, handle: 3, value: value))
        var read: [UInt8] = []
        var more = true
        while more {
            let part = try host.outcome(
                of: ReadRequest(
                    deadlineMs: 1000, connection: connection, handle: 3, offset: UInt16(read.count)))
            read += part.value
            more = part.more
        }
        #expect(read == value)
    }

    @Test("the errors of a script reach the host as they are")
    func errors() throws {
        let (host, connection) = try scripted([
            .init(uuid: "ffe2", properties: ["read", "write"], readError: 5, writeError: 0x80)
        ])
        #expect(throws: HostFault.refused(Status(rawValue: 0x0505))) {
            try host.outcome(of: ReadRequest(deadlineMs: 1000, connection: connection, handle: 3))
        }
        #expect(throws: HostFault.refused(Status(rawValue: 0x0580))) {
            try host.outcome(of: WriteRequest(deadlineMs: 1000, connection: connection, handle: 3, value: [1]))
        }
    }

    @Test("a write command is applied without an answer from the peer")
    func writeCommand() throws {
        let (host, connection) = try scripted([.init(uuid: "ffe2", properties: ["writeWithoutResponse"])])
        _ = try host.answer(to: WriteCommandRequest(connection: connection, handle: 3, value: [1, 2]))
        host.advance(by: .milliseconds(50))
        let peripheral = host.dongle.peripherals[0]
        #expect(peripheral.value(of: try #require(peripheral.table.characteristics.first)) == [1, 2])
    }

    @Test("nobody answers at an unknown address: the deadline ends the attempt")
    func unknownAddress() throws {
        let host = try BareHost(.named("restaurant"))
        _ = try host.startSession()
        let before = host.now
        #expect(throws: HostFault.refused(.deadline)) {
            try host.outcome(
                of: ConnectRequest(
                    deadlineMs: 2000, address: Address(rawValue: 0x0102_0304_0506), addressType: .public))
        }
        #expect(host.now - before < .seconds(3))
        _ = try host.connect(to: host.dongle.peripherals[1])
    }

    @Test("a peripheral that ends connections says so; one that leaves is missed after the supervision time-out")
    func ends() throws {
        let (polite, _) = try scripted([], disconnectsAfterSeconds: 1)
        polite.advance(by: .seconds(2))
        #expect(
            polite.frames.events(.disconnected, as: Disconnected.self).map(\.status) == [Status(rawValue: 0x0413)])
        #expect(polite.dongle.peripherals[0].advertiser.isOn)

        let (gone, connection) = try scripted([.init(uuid: "ffe2", properties: ["read"])], leavesAfterSeconds: 2)
        gone.advance(by: .seconds(2))
        #expect(throws: HostFault.self) {
            try gone.outcome(of: ReadRequest(deadlineMs: 10_000, connection: connection, handle: 3))
        }
        gone.advance(by: .seconds(1))
        #expect(gone.frames.events(.disconnected, as: Disconnected.self).map(\.status) == [Status(rawValue: 0x0408)])
        #expect(!gone.dongle.peripherals[0].advertiser.isOn)
    }

    @Test("write commands to who has left go nowhere, and time goes on")
    func commandsAfterDeparture() throws {
        let (host, connection) = try scripted(
            [.init(uuid: "ffe2", properties: ["writeWithoutResponse"])], leavesAfterSeconds: 2)
        host.advance(by: .seconds(2))
        _ = try host.answer(to: WriteCommandRequest(connection: connection, handle: 3, value: [1]))
        host.advance(by: .seconds(5))
        let peripheral = host.dongle.peripherals[0]
        #expect(peripheral.value(of: try #require(peripheral.table.characteristics.first)).isEmpty)
        #expect(!peripheral.isConnected)
    }
}
