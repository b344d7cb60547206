import Advertising
@testable import DongleLink
import DongleProtocol
import TestSupport
import Recording
import SimulatedDongle
import Testing

/// Faults on the air, seen from both ends: by the host, and by the peripherals.
@Suite struct ConnectionFaultTests {
    @Test("when every slot is taken a connect is refused with the counts, and a slot that is freed can be used")
    func slotsFull() throws {
        let link = try VirtualLink.numbered(9, seed: 81)
        let slots = Int(try #require(link.session.hello).slots)
        #expect(slots == 8)
        let connections = try (0..<slots).map { try link.connect($0) }
        #expect(Set(connections.map(\.slot)).count == slots)
        guard case .refused(.connect, .slotsFull, let body) = link.outcome(link.connectRequest(slots))?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(try #require(body.slots) == (8, 8))
        #expect(try link.numbered(slots).connections == 0)
        try link.give(DisconnectRequest(deadlineMs: 5000, connection: connections[3]))
        let last = try link.connect(slots)
        #expect(last.slot == connections[3].slot)
        #expect(last.generation != connections[3].generation)
        try link.give(link.write(1, last))
        #expect(try (0...slots).map { try link.numbered($0).writes.count } == [0, 0, 0, 0, 0, 0, 0, 0, 1])
    }

    @Test("a connect cancelled at any moment ends connected or free, as it says")
    func cancelRaces() throws {
        var connected = 0
        for moment in 0..<40 {
            let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(1)), seed: 82)
            let token = link.submit(link.connectRequest())
            link.run(for: .milliseconds(moment))
            link.cancel(token)
            #expect(link.run(limit: .seconds(7)) { link.result(token) != nil })
            link.run(for: .seconds(1))
            let result = try #require(link.result(token))
            let isConnected = result.outcome == .done
            if isConnected { connected += 1 } else { #expect(result.outcome == .notDone) }
            #expect(link.dongle.peripherals[0].isConnected == isConnected)
            #expect(try link.give(GetStateRequest()).connections.count == (isConnected ? 1 : 0))
            let begun = link.events(.connected, as: Connected.self).count
            #expect(begun - link.events(.disconnected, as: Disconnected.self).count == (isConnected ? 1 : 0))
            // The slot and the peripheral can be used again.
            if !isConnected { _ = try link.connect() }
        }
        #expect((1..<40).contains(connected))
    }

    @Test("a peripheral that ends a connection while the host does, or right after it began, is gone once")
    func disconnectRaces() throws {
        for moment in 0..<40 {
            let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(1)), seed: 83)
            let connection = try link.connect()
            // The peripheral ends the connection 20 ms after the host at first, and before the host
            // in the end.
            link.run(for: .milliseconds(min(20, 40 - moment)))
            var token: RequestToken?
            for time in 0..<60 {
                if time == 20 { link.dongle.peripherals[0].disconnect() }
                if time == moment {
                    token = link.submit(DisconnectRequest(deadlineMs: 5000, connection: connection))
                }
                link.run(for: .milliseconds(1))
            }
            link.run(for: .seconds(1))
            let result = try #require(token.flatMap { link.result($0) })
            if let error = result.lost { #expect(error.isRefused(.notConnected)) }
            try link.expectOneEnd(of: connection)
        }
        for lifetime in 0..<30 {
            let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(1)), seed: 84)
            try link.numbered().lifetime = lifetime...lifetime
            let connection = try link.connect()
            link.run(for: .seconds(1))
            try link.expectOneEnd(of: connection)
        }
    }

    @Test("what names an older generation of a slot is refused, and reaches nobody", arguments: TestLine.steady)
    func oldGeneration(_ kind: TestLine) throws {
        let link = try VirtualLink.numbered(2, line: kind.line, seed: 85)
        for peripheral in try (0..<2).map({ try link.numbered($0) }) { peripheral.notifyInterval = 2...5 }
        let old = try link.connect(0)
        try link.subscribe(old)
        link.run(for: .milliseconds(100))
        link.dongle.peripherals[0].disconnect()
        #expect(link.run(limit: .seconds(10)) { !link.events(.disconnected, as: Disconnected.self).isEmpty })
        let new = try link.connect(1)
        #expect(new.slot == old.slot)
        #expect(new.generation != old.generation)
        try link.subscribe(new)
        let requests = [
            link.submit(link.write(1, old)),
            link.submit(WriteCommandRequest(connection: old, handle: Handle.commanded, value: [1, 0, 0, 0])),
            link.submit(DisconnectRequest(deadlineMs: 5000, connection: old)),
        ]
        #expect(link.run(limit: .seconds(20)) { requests.allSatisfy { link.result($0) != nil } })
        #expect(requests.allSatisfy { link.result($0)?.lost?.isRefused(.notConnected) == true })
        link.run(for: .seconds(1))
        #expect(try link.numbered(1).writes.isEmpty && link.numbered(1).commands.isEmpty)
        #expect(link.dongle.peripherals[1].isConnected)
        // No notification of the old connection follows its end.
        let heard = link.actions.compactMap { action -> Connection? in
            guard case .event(.notification, let payload) = action else { return nil }
            return try? Notification(decoding: payload).connection
        }
        let first = try #require(heard.firstIndex(of: new))
        #expect(!heard[first...].contains(old))
        #expect(heard.count > 50)
    }

    @Test(
        "a peripheral that leaves during a write leaves it done, not done or unknown, as it is",
        arguments: [4, 40])
    func dropDuringWrite(bytes: Int) throws {
        var seen: [Outcome: Set<Int>] = [:]
        for moment in 0..<100 {
            let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(1)), seed: 86)
            let connection = try link.connect()
            let token = link.submit(link.write(1, bytes: bytes, connection))
            link.run(for: .milliseconds(moment))
            link.dongle.peripherals[0].disconnect()
            #expect(link.run(limit: .seconds(7)) { link.result(token) != nil })
            link.run(for: .seconds(1))
            seen[try #require(link.result(token)).outcome, default: []].insert(try link.numbered().writes[1] ?? 0)
            try link.expectOneEnd(of: connection)
        }
        #expect(seen[.done] == [1])
        // Short values are written in the connection event that also ends the connection; long
        // values take several events.
        #expect(seen[.unknown] == (bytes == 4 ? nil : [0]))
        #expect(seen[.notDone] == nil)
    }

    @Test("a write to a peripheral that has gone out of reach is unknown when the radio has missed it")
    func goneDuringWrite() throws {
        let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(1)), seed: 87)
        let connection = try link.connect()
        link.dongle.peripherals[0].goAway()
        let error = try #require(
            link.outcome(
                WriteRequest(
                    deadlineMs: 20_000, connection: connection, handle: Handle.written, value: [1, 0, 0, 0]))?.lost)
        guard case .failed(.write, .hci(0x08), .unknown, _) = error else {
            Issue.record("ended as \(error)")
            return
        }
        #expect(error.outcome == .unknown)
        #expect(try link.numbered().writes.isEmpty)
        link.run(for: .seconds(1))
        #expect(link.events(.disconnected, as: Disconnected.self).map(\.status) == [.hci(0x08)])
        #expect(try link.give(GetStateRequest()).connections.isEmpty)
    }

    @Test("values of every size are written, read and notified whole over every ATT MTU", arguments: [23, 185, 517])
    func sizes(largestMTU: Int) throws {
        let link = try VirtualLink.numbered(seed: 88, largestMTU: largestMTU, readable: 0)
        let peripheral = link.dongle.peripherals[0]
        let behaviour = try link.numbered()
        let written = try #require(peripheral.table.characteristic(BluetoothUUID(short: 0xFFE2)))
        let connection = try link.connect()
        #expect(try link.read(connection).isEmpty)
        for wanted in [517, 23] as [UInt16] {
            let exchanged = try link.give(ExchangeMTURequest(deadlineMs: 5000, connection: connection, mtu: wanted))
            #expect(Int(exchanged.mtu) == largestMTU)
        }
        for bytes in [0, 1, 20, 21, largestMTU - 4, largestMTU - 3, largestMTU - 2, largestMTU - 1, 511, 512]
        where bytes <= 512 {
            let value = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &+ bytes) }
            let request = WriteRequest(
                deadlineMs: 20_000, connection: connection, handle: Handle.written, value: value)
            try link.give(request)
            #expect(peripheral.value(of: written) == value)
            #expect(try link.read(connection) == value)
        }
        let before = behaviour.writes
        let tooLong = WriteRequest(
            deadlineMs: 5000, connection: connection, handle: Handle.written, value: [UInt8](repeating: 9, count: 513))
        #expect(link.outcome(tooLong)?.lost?.limitTold == 512)
        #expect(behaviour.writes == before)

        let longest = largestMTU - 3
        try link.give(link.command(1, bytes: min(512, longest), connection))
        #expect(link.outcome(link.command(2, bytes: longest + 1, connection))?.lost?.limitTold == UInt32(longest))
        link.run(for: .milliseconds(100))
        #expect(behaviour.commands == [1: 1])

        behaviour.notifyInterval = 10...10
        behaviour.notificationsLeft = 3
        behaviour.notifiedBytes = 600
        try link.subscribe(connection)
        link.run(for: .milliseconds(200))
        let values = link.events(.notification, as: Notification.self).map(\.value)
        #expect(values == (0..<3).map { Array(UInt32($0).numbered(bytes: 600).prefix(longest)) })
    }

    @Test("a radio that dies ends the scan and says so, the link lives, and a new scan hears again")
    func deadRadio() throws {
        let replay = Replay(adverts: ScanTests.adverts(4000), options: .init(speed: .times(10), loops: true))
        let link = try VirtualLink.numbered(seed: 89, replay: replay)
        try link.give(ScanStartRequest(mode: .passive, minimumRSSI: -90, batchingMs: 20))
        link.run(for: .seconds(1))
        #expect(link.adverts > 100)
        link.dongle.failRadio()
        link.run(for: .milliseconds(200))
        let states = link.events(.scanState, as: ScanState.self)
        #expect(states.map(\.activity) == [.running, .failed])
        #expect(states.last?.status == .radio)
        let state = try link.give(GetStateRequest())
        #expect(state.scan == .failed)
        #expect(state.scanStatus == .radio)
        let heard = link.adverts
        link.run(for: .seconds(5))
        #expect(link.adverts == heard)
        #expect(link.session.statistics.sessions == 1)
        try link.give(ScanStartRequest(mode: .passive, minimumRSSI: -90, batchingMs: 20))
        link.run(for: .seconds(1))
        #expect(link.adverts > heard + 100)
        let next = try link.give(ScanStopRequest()).next
        link.run(for: .seconds(3))
        #expect(link.session.statistics.adverts + link.session.statistics.advertsLost == UInt64(next))
    }
}

