import DongleProtocol
import Foundation
import SimulatedDongle
import Testing

/// Simulated CP28s that are slow or silent, or differ from the usual.
struct SimulatedCP28VariantTests {

    @Test("a beacon without replies acknowledges writes and notifies nothing")
    func noReplies() throws {
        let host = try BeaconHost.authenticated { $0.replies = "none" }
        try host.write(steps: 1...24)
        #expect(host.replies() == [])
        #expect(host.beacon.saves == 1)
    }

    @Test("delayed replies come in order, after their time, and not in another connection")
    func delayedReplies() throws {
        let host = try BeaconHost.authenticated { $0.replyDelayMs = 2000 }
        try host.write(steps: 1...3)
        host.host.advance(by: .milliseconds(1600))
        #expect(host.replies() == [])
        host.host.advance(by: .milliseconds(400))
        #expect(host.replies().map { $0[2] } == [0x71, 0x11, 0x61])
        try host.write(steps: 24...24)
        try host.disconnect()
        try host.connectAndAuthenticate()
        host.host.advance(by: .seconds(3))
        #expect(host.replies().count == 3)
    }

    @Test("a slow beacon acknowledges each write so many connection events later", arguments: [0, 1, 10])
    func slow(events: Int) throws {
        let host = try BeaconHost.authenticated { $0.slow = events }
        try host.write(steps: 1...8)
        let times = host.peripheral.requestTimes.suffix(8)
        let interval = Duration.milliseconds(30)
        for time in times {
            #expect(time.answered - time.queued > interval * events)
            #expect(time.answered - time.queued <= interval * (events + 1))
        }
        #expect(host.beacon.executedCommands.count == 8)
    }

    @Test("a slow beacon is slow to refuse, too")
    func slowRefusal() throws {
        let host = try BeaconHost { $0.slow = 20 }
        try host.connect()
        let before = host.host.now
        #expect(throws: HostFault.refused(Status(rawValue: 0x0505))) { try host.authenticate("dx1234") }
        #expect(host.host.now - before > .milliseconds(600))
    }

