import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

@testable import DongleLink

/// A single lost frame on a line that is otherwise good, so that nothing else reveals the loss.
@Suite struct SingleLossTests {
    private static let done: (fault: Fault, kind: FrameKind, code: UInt16?) = (.drop, .event, EventCode.done.rawValue)

    @Test("a lost DONE is asked for within two PINGs")
    func done() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        link.line.next = [Self.done]
        let began = link.now
        let outcome = try #require(
            link.outcome(ConnectRequest(deadlineMs: 100, address: Address(rawValue: 0xAABB), addressType: .public)))
        guard case .failure(.failed(_, .deadline, _, _)) = outcome else {
            Issue.record("ended as \(outcome)")
            return
        }
        #expect(link.line.next.isEmpty)
        #expect(link.now - began < .seconds(2))
    }

    @Test("a lost DONE of an operation that stops the line is asked for", arguments: [false, true])
    func configDone(acceptedToo: Bool) throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        link.line.next = [Self.done]
        if acceptedToo { link.line.next.append((.drop, .response, Operation.configBegin.rawValue)) }
        let began = link.now
        let digest = try #require(Digest([UInt8](repeating: 7, count: 32)))
        let begin = try #require(try link.answer(ConfigBeginRequest(deadlineMs: 10_000, length: 100, digest: digest)))
        #expect(begin.next == 0)
        #expect(link.line.next.isEmpty)
        #expect(link.now - began < .seconds(2))
    }

    @Test("a request that may have run before the session was lost is unknown, one that cannot have run is not done")
    func wrongSession() throws {
        for wasSentTwice in [false, true] {
            let link = try VirtualLink(scenario: .named("empty"))
            #expect(link.start())
            link.line.isCut = true
            let token = link.submit(IdentifyRequest(durationMs: 1))
            if wasSentTwice { link.run(for: .milliseconds(400)) }
            var writer = ByteWriter()
            writer.write(Status.wrongSession)
            writer.write(ErrorBody(detail: [9, 9, 9, 9]))
            let header = FrameHeader(
                kind: .response, session: link.liveSession, id: link.lastID, code: Operation.identify.rawValue)
            link.inject(FrameEncoder.encode(header, payload: writer.bytes))
            guard case .failure(let error) = link.result(token) else {
                Issue.record("still open")
                continue
            }
            #expect(error.outcome == (wasSentTwice ? .unknown : .notDone))
        }
    }

    @Test("a reboot whose answer and first BOOT are lost is done, though its repeat is refused")
    func reboot() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        let bootID = try #require(link.session.hello?.bootID)
        link.line.next = [
            (.drop, .response, Operation.reboot.rawValue), (.drop, .boot, 0), (.drop, .boot, 0), (.drop, .boot, 0),
        ]
        let outcome = try #require(link.outcome(RebootRequest(bootID: bootID, mode: .run)))
        #expect((try? outcome.get()) != nil)
        #expect(link.run(limit: .seconds(10)) { link.session.hello != nil && link.session.hello?.bootID != bootID })
    }

    @Test("a cancel that overtakes its request still ends it")
    func cancelOvertakes() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        link.line.isCut = true
        let token = link.submit(
            ConnectRequest(deadlineMs: 300_000, address: Address(rawValue: 0xAABB), addressType: .public))
        link.cancel(token)
        link.line.isCut = false
        #expect(link.run(limit: .seconds(3)) { link.result(token) != nil })
    }

    @Test("a running scanner that falls silent is noticed after 90 s")
    func silentScanner() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        _ = try link.answer(ScanStartRequest(mode: .passive, batchingMs: 20))
        link.session.setScanning(true, now: link.now)
        link.run(for: .seconds(89))
        #expect(!link.isScannerSilent)
        link.run(for: .seconds(3))
        #expect(link.isScannerSilent)
    }
}

extension VirtualLink {
    /// Number of the host's current session.
    var liveSession: UInt16 { session.session }

    /// Id of the newest request sent.
    var lastID: UInt16 { session.nextID &- 1 }

    var isScannerSilent: Bool { actions.contains { if case .scannerSilent = $0 { true } else { false } } }
}
