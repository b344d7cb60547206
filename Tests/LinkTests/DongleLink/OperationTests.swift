import Advertising
@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

@Suite struct OperationTests {
    private static let cp28 = Address(rawValue: 0x4887_2D11_0001)

    @Test("immediate and deferred operations end as done over every line", arguments: TestLine.steady)
    func operations(_ kind: TestLine) throws {
        let link = try VirtualLink(scenario: .named("restaurant"), line: kind.line, seed: 7)
        #expect(link.start())
        for _ in 0..<20 {
            let info = try #require(try link.answer(InfoRequest()))
            #expect(!info.firmware.isEmpty)
            _ = try #require(try link.answer(IdentifyRequest(durationMs: 10)))
        }
        let connected = try #require(
            try link.answer(ConnectRequest(deadlineMs: 5000, address: Self.cp28, addressType: .public)))
        let services = try #require(
            try link.answer(
                DiscoverRequest(
                    deadlineMs: 5000, connection: connected.connection, what: .primaryServices, firstHandle: 1,
                    lastHandle: .max)))
        guard case .primaryServices(let records) = services.records else {
            Issue.record("no services")
            return
        }
        #expect(records.contains { $0.uuid.assigned == 0xFFE0 })
        _ = try #require(
            try link.answer(DisconnectRequest(deadlineMs: 5000, connection: connected.connection)))
        if kind == .lossy { #expect(link.session.statistics.retransmissions > 0) }
    }

    @Test("a hundred writes over a lossy line each arrive once")
    func writesOnce() throws {
        let link = try VirtualLink(scenario: .named("restaurant"), line: TestLine.lossy.line, seed: 11)
        #expect(link.start())
        let connection = try #require(
            try link.answer(ConnectRequest(deadlineMs: 5000, address: Self.cp28, addressType: .public))
        ).connection
        func write(_ value: [UInt8], to uuid: UInt16) throws {
            let handle = try #require(try link.valueHandle(of: uuid, connection))
            let done = try #require(
                try link.answer(
                    WriteRequest(deadlineMs: 5000, connection: connection, handle: handle, value: value)))
            #expect(done == EmptyAnswer())
        }
        try write(Array("555555".utf8), to: 0xFFE3)
        for number in 0..<100 as Range<UInt8> {
            try write([0x4E, 0x4F, 0x71, 0x01, number, 0x70 ^ number], to: 0xFFE2)
        }
        let beacon = try #require(link.dongle.peripherals[0].behaviour as? SimulatedCP28)
        #expect(beacon.executedCommands.map(\.data) == (0..<100).map { [$0] })
    }

    @Test("an address that never answers ends as not done at its deadline, and its slot is free again")
    func connectTimeout() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        let began = link.now
        let outcome = try #require(
            link.outcome(ConnectRequest(deadlineMs: 1000, address: Address(rawValue: 0xAABB), addressType: .public)))
        guard case .failure(let error) = outcome, case .failed(_, .deadline, .none, _) = error else {
            Issue.record("ended as \(outcome)")
            return
        }
        #expect(error.outcome == .notDone)
        #expect(link.now - began < .milliseconds(2500))
        let state = try #require(try link.answer(GetStateRequest()))
        #expect(state.connections.isEmpty)
    }

    @Test("cancelling a connect ends it, once")
    func cancel() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        let token = link.submit(
            ConnectRequest(deadlineMs: 60_000, address: Address(rawValue: 0xAABB), addressType: .public))
        link.run(for: .milliseconds(100))
        link.cancel(token)
        #expect(link.run(limit: .seconds(2)) { link.result(token) != nil })
        guard case .failure(.failed(_, .cancelled, _, _)) = link.result(token) else {
            Issue.record("ended as \(String(describing: link.result(token)))")
            return
        }
    }

    @Test("a restart ends what was open as unknown and what was not sent as not done, and the link lives again")
    func restart() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        let connect = link.submit(
            ConnectRequest(deadlineMs: 60_000, address: Address(rawValue: 0xAABB), addressType: .public))
        let second = link.submit(
            ConnectRequest(deadlineMs: 60_000, address: Address(rawValue: 0xAABC), addressType: .public))
        link.run(for: .milliseconds(100))
        link.forgetActions()
        link.powerCycle()
        #expect(link.run(limit: .seconds(20)) { link.isLive })
        guard case .failure(let first) = link.result(connect), case .failure(let later) = link.result(second) else {
            Issue.record("still open")
            return
        }
        #expect(first.outcome == .unknown)
        #expect(later.outcome == .notDone)
        #expect(try link.answer(PingRequest()) != nil)
    }

    @Test("a reboot whose answer is lost is done when the dongle has restarted")
    func reboot() throws {
        let link = try VirtualLink(scenario: .named("empty"), line: TestLine.lossy.line, seed: 3)
        #expect(link.start())
        let bootID = try #require(link.session.hello?.bootID)
        let outcome = try #require(link.outcome(RebootRequest(bootID: bootID, mode: .run)))
        #expect((try? outcome.get()) != nil)
        #expect(link.run(limit: .seconds(30)) { link.session.hello?.bootID != bootID && link.session.hello != nil })
    }

    @Test("a line cut for four seconds costs time and nothing else; cut for forty, a new session")
    func cut() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        link.forgetActions()
        link.line.isCut = true
        let token = link.submit(InfoRequest())
        link.run(for: .seconds(4))
        link.line.isCut = false
        #expect(link.run(limit: .seconds(10)) { link.result(token) != nil })
        #expect((try? link.result(token)?.get()) != nil)
        #expect(!link.isLive)

        link.line.isCut = true
        link.run(for: .seconds(40))
        link.line.isCut = false
        #expect(link.failure != nil)
        link.forgetActions()
        #expect(link.start())
    }

    @Test("a dongle that has ended the session by itself is greeted anew")
    func sessionEnded() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        link.forgetActions()
        link.line.isCut = true
        let token = link.submit(InfoRequest())
        #expect(link.run(limit: .seconds(10)) { link.session.isResuming })
        var reply = HelloReply.unlike
        reply.status = .sessionInUse
        reply.nonce = link.session.nonce
        let header = FrameHeader(kind: .response, session: link.liveSession, code: Operation.hello.rawValue)
        link.inject(FrameEncoder.encode(header, payload: reply.encoded()))
        link.line.isCut = false
        guard case .failure(let error) = link.result(token) else {
            Issue.record("still open")
            return
        }
        #expect(error == .interrupted(operation: .info, cause: .sessionLost))
        #expect(link.run(limit: .seconds(5)) { link.isLive })
    }

    @Test("seventy thousand requests pass the wrap of the ids")
    func wraps() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        for _ in 0..<70_000 {
            guard try link.answer(PingRequest()) != nil else {
                Issue.record("a PING failed")
                return
            }
        }
    }
}

extension LinkSession {
    /// Whether the link is trying to resume its session.
    var isResuming: Bool { if case .resuming = phase { true } else { false } }
}

extension VirtualLink {
    /// Returns the handle of the value of the first characteristic with that assigned UUID.
    func valueHandle(of uuid: UInt16, _ connection: Connection) throws -> UInt16? {
        let result = try answer(
            DiscoverRequest(
                deadlineMs: 5000, connection: connection, what: .characteristics, firstHandle: 1, lastHandle: .max))
        guard case .characteristics(let records) = result?.records else { return nil }
        return records.first { $0.uuid.assigned == uuid }?.valueHandle
    }

    /// Session and nonce of the first HELLO sent.
    var greeting: (session: UInt16, nonce: UInt32) { firstHello ?? (0, 0) }
}