    @Test("after a save it can have another address, and answers at that one only")
    func newAddress() throws {
        let host = try BeaconHost.authenticated { $0.newAddressAfterSave = "48:87:2d:00:00:99" }
        try host.write(steps: 1...23)
        try host.disconnect()
        #expect(Set(try host.heard().map(\.address.rawValue)) == [0x4887_2D00_0001])
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
        try host.disconnect()
        #expect(Set(try host.heard().map(\.address.rawValue)) == [0x4887_2D00_0099])
        #expect(throws: HostFault.refused(.deadline)) {
            try host.host.outcome(
                of: ConnectRequest(
                    deadlineMs: 2000, address: Address(rawValue: 0x4887_2D00_0001), addressType: .public))
        }
        try host.connectAndAuthenticate()
    }

    @Test("after a connection it stays off the air for a while, and who waits is connected when it is back")
    func settling() throws {
        let host = try BeaconHost.authenticated { $0.settleMs = 6000 }
        try host.disconnect()
        #expect(try host.heard(for: .seconds(5)).isEmpty)
        #expect(!(try host.heard(for: .seconds(3)).isEmpty))
        try host.connect()
        try host.disconnect()
        let before = host.host.now
        try host.connect(deadlineMs: 10_000)
        #expect((Duration.seconds(5)...Duration.seconds(7)).contains(host.host.now - before))
    }

    @Test("without its service it says so on the air and has none")
    func noService() throws {
        let host = try BeaconHost { $0.service = false }
        let responses = try host.heard().filter { $0.traits.pdu == .scanResponse }.map(\.data)
        #expect(Set(responses) == [[0x05, 0x09] + Array("CP28".utf8)])
        try host.connect()
        #expect(host.peripheral.table.services.map(\.uuid.description) == ["1800"])
        #expect(throws: HostFault.self) { try host.authenticate() }
    }

    @Test(
        "one that hangs up after a refusal lets that through first, whatever takes it time",
        arguments: [("att", 0, 0.0), ("nack", 0, 0), ("att", 10, 0), ("nack", 3, 500)])
    func hangingUp(refusal: String, slow: Int, replyDelayMs: Double) throws {
        let host = try BeaconHost {
            $0.refusal = refusal
            $0.hangsUpAfterRefusal = true
            $0.slow = slow
            $0.replyDelayMs = replyDelayMs
        }
        try host.connect()
        try host.subscribe()
        if refusal == "att" {
            #expect(throws: HostFault.refused(Status(rawValue: 0x0505))) { try host.authenticate("dx1234") }
        } else {
            try host.authenticate("dx1234")
        }
        #expect(host.disconnections().isEmpty)
        host.host.advance(by: .seconds(1))
        #expect(host.replies() == (refusal == "att" ? [] : [[0x4E, 0x4F, 0, 1, 1, 0]]))
        #expect(host.disconnections() == [Status(rawValue: 0x0413)])
        try host.connect()
        try host.authenticate()
        host.host.advance(by: .seconds(1))
        try host.write(steps: 1...24)
    }

    @Test("one whose answers nobody can subscribe to takes everything else")
    func notNotifying() throws {
        let host = try BeaconHost { $0.notifies = false }
        try host.connect()
        #expect(throws: HostFault.self) { try host.subscribe() }
        #expect(host.peripheral.table.characteristics.map(\.valueHandle) == [3, 6, 8, 10])
        #expect(host.peripheral.table.characteristics[1].properties == .notify)
        try host.write(Array("555555".utf8), to: 10)
        for step in BeaconHost.steps { try host.write(step, to: 8) }
        #expect(host.beacon.saves == 1)
        #expect(host.replies() == [])
    }

    @Test("an iBeacon among other frames is each third advert, before a save and after it")
    func interleaved() throws {
        let host = try BeaconHost.authenticated { $0.iBeaconEvery = 3 }
        func adverts() throws -> [Advert] { try host.heard().filter { $0.traits.pdu == .connectable } }
        try host.write(steps: 1...23)
        try host.disconnect()
        let before = try adverts()
        #expect(before.count > 5)
        #expect(Set(before.filter { $0.beaconIdentity == nil }.map(\.data)) == [Self.plain("CP28")])
        for window in zip(before, zip(before.dropFirst(), before.dropFirst(2))) {
            #expect([window.0, window.1.0, window.1.1].count { $0.beaconIdentity != nil } == 1)
        }
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
        try host.disconnect()
        let after = try adverts()
        #expect(Set(after.compactMap(\.beaconIdentity)) == [BeaconHost.newIdentity])
        #expect(Set(after.filter { $0.beaconIdentity == nil }.map(\.data)) == [Self.plain("Table 7")])
    }

    private static func plain(_ name: String) -> [UInt8] {
        [0x02, 0x01, 0x06, UInt8(name.utf8.count + 1), 0x09] + Array(name.utf8)
    }

    @Test("one that cannot be connected to is heard with all it has, and no attempt comes through")
    func notConnectable() throws {
        let host = try BeaconHost { $0.connectable = false }
        let heard = try host.heard()
        #expect(Set(heard.map(\.traits.pdu)) == [.scannable, .scanResponse])
        #expect(throws: HostFault.refused(.deadline)) { try host.connect(deadlineMs: 2000) }
    }

    @Test("what it advertises at first is what the scenario says")
    func factoryState() throws {
        let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
        let host = try BeaconHost {
            $0.iBeacon = .init(uuid: uuid, major: 258, minor: 772, measuredPowerDBm: -60)
            $0.name = "Beacon"
        }
        let heard = try host.heard()
        #expect(Set(heard.compactMap(\.beaconIdentity).map { $0.suffix(4) }) == [[1, 2, 3, 4]])
        #expect(Set(heard.compactMap(\.measuredPower)) == [UInt8(bitPattern: -60)])
        #expect(heard.contains { $0.data == [0x07, 0x09] + Array("Beacon".utf8) + [0x03, 0x03, 0xE0, 0xFF] })
        #expect(host.beacon.saved.frames.first?.identity.uuid.description == uuid)
    }
}
