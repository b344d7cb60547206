@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// Bytes on the line that do not come from this version of a dongle.
@Suite struct ForeignBytesTests {
    @Test("a line that repeats to the host what it sends changes nothing, and is counted")
    func echoes() throws {
        let link = try VirtualLink.numbered(line: .init(echoes: true), seed: 113)
        let connection = try link.connect()
        for number in 0..<20 as Range<UInt32> { try link.give(link.write(number, connection)) }
        #expect(try link.numbered().writes.count == 20)
        #expect(try link.numbered().writes.values.allSatisfy { $0 == 1 })
        // The last frame sent is echoed, too.
        link.run(for: .milliseconds(1))
        #expect(link.session.statistics.echoes == link.session.statistics.framesSent)
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("boot text in front of a frame costs nothing, and in the middle of one that frame at most")
    func text() throws {
        let text = Array("ets Jul 29 2019 12:21:46\r\nrst:0x1 (POWERON_RESET)\r\n".utf8)
        let link = try VirtualLink(scenario: .named("empty"), line: .init(isCut: true), seed: 111)
        link.inject(text)
        link.line.isCut = false
        #expect(link.start())
        link.run(for: .milliseconds(100))
        #expect(try link.give(InfoRequest()).firmware.contains("simulated"))
        var spoilt = 0
        link.line.isCut = true
        for place in 0...40 {
            let token = link.submit(IdentifyRequest(durationMs: UInt16(place)))
            let frame = link.fromDongle(.response, id: link.lastID, code: Operation.identify.rawValue, [0, 0])
            guard place <= frame.count else { continue }
            link.inject(Array(frame[..<place]) + text + Array(frame[place...]))
            if link.result(token) == nil {
                spoilt += 1
                link.inject(frame)
            }
            #expect(link.result(token)?.outcome == .done)
        }
        // Text before the first delimiter or after the last does no harm.
        #expect(spoilt == link.fromDongle(.response, id: 1, code: 6, [0, 0]).count - 1)
    }

    @Test("what a later version adds is passed over: kinds, flags, events, fields behind those known")
    func later() throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(isCut: true), seed: 112)
        link.open()
        var reply = HelloReply.unlike
        reply.nonce = link.greeting.nonce
        let header = FrameHeader(kind: .response, session: link.greeting.session, code: Operation.hello.rawValue)
        link.inject(FrameEncoder.encode(header, payload: reply.encoded() + [1, 2, 3]))
        #expect(link.isLive)

        let token = link.submit(InfoRequest())
        let payload: [UInt8] = [0, 0] + InfoAnswer.ofNobody.encoded() + [1, 2, 3]
        let foreign = link.session.statistics.foreign
        link.inject(link.fromDongle(.response, id: link.lastID, code: 3, flags: 0x10, payload))
        link.inject(link.fromDongle(FrameKind(rawValue: 9), id: link.lastID, code: 3, payload))
        #expect(link.session.statistics.foreign == foreign + 2)
        #expect(link.result(token) == nil)
        link.inject(link.fromDongle(.response, id: link.lastID, code: 3, flags: 0x0F, payload))
        #expect(try InfoAnswer(decoding: try #require(link.result(token)).get()) == .ofNobody)

        let sent = link.session.statistics.framesSent
        for counter in 0..<8 as Range<UInt16> {
            link.inject(link.fromDongle(.event, id: counter, code: 0x7123, [1, 2, 3]))
        }
        #expect(link.session.streamA.next == 8)
        // One GRANT acknowledges all eight.
        #expect(link.session.statistics.framesSent == sent + 1)
        link.inject(link.fromDongle(.event, id: 0, code: 0x9123, [1, 2, 3]))
        #expect(link.session.streamA.next == 8)
        #expect(link.session.hello != nil)
    }
}

extension InfoAnswer {
    /// An answer that no simulated dongle gives.
    static var ofNobody: InfoAnswer {
        InfoAnswer(
            largestConfig: 1, eraseUnit: 2, eventRing: 3, advertQueue: 4, firmware: "nobody", version: "0", build: "0",
            hardware: "none")
    }
}
