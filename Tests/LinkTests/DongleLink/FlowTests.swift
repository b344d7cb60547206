import Advertising
@testable import DongleLink
import DongleProtocol
import TestSupport
import Recording
import SimulatedDongle
import Testing

/// Floods that exceed the line, the window or the counters.
@Suite struct FlowTests {
    @Test("under a flood of adverts on a slow line writes stay timely, and every advert is accounted for")
    func flood() throws {
        let replay = Replay(
            adverts: ScanTests.adverts(4000), options: .init(speed: .times(50), loops: true, drops: true))
        let link = try VirtualLink.numbered(line: .init(baud: 115_200), seed: 108, replay: replay)
        let connection = try link.connect()
        try link.give(ScanStartRequest(mode: .passive, minimumRSSI: -90, batchingMs: 20))
        link.run(for: .seconds(2))
        for number in 0..<100 as Range<UInt32> {
            let began = link.now
            try link.give(link.write(number, connection))
            #expect(link.now - began < .milliseconds(150))
        }
        let next = try link.give(ScanStopRequest()).next
        link.run(for: .seconds(4))
        let statistics = link.session.statistics
        #expect(statistics.advertsLost > 1000)
        #expect(statistics.adverts + statistics.advertsLost == UInt64(next))
        #expect(try link.numbered().writes.count == 100)
        #expect(try link.numbered().writes.values.allSatisfy { $0 == 1 })
    }

    @Test("requests on their way fill the dongle's window and never exceed it")
    func window() throws {
        let link = try VirtualLink.numbered(8, line: .init(latency: .milliseconds(20)), seed: 109)
        let connections = try (0..<8).map { try link.connect($0) }
        let hello = try #require(link.session.hello)
        var tokens: [RequestToken] = []
        for round in 0..<10 as Range<UInt32> {
            tokens += connections.enumerated().map { index, connection in
                link.submit(link.write(round << 8 | UInt32(index), bytes: 512, connection))
            }
        }
        var most = 0
        let ended = link.run(limit: .seconds(60)) {
            most = max(most, link.session.unresolved.reduce(0) { $0 + $1.frame.count })
            return tokens.allSatisfy { link.result($0) != nil }
        }
        #expect(ended)
        #expect(most <= Int(hello.rxWindow))
        #expect(most > Int(hello.rxWindow) - 545)
        #expect(tokens.allSatisfy { link.result($0)?.outcome == .done })
        #expect(try (0..<8).allSatisfy { try link.numbered($0).writes.values.reduce(0, +) == 10 })
        #expect(try link.give(GetStateRequest()).counters.rejectedOverflow == 0)
    }

    @Test("seventy thousand notifications pass the wrap of the events' counter, on a line that loses some")
    func wraps() throws {
        let link = try VirtualLink.numbered(line: .init(rates: [.drop: 0.01]), seed: 114)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 2...2
        peripheral.notificationsLeft = 70_000
        let connection = try link.connect()
        try link.subscribe(connection)
        link.session.subscriptions = 1
        var expected: UInt32 = 0
        var toldLost = 0
        let ended = link.run(limit: .seconds(200)) {
            for number in link.notifications {
                if let number { #expect(number == expected) } else { toldLost += 1 }
                expected += 1
            }
            link.forgetActions()
            return expected == 70_000
        }
        #expect(ended)
        #expect(link.session.statistics.sessions == 1)
        // Losses on the line are repaired.
        #expect(toldLost == 0)
        #expect(link.session.streamA.next >= 70_000 % 65_536)
    }
}
