@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// One end stalls while the other continues.
@Suite struct StallTests {
    @Test("a host that stands still for 20 s keeps its session, and finds every notification or its loss")
    func hostStalls() throws {
        let link = try VirtualLink.numbered(seed: 105)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 2...10
        let connection = try link.connect()
        try link.subscribe(connection)
        link.session.subscriptions = 1
        let token = link.submit(link.write(1, connection))
        link.transport.stall(.host, until: link.now + .seconds(20))
        link.run(for: .seconds(22))
        let outcome = try #require(link.result(token)).outcome
        #expect(outcome == .unknown)
        #expect(peripheral.writes == [1: 1])
        try link.give(link.write(2, connection))
        peripheral.notificationsLeft = 0
        link.run(for: .seconds(3))
        #expect(link.notifications.areGapless)
        #expect(link.notifications.contains(nil))
        #expect(link.notifications.count == link.dongle.peripherals[0].sentValues)
        #expect(link.notifications.count > 3000)
        #expect(link.session.statistics.sessions == 1)
        #expect(link.failure == nil)
    }

    @Test("indications wait for a host that stands still, and none is lost")
    func indications() throws {
        let link = try VirtualLink.numbered(seed: 115)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 2...10
        peripheral.notifiedBytes = 20
        let connection = try link.connect()
        try link.give(
            SubscribeRequest(
                deadlineMs: 5000, connection: connection, handle: Handle.configuration, mode: .indications))
        link.session.subscriptions = 1
        link.transport.stall(.host, until: link.now + .seconds(20))
        link.run(for: .seconds(20))
        // The ring is full, so the peripheral gets no confirmation.
        let sent = link.dongle.peripherals[0].sentValues
        link.run(for: .seconds(2))
        peripheral.notificationsLeft = 0
        link.run(for: .seconds(3))
        let values = link.events(.indication, as: Notification.self).map { UInt32(number: $0.value) }
        #expect(values == (0..<UInt32(link.dongle.peripherals[0].sentValues)).map { $0 })
        #expect(values.count > sent)
        #expect(sent < 600)
        #expect(link.events(.lost, as: Lost.self).isEmpty)
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("a host that stands still for 40 s finds its session ended, its connections closed, and another at once")
    func hostStallsTooLong() throws {
        let link = try VirtualLink.numbered(seed: 106)
        let connection = try link.connect()
        let token = link.submit(link.write(1, connection))
        link.transport.stall(.host, until: link.now + .seconds(40))
        link.run(for: .seconds(43))
        #expect(try #require(link.result(token)).outcome != .notDone)
        #expect(try link.numbered().writes == [1: 1])
        #expect(!link.dongle.peripherals[0].isConnected)
        #expect(link.session.statistics.sessions == 2)
        let another = try link.connect()
        #expect(another.generation != connection.generation)
        try link.give(link.write(2, another))
        #expect(try link.numbered().writes == [1: 1, 2: 1])
    }

    @Test("a dongle that stands still for 500 ms costs that time and nothing else")
    func dongleStalls() throws {
        let link = try VirtualLink.numbered(seed: 107)
        let connection = try link.connect()
        for number in 1...10 as ClosedRange<UInt32> {
            link.transport.stall(.dongle, until: link.now + .milliseconds(500))
            let began = link.now
            try link.give(link.write(number, connection))
            #expect(link.now - began < .milliseconds(1500))
        }
        #expect(try link.numbered().writes.values.allSatisfy { $0 == 1 })
        #expect(try link.numbered().writes.count == 10)
        #expect(link.session.statistics.sessions == 1)
    }
}
