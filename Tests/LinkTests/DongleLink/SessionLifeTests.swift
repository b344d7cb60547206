@testable import DongleLink
import DongleProtocol
import Testing

/// Frames that say whether a session lives.
@Suite struct SessionLifeTests {
    private static func boot(_ bootID: UInt32) -> [UInt8] {
        let boot = Boot(
            bootID: bootID, resetReason: .powerOn, major: 1, minor: 1, deviceID: HelloReply.unlike.deviceID)
        return FrameEncoder.encode(FrameHeader(kind: .boot, session: 0), payload: boot.encoded())
    }

    @Test("a late BOOT of this session's start changes nothing, one of another start ends the session")
    func boot() throws {
        let link = try ScriptedLink.live()
        let token = link.submit(InfoRequest())
        let request = try #require(link.take().first)
        link.receive(Self.boot(HelloReply.unlike.bootID))
        #expect(link.results[token] == nil)
        #expect(link.session.hello != nil)
        link.answer(request, InfoAnswer.ofNobody.encoded())
        #expect(link.results[token]?.outcome == .done)
        let open = link.submit(InfoRequest())
        link.receive(Self.boot(HelloReply.unlike.bootID + 1))
        #expect(link.results[open]?.outcome == .unknown)
        #expect(link.session.hello == nil)
    }

    @Test("three unanswered PINGs make the link suspect, and any valid frame of the session ends that")
    func suspect() throws {
        let link = try ScriptedLink.live()
        link.session.subscriptions = 1
        link.run(for: .milliseconds(900))
        #expect(link.suspicions.isEmpty)
        link.run(for: .milliseconds(200))
        #expect(link.suspicions == [true])
        #expect(link.session.hello != nil)
        // A frame of another session is no sign of life.
        let foreign = FrameHeader(kind: .log, session: link.session.session ^ 1)
        link.receive(FrameEncoder.encode(foreign, payload: []))
        #expect(link.suspicions == [true])
        link.receive(link.log())
        #expect(link.suspicions == [true, false])
        // Three more have to stay unanswered.
        link.run(for: .milliseconds(600))
        #expect(link.suspicions == [true, false])
        link.run(for: .milliseconds(300))
        #expect(link.suspicions == [true, false, true])
    }
}

extension ScriptedLink {
    /// Whether the link became suspect or recovered, one after the other.
    fileprivate var suspicions: [Bool] {
        actions.compactMap { action in
            switch action {
            case .suspect: true
            case .recovered: false
            default: nil
            }
        }
    }
}
