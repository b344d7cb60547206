import Advertising
import DongleProtocol
import EchoCharacteristics
import SimulatedDongle
import Testing

/// The echo service of the scenario `conformance`, through the protocol.
struct SimulatedEchoTests {
    private let host: BareHost
    private let connection: Connection

    init() throws {
        host = try BareHost(.named("conformance"))
        _ = try host.startSession()
        connection = try host.connect(to: host.dongle.peripherals[0])
    }

    private func handle(_ characteristic: EchoCharacteristic) throws -> UInt16 {
        let table = host.dongle.peripherals[0].table
        return try #require(table.characteristic(BluetoothUUID(characteristic.uuid))).valueHandle
    }

    private func read(_ characteristic: EchoCharacteristic) throws -> [UInt8] {
        try host.outcome(
            of: ReadRequest(deadlineMs: 1000, connection: connection, handle: try handle(characteristic))
        ).value
    }

    private func write(_ value: [UInt8], to characteristic: EchoCharacteristic) throws {
        let handle = try handle(characteristic)
        _ = try host.outcome(
            of: WriteRequest(deadlineMs: 1000, connection: connection, handle: handle, value: value))
    }

    private func subscribe(_ characteristic: EchoCharacteristic, _ mode: SubscriptionMode) throws {
        let handle = try handle(characteristic) + 1
        _ = try host.outcome(
            of: SubscribeRequest(deadlineMs: 1000, connection: connection, handle: handle, mode: mode))
    }

    private func values(_ code: EventCode, of characteristic: EchoCharacteristic) throws -> [[UInt8]] {
        let handle = try handle(characteristic)
        return host.frames.events(code, as: Notification.self).filter { $0.handle == handle }.map(\.value)
    }

    @Test("what is written, by request and by command, is kept and notified")
    func echo() throws {
        try write([1, 2], to: .echo)
        try subscribe(.echo, .notifications)
        try write([], to: .echo)
        try write([3], to: .echo)
        let command = WriteCommandRequest(connection: connection, handle: try handle(.echo), value: [4, 5])
        _ = try host.answer(to: command)
        host.advance(by: .milliseconds(100))
        #expect(try values(.notification, of: .echo) == [[], [3], [4, 5]])
        #expect(try read(.echo) == [4, 5])
    }

    @Test("the long value is 300 bytes")
    func long() throws {
        #expect(try read(.long) == Array(EchoCharacteristic.longValue.prefix(22)))
        #expect(EchoCharacteristic.longValue.count == 300 && EchoCharacteristic.longValue[251...].starts(with: [0, 1]))
    }

    @Test(
        "counters go on by one each 100 ms while they are subscribed to",
        arguments: [
            (EchoCharacteristic.counter, SubscriptionMode.notifications, EventCode.notification),
            (.indicated, .indications, .indication),
        ])
    func counters(counter: EchoCharacteristic, mode: SubscriptionMode, code: EventCode) throws {
        host.advance(by: .seconds(1))
        try subscribe(counter, mode)
        host.advance(by: .milliseconds(1050))
        try subscribe(counter, .off)
        host.advance(by: .seconds(1))
        let counts = try values(code, of: counter).map { $0[0] }
        #expect((10...11).contains(counts.count))
        #expect(counts == (0..<UInt8(counts.count)).map { $0 })
    }

    @Test("the protected value asks for authentication")
    func protected() throws {
        let refused = HostFault.refused(Status(rawValue: 0x0505))
        #expect(throws: refused) { try read(.protected) }
        #expect(throws: refused) { try write([1], to: .protected) }
    }

    @Test("the silent value never answers, and its connection takes nothing else")
    func silent() throws {
        #expect(throws: HostFault.refused(.deadline)) { try read(.silent) }
        #expect(throws: HostFault.refused(.busy)) { try read(.echo) }
        _ = try host.outcome(of: DisconnectRequest(deadlineMs: 1000, connection: connection))
        let again = try host.connect(to: host.dongle.peripherals[0])
        let request = WriteRequest(deadlineMs: 1000, connection: again, handle: try handle(.silent), value: [1])
        #expect(throws: HostFault.refused(.deadline)) { try host.outcome(of: request) }
    }

    @Test("the peripheral ends the connection as long after the write as it says")
    func drop() throws {
        #expect(throws: HostFault.refused(Status(rawValue: 0x050D))) { try write([1], to: .drop) }
        try write([0xF4, 1], to: .drop)
        host.advance(by: .milliseconds(400))
        #expect(host.frames.events(.disconnected, as: Disconnected.self).isEmpty)
        host.advance(by: .milliseconds(200))
        let ended = host.frames.events(.disconnected, as: Disconnected.self).map(\.status)
        #expect(ended == [Status(rawValue: 0x0413)])
    }
}
