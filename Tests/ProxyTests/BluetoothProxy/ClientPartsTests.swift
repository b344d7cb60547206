import Advertising
import DongleLink
import ESPHomeAPI
import Testing

@testable import BluetoothProxy

@Suite struct ClientPartsTests {
    @Test("answers wait up to the limit, then the client is given up")
    func overfull() async {
        var limits = ProxyLimits()
        limits.backlog = 100
        let outbox = ClientOutbox(limits)
        for _ in 0..<4 { outbox.send(.ping) }
        #expect(!outbox.isOverfull)
        outbox.send(.ping)
        #expect(outbox.isOverfull && outbox.isEmpty)
        #expect(await outbox.next() == nil)
    }

    @Test("notifications are dropped before answers are")
    func notifications() {
        var limits = ProxyLimits()
        limits.notificationBacklog = 100
        let outbox = ClientOutbox(limits)
        let results = (0..<10).map { _ in outbox.notify(.notification(address: 1, handle: 1, value: [1])) }
        #expect(results.filter { $0 }.count == 3)
        outbox.send(.ping)
        #expect(!outbox.isOverfull)
    }

    @Test("adverts wait for room, and the end ends the wait")
    func adverts() async {
        var limits = ProxyLimits()
        limits.advertMessages = 1
        let outbox = ClientOutbox(limits)
        let frame = Frame(type: MessageType(rawValue: 93), payload: [1])
        #expect(await outbox.offer(frame))
        async let second = outbox.offer(frame)
        _ = await outbox.next()
        #expect(await second)
        async let third = outbox.offer(frame)
        outbox.finish()
        #expect(await !third)
    }

    @Test("an address may connect so often in a minute, and again in the next")
    func rate() {
        var rate = ConnectionRate(limit: 2)
        let admitted = [("a", 0), ("a", 1), ("a", 2), ("b", 2), ("a", 60)].map { rate.admit($0, at: .seconds($1)) }
        #expect(admitted == [true, true, false, true, true])
        let many = (0..<3_000).map { rate.admit("\($0)", at: .seconds(60)) }
        #expect(!many.contains(false))
    }

    @Test("the dongle that hears a device best comes first, and old signals do not count")
    func signals() {
        var table = SignalTable()
        table.note(sighting(1, -70), by: "near", at: .seconds(0))
        table.note(sighting(1, -50), by: "nearer", at: .seconds(1))
        table.note(sighting(1, 127), by: "unknown", at: .seconds(1))
        let address = BluetoothAddress(1)
        #expect(table.ranked(["far", "near", "nearer"], for: address, at: .seconds(2)) == ["nearer", "near", "far"])
        #expect(table.ranked(["near", "nearer"], for: address, at: .seconds(60)) == ["nearer", "near"])
        #expect(table.ranked(["far", "near", "nearer"], for: address, at: .seconds(90)) == ["far", "near", "nearer"])
        #expect(table.type(of: address) == .random && table.type(of: BluetoothAddress(9)) == nil)
        for number in 0..<10_000 { table.note(sighting(UInt64(number), -60), by: "near", at: .seconds(number / 100)) }
        #expect(table.type(of: BluetoothAddress(9_999)) == .random && table.type(of: BluetoothAddress(1)) == nil)
    }

    private func sighting(_ address: UInt64, _ rssiDBm: Int8) -> Sighting {
        Sighting(
            number: 0, microsecondsSince1970: 0, address: BluetoothAddress(address), addressType: .random,
            pdu: .connectable,
            rssiDBm: rssiDBm, channel: nil, isTruncated: false, data: [])
    }
}
