import DongleLink
import DongleProtocol
import Testing

/// The HELLOs of a greeting, byte by byte, and what a reply makes of it.
@Suite struct HelloTests {
    /// Returns the HELLOs of a greeting that nobody answers: 48 in 12 s.
    private static func unanswered() throws -> (ordinary: [ScriptedLink.Sent], quiet: [ScriptedLink.Sent]) {
        let link = ScriptedLink()
        link.open()
        link.run(for: .seconds(13))
        let hellos = link.take()
        #expect(hellos.count == 48 && hellos.allSatisfy { $0.hello != nil })
        return (hellos.filter { $0.header.major == 1 }, hellos.filter { $0.header.major == 0 })
    }

    @Test("every HELLO has id 0, and the ordinary ones of a greeting are the same to the byte")
    func ordinary() throws {
        let hellos = try Self.unanswered()
        #expect((hellos.ordinary + hellos.quiet).allSatisfy { $0.header.id == 0 })
        #expect(hellos.ordinary.count == 36)
        #expect(Set(hellos.ordinary.map(\.wire)).count == 1)
    }

    @Test("each quiet HELLO has a session and nonce of its own, and asks for the next of three payloads")
    func quiet() throws {
        let hellos = try Self.unanswered()
        let all = hellos.quiet + [try #require(hellos.ordinary.first)]
        #expect(hellos.quiet.count == 12)
        #expect(Set(all.map(\.header.session)).count == 13)
        #expect(Set(try all.map { try #require($0.hello).nonce }).count == 13)
        let payloads = try hellos.quiet.map { try #require($0.hello).largestPayload }
        let first = try #require([64, 256, 320].firstIndex(of: payloads[0]))
        #expect(payloads == (0..<12).map { [64, 256, 320][(first + $0) % 3] })
    }

    @Test(
        "at the end a bad line is told by one quiet answer and three ordinary HELLOs that got none since",
        arguments: [3, 2])
    func end(silentHellos: Int) throws {
        let link = ScriptedLink()
        link.open()
        var hellos: [ScriptedLink.Sent] = []
        // The last but one of twelve quiet HELLOs. Three ordinary ones follow before the last.
        while hellos.count < 44 + 3 - silentHellos {
            hellos += link.take()
            link.run(for: .milliseconds(50))
        }
        try link.greet(hellos[43])
        link.run(for: .seconds(3))
        #expect(link.take().last?.header.major == 0)
        let failure = try #require(link.failure)
        if silentHellos == 3 {
            #expect(failure == .notTransparent(received: nil))
        } else if case .notTransparent = failure {
            Issue.record("judged too soon")
        }
    }

    @Test(
        "a probe that came back changed tells of a bad line at once, whatever the reply says",
        arguments: [Status.ok, .sessionInUse, .versionMismatch])
    func probe(status: Status) throws {
        let link = ScriptedLink()
        link.open()
        let changed: [UInt8] = [0x00, 0x0A, 0x0D, 0x7F, 0xFF]
        try link.greet(try #require(link.take().first)) { reply in
            reply.status = status
            reply.probe = changed
        }
        #expect(link.failure == .notTransparent(received: changed))
        link.run(for: .seconds(1))
        #expect(link.take().isEmpty)
    }

    @Test("SESSION_IN_USE makes the host greet on under another session number")
    func sessionInUse() throws {
        let link = ScriptedLink()
        link.open()
        let first = try #require(link.take().first)
        try link.greet(first) { $0.status = .sessionInUse }
        link.run(for: .milliseconds(250))
        let second = try #require(link.take().first)
        #expect(second.header.session != first.header.session)
        try link.greet(second)
        #expect(link.session.hello != nil)
        link.run(for: .zero)
        let ping = try #require(link.take().first)
        #expect(ping.operation == .ping && ping.header.session == second.header.session)
    }

    @Test("a dongle of version 1.0 may leave off the details of errors, and is not taken for a broken one")
    func minorZero() throws {
        let link = try ScriptedLink.live(minor: 0)
        #expect(link.session.hello?.minor == 0)
        let refused = link.submit(InfoRequest())
        link.answer(try #require(link.take().first), .tooLarge)
        #expect(link.results[refused]?.lost == .refused(operation: .info, status: .tooLarge, body: ErrorBody()))
        #expect(link.session.statistics.sessions == 1)
        // WRONG_SESSION without a boot id.
        let lost = link.submit(InfoRequest())
        link.answer(try #require(link.take().first), .wrongSession)
        #expect(link.results[lost]?.outcome == .notDone)
        link.run(for: .zero)
        let hello = try #require(link.take().first)
        try link.greet(hello) { $0.minor = 0 }
        #expect(link.session.statistics.sessions == 2)
        #expect(link.failure == nil)
    }
}

extension ScriptedLink {
    var failure: GreetingFailure? {
        for case .failed(let failure) in actions { return failure }
        return nil
    }
}