extension VirtualLink {
    /// Expects that the connection has begun and ended once for both ends, and that nothing of it
    /// is left.
    fileprivate func expectOneEnd(of connection: Connection) throws {
        #expect(events(.connected, as: Connected.self).map(\.connection) == [connection])
        #expect(events(.disconnected, as: Disconnected.self).map(\.connection) == [connection])
        #expect(try numbered().connections == 1)
        #expect(!dongle.peripherals[0].isConnected)
        #expect(try give(GetStateRequest()).connections.isEmpty)
    }

    fileprivate func command(_ number: UInt32, bytes: Int, _ connection: Connection) -> WriteCommandRequest {
        WriteCommandRequest(connection: connection, handle: Handle.commanded, value: number.numbered(bytes: bytes))
    }

    /// Reads the whole value, part by part.
    fileprivate func read(_ connection: Connection) throws -> [UInt8] {
        var value: [UInt8] = []
        while value.count < 512 {
            let part = try give(
                ReadRequest(
                    deadlineMs: 5000, connection: connection, handle: Handle.written, offset: UInt16(value.count)))
            value += part.value
            if !part.more || part.value.isEmpty { break }
        }
        return value
    }
}

extension LinkError {
    func isRefused(_ wanted: Status) -> Bool {
        if case .refused(_, wanted, _) = self { true } else { false }
    }

    /// Limit that a TOO_LARGE error states.
    fileprivate var limitTold: UInt32? {
        if case .refused(_, .tooLarge, let body) = self { body.limit } else { nil }
    }
}
