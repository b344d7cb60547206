import Advertising
@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// The same tests, end to end, over every line.
@Suite struct TransportTests {
    @Test("a session is opened", arguments: TestLine.allCases)
    func greeting(_ kind: TestLine) throws {
        let link = try VirtualLink.numbered(line: kind.line, seed: 21, starts: false)
        if kind == .unplugging { link.unplug(afterFrames: 1) }
        link.open()
        #expect(link.run(limit: .seconds(12)) { link.isLive })
        #expect(link.unpluggings == (kind == .unplugging ? 1 : 0))
        #expect(link.session.hello?.probe == HelloRequest.transparencyProbe)
    }

    @Test("requests are answered, each with its own answer", arguments: TestLine.allCases)
    func requests(_ kind: TestLine) throws {
        let link = try VirtualLink.numbered(line: kind.line, seed: 22)
        try kind.run(link) { link, _ in
            for _ in 0..<30 {
                #expect(try link.give(InfoRequest()).firmware.contains("simulated"))
                #expect(try link.give(PingRequest()).bootID == link.session.hello?.bootID)
                try link.give(IdentifyRequest(durationMs: 1))
                #expect(try link.give(GetStateRequest()).scan == .stopped)
            }
        }
    }

    @Test(
        "a peripheral is connected, discovered, written, read and let go, each effect once",
        arguments: TestLine.allCases)
    func operations(_ kind: TestLine) throws {
        let link = try VirtualLink.numbered(line: kind.line, seed: 23)
        let peripheral = try link.numbered()
        var done: Set<UInt32> = []
        try kind.run(link) { link, attempt in
            let connection = try link.connect()
            #expect(
                try link.give(ExchangeMTURequest(deadlineMs: 5000, connection: connection, mtu: 247)).mtu == 185)
            let found = try link.give(
                DiscoverRequest(
                    deadlineMs: 5000, connection: connection, what: .characteristics, firstHandle: 1, lastHandle: .max))
            guard case .characteristics(let records) = found.records else { throw NoOutcome() }
            #expect(records.map(\.valueHandle) == [Handle.notifying, Handle.written, Handle.commanded])
            for number in 1...20 as ClosedRange<UInt32> {
                let marked = attempt << 16 | number
                try link.give(link.write(marked, bytes: 4 + Int(number) * 20, connection))
                #expect(peripheral.writes[marked] == 1)
                done.insert(marked)
                let read = try link.give(
                    ReadRequest(deadlineMs: 5000, connection: connection, handle: Handle.written))
                #expect(UInt32(number: read.value) == marked)
            }
            try link.give(DisconnectRequest(deadlineMs: 5000, connection: connection))
            #expect(!link.dongle.peripherals[0].isConnected)
        }
        // No write is executed twice, including those of unknown outcome.
        #expect(peripheral.writes.values.allSatisfy { $0 == 1 })
        #expect(done.allSatisfy { peripheral.writes[$0] == 1 })
    }

    @Test("received and lost adverts add up to the numbers the dongle gave", arguments: TestLine.allCases)
    func scan(_ kind: TestLine) throws {
        let replay = Replay(adverts: ScanTests.adverts(4000), options: .init(speed: .times(50), loops: true))
        let link = try VirtualLink.numbered(line: kind.line, seed: 24, replay: replay)
        try kind.run(link) { link, _ in
            let before = link.session.statistics
            let first = try link.give(ScanStartRequest(mode: .passive, minimumRSSI: -90, batchingMs: 20)).oldestAdvert
            try link.runPluggedIn(for: .seconds(1))
            let next = try link.give(ScanStopRequest()).next
            try link.runPluggedIn(for: .seconds(4))
            let after = link.session.statistics
            let received = after.adverts - before.adverts
            let lost = after.advertsLost - before.advertsLost
            #expect(received + lost == UInt64(next - first))
            #expect(received > 1000)
            if kind == .perfect || kind == .bytewise || kind == .duplicating { #expect(lost == 0) }
            if kind == .lossy { #expect(lost > 0) }
        }
    }

    @Test("every notification comes once and in order", arguments: TestLine.allCases)
    func notifications(_ kind: TestLine) throws {
        let link = try VirtualLink.numbered(line: kind.line, seed: 25)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 2...12
        try kind.run(link) { link, _ in
            let connection = try link.connect()
            // Set only now, since the connection of a lost port notifies until the radio has ended
            // it.
            peripheral.notificationsLeft = 300
            try link.subscribe(connection)
            link.session.subscriptions = 1
            let came = try link.runPluggedIn(limit: .seconds(30)) { link.notifications.count >= 300 }
            #expect(came)
            #expect(peripheral.notified == 300)
            #expect(link.notifications == (0..<300).map { UInt32($0) })
            try link.give(DisconnectRequest(deadlineMs: 5000, connection: connection))
        }
    }

    @Test("a config arrives whole and becomes active once", arguments: TestLine.allCases)
    func config(_ kind: TestLine) throws {
        let link = try VirtualLink.numbered(line: kind.line, seed: 26)
        try kind.run(link) { link, attempt in
            // Sends the same config each time, so that a transfer interrupted by a lost port
            // continues.
            do {
                _ = try ConfigTransfer.perform(over: link, bytes: 8000, seed: 5)
            } catch ConfigTransfer.Failure.refused(let error) where error.isUnchanged {
                #expect(attempt > 0)
            } catch ConfigTransfer.Failure.refused(let error) {
                throw error
            }
        }
        #expect(link.dongle.configChanges == 1)
        #expect(link.dongle.activeConfig.count == 8000)
    }
}

extension LinkError {
    fileprivate var isUnchanged: Bool {
        switch self {
        case .refused(_, .unchanged, _), .failed(_, .unchanged, _, _): true
        default: false
        }
    }
}
