import Advertising
import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// The name of a connection belongs to the session that made it (SPEC.md 10.1): after a restart the
/// same two bytes may name another peripheral.
@Suite struct EpochTests {
    /// Returns a link whose dongle has restarted: a connection to peripheral 1 now has the slot and
    /// generation of an earlier connection to peripheral 0.
    private static func restarted() throws -> (link: VirtualLink, connection: Connection, epoch: UInt64) {
        let link = try VirtualLink.numbered(2, seed: 51)
        let connection = try link.connect(0)
        let epoch = link.session.epoch
        try link.restart()
        #expect(try link.connect(1) == connection)
        #expect(link.session.epoch != epoch)
        return (link, connection, epoch)
    }

    @Test("after a restart a write reaches nobody who got the same slot and generation")
    func write() throws {
        let (link, connection, epoch) = try Self.restarted()
        let token = link.submit(link.write(1, connection), epoch: epoch)
        link.run(for: .seconds(5))
        #expect(link.result(token)?.lost == .notSent(operation: .write, cause: .sessionLost))
        #expect(link.result(token)?.outcome == .notDone)
        #expect(try link.numbered(0).writes.isEmpty)
        #expect(try link.numbered(1).writes.isEmpty)
        // In the current session the same bytes do reach peripheral 1: only the session held the
        // write back.
        try link.give(link.write(2, connection))
        #expect(try link.numbered(1).writes == [2: 1])
    }

    @Test("no operation on a connection is sent in another session")
    func everyOperation() throws {
        let (link, connection, epoch) = try Self.restarted()
        let frames = link.transport.frames
        let tokens = [
            link.submit(ReadRequest(deadlineMs: 5000, connection: connection, handle: Handle.written), epoch: epoch),
            link.submit(
                WriteCommandRequest(connection: connection, handle: Handle.commanded, value: [1, 2, 3, 4]), epoch: epoch
            ),
            link.submit(
                SubscribeRequest(
                    deadlineMs: 5000, connection: connection, handle: Handle.configuration, mode: .notifications),
                epoch: epoch),
            link.submit(ExchangeMTURequest(deadlineMs: 5000, connection: connection, mtu: 100), epoch: epoch),
            link.submit(
                DiscoverRequest(
                    deadlineMs: 5000, connection: connection, what: .characteristics, firstHandle: 1, lastHandle: .max),
                epoch: epoch),
            link.submit(DisconnectRequest(deadlineMs: 5000, connection: connection), epoch: epoch),
        ]
        #expect(tokens.allSatisfy { link.result($0)?.outcome == .notDone })
        #expect(link.transport.frames == frames)
        link.run(for: .seconds(5))
        #expect(link.dongle.peripherals[1].isConnected)
        #expect(try link.numbered(1).commands.isEmpty)
    }

    @Test("a write that waits for its turn when the dongle restarts is not sent after it")
    func waiting() throws {
        let link = try VirtualLink.numbered(2, seed: 52)
        let connection = try link.connect(0)
        let first = link.submit(link.write(1, connection))
        let second = link.submit(link.write(2, connection))
        // Gives the first request time to be accepted.
        link.run(for: .milliseconds(2))
        try link.restart()
        #expect(link.result(first)?.outcome == .unknown)
        #expect(link.result(second)?.outcome == .notDone)
        #expect(try link.connect(1) == connection)
        link.run(for: .seconds(5))
        #expect(try link.numbered(0).writes[2] == nil)
        #expect(try link.numbered(1).writes.isEmpty)
    }

    @Test("a write asked for while no session is open waits for none")
    func between() throws {
        let link = try VirtualLink.numbered(2, seed: 53)
        let connection = try link.connect(0)
        link.forgetActions()
        link.powerCycle(after: .milliseconds(500))
        #expect(link.run(limit: .seconds(20)) { link.session.hello == nil })
        let token = link.submit(link.write(1, connection))
        #expect(link.result(token)?.lost == .notSent(operation: .write, cause: .sessionLost))
        #expect(link.run(limit: .seconds(20)) { link.isLive })
        link.run(for: .seconds(5))
        #expect(try link.numbered(0).writes.isEmpty)
        #expect(try link.numbered(1).writes.isEmpty)
    }

    @Test("after a restart no chunk or COMMIT goes into another writer's transfer of the same number")
    func transfer() throws {
        let link = try VirtualLink(scenario: .named("empty"), seed: 54)
        #expect(link.start())
        let lost = SeededConfig(bytes: 2000, seed: 1)
        let kept = SeededConfig(bytes: 2000, seed: 2)
        let begun = try link.give(lost.begin())
        let epoch = link.session.epoch
        let chunk = ConfigDataRequest(transfer: begun.transfer, offset: 0, data: Array(lost.bytes[..<512]))
        link.forgetActions()
        link.powerCycle(after: .milliseconds(500))
        #expect(link.run(limit: .seconds(20)) { link.session.hello == nil })
        var late = [link.submit(chunk, epoch: epoch)]
        #expect(link.run(limit: .seconds(20)) { link.isLive })
        let others = try link.give(kept.begin())
        #expect(others.transfer == begun.transfer)
        let programmed = link.dongle.flash.programmedBytes
        late += [link.submit(chunk, epoch: epoch), link.submit(lost.commit(begun), epoch: epoch)]
        let lostSession = late.map { link.result($0)?.lost?.isOfLostSession }
        #expect(lostSession == [true, true, true])
        link.run(for: .seconds(1))
        #expect(link.dongle.flash.programmedBytes == programmed)
        try ConfigTransfer.send(kept.bytes, others, over: link)
        try link.give(kept.commit(others))
        #expect(link.dongle.activeConfig == kept.bytes)
    }

    @Test("a connection kept from before a restart writes to nobody else", .timeLimit(.minutes(1)))
    func actor() async throws {
        let pty = try PtyDongle(.init(scenario: .numbered(2), behaviours: .numbered()))
        defer { pty.stop() }
        let dongle = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true)
        let events = await dongle.events()
        let addresses = try (0..<2).map { try #require(BluetoothAddress(Scenario.address($0))) }
        let kept = try await dongle.connect(to: addresses[0], type: .public)
        try await kept.write(UInt32(1).numbered(), to: Handle.written)
        pty.perform { $0.powerCycle() }
        for await event in events {
            if case .restored = event { break }
        }
        let other = try await dongle.connect(to: addresses[1], type: .public)
        #expect(other.connection == kept.connection)
        await #expect(throws: LinkError.notSent(operation: .write, cause: .sessionLost)) {
            try await kept.write(UInt32(2).numbered(), to: Handle.written)
        }
        await #expect(throws: LinkError.notSent(operation: .disconnect, cause: .sessionLost)) {
            try await kept.disconnect()
        }
        try await other.write(UInt32(3).numbered(), to: Handle.written)
        let writes = await withCheckedContinuation { continuation in
            pty.perform { dongle in
                continuation.resume(
                    returning: dongle.peripherals.map { ($0.behaviour as? NumberedPeripheral)?.writes ?? [:] })
            }
        }
        #expect(writes == [[1: 1], [3: 1]])
        await dongle.close()
    }
}

extension LinkError {
    fileprivate var isOfLostSession: Bool {
        if case .notSent(_, .sessionLost) = self { true } else { false }
    }
}

extension VirtualLink {
    /// Cuts the dongle's power for a moment and waits for the session after it.
    func restart() throws {
        forgetActions()
        powerCycle()
        try #require(run(limit: .seconds(20)) { isLive })
    }
}

extension Result where Failure == LinkError {
    /// Error of a failed request; nil if it succeeded.
    var lost: LinkError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
