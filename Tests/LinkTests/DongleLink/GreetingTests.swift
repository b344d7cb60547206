import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

@Suite struct GreetingTests {
    @Test("a dongle that listens is greeted within one HELLO")
    func greets() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        #expect(link.now < .milliseconds(100))
        let hello = try #require(link.session.hello)
        #expect(hello.features.contains(.simulated))
        #expect(hello.probe == HelloRequest.transparencyProbe)
    }

    @Test(
        "a line that swallows XON, XOFF, CR, LF or DEL is called not transparent",
        arguments: [0x11, 0x13, 0x0A, 0x0D, 0x7F] as [UInt8])
    func notTransparent(byte: UInt8) throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(rewrites: [byte: []]))
        link.open()
        #expect(link.run(limit: .seconds(14)) { link.failure != nil })
        guard case .notTransparent = link.failure else {
            Issue.record("said \(String(describing: link.failure))")
            return
        }
    }

    /// Changes that terminals and bridges make to bytes unless they are set to raw mode.
    enum Treatment: CaseIterable, Sendable {
        case stripsZeros, mapsReturnToNewline, mapsNewlineToReturn, addsReturns, keepsSevenBits, doubles255

        var rewrites: [UInt8: [UInt8]] {
            switch self {
            case .stripsZeros: [0: []]
            case .mapsReturnToNewline: [0x0D: [0x0A]]
            case .mapsNewlineToReturn: [0x0A: [0x0D]]
            case .addsReturns: [0x0A: [0x0D, 0x0A]]
            case .keepsSevenBits: Dictionary(uniqueKeysWithValues: (128...255).map { ($0, [$0 & 0x7F]) })
            case .doubles255: [0xFF: [0xFF, 0xFF]]
            }
        }
    }

    @Test("over a line that changes bytes in whatever way no session is opened", arguments: Treatment.allCases)
    func changed(_ treatment: Treatment) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let link = try VirtualLink(
                scenario: .named("empty"), line: .init(rewrites: treatment.rewrites), seed: seed)
            link.open()
            #expect(link.run(limit: .seconds(14)) { link.failure != nil })
            #expect(!link.isLive)
        }
    }

    @Test("silence is told from a line that echoes")
    func echo() throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(echoes: true, isCut: true))
        link.open()
        #expect(link.run(limit: .seconds(14)) { link.failure != nil })
        guard case .noAnswer(let silence) = link.failure else {
            Issue.record("said \(String(describing: link.failure))")
            return
        }
        #expect(silence.echoes >= 40)
        #expect(link.now >= .seconds(12))
    }

    @Test("text of another device is kept for the report, in bounded memory")
    func text() throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(isCut: true))
        link.open()
        for _ in 0..<10_000 { link.inject(Array("AT+CGMI\r\n ".utf8)) }
        #expect(link.run(limit: .seconds(14)) { link.failure != nil })
        guard case .noAnswer(let silence) = link.failure else {
            Issue.record("said \(String(describing: link.failure))")
            return
        }
        #expect(String(decoding: silence.noise, as: UTF8.self).contains("AT+CGMI"))
        #expect(silence.noise.count <= 4096)
        #expect(silence.bytesReceived == 100_000)
    }

    @Test("a dongle that takes seconds to boot is not mistaken for a bad line", arguments: [0.3, 0.8, 1.1, 2.9, 7.0])
    func slowBoot(seconds: Double) throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(isCut: true))
        link.open()
        link.run(for: .seconds(seconds))
        link.line.isCut = false
        #expect(link.run(limit: .seconds(14)) { link.isLive || link.failure != nil })
        #expect(link.isLive)
    }

    @Test("a dongle that reads late what has waited for it ends up in the session that was opened", arguments: 0...60)
    func readsLate(_ step: Int) throws {
        let link = try VirtualLink(scenario: .named("empty"))
        link.transport.stall(.dongle, until: .milliseconds(700 + 10 * step))
        try #require(link.start())
        for _ in 0..<3 { _ = try #require(try link.answer(InfoRequest())) }
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("another major version, older or newer, is named", arguments: [0, 3] as [UInt8])
    func version(major: UInt8) throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(isCut: true))
        link.open()
        var reply = HelloReply.unlike
        let sent = link.greeting
        reply.nonce = sent.nonce
        reply.status = .versionMismatch
        reply.major = major
        let header = FrameHeader(
            major: major, kind: .response, session: sent.session, code: Operation.hello.rawValue)
        link.inject(FrameEncoder.encode(header, payload: reply.encoded()))
        #expect(link.failure == .versionMismatch(dongleMajor: major, dongleMinor: 7))
    }

    @Test("a reply to somebody else's HELLO decides nothing")
    func foreignReply() throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(isCut: true))
        link.open()
        let header = FrameHeader(kind: .response, session: 0x4242, code: Operation.hello.rawValue)
        link.inject(FrameEncoder.encode(header, payload: HelloReply.unlike.encoded()))
        #expect(!link.isLive)
    }
}

extension HelloReply {
    /// A reply that no simulated dongle gives.
    static var unlike: HelloReply {
        HelloReply(
            status: .ok, nonce: 1, major: 1, minor: 7, bootID: 99, resetReason: .powerOn, slots: 1, maxInflight: 2,
            uptimeMs: 0, deviceID: DeviceID(rawValue: 1), largestPayloadToDongle: 256, largestPayloadToHost: 256,
            rxWindow: 300, largestMTU: 23, features: [], probe: HelloRequest.transparencyProbe)
    }
}
