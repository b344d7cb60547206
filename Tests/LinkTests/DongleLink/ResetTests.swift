@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// Restarts of the dongle and losses of its port, at every moment that matters.
@Suite struct ResetTests {
    enum Moment: CaseIterable, Sendable {
        case beforeHello, helloOnItsWay, replyOnItsWay, rightAfterReply
    }

    @Test("a reset before, during or right after HELLO costs another HELLO and no more", arguments: Moment.allCases)
    func greeting(_ moment: Moment) throws {
        let link = try VirtualLink(scenario: .named("empty"), line: .init(latency: .milliseconds(10)), seed: 61)
        switch moment {
        case .beforeHello: break
        case .helloOnItsWay: link.open()
        case .replyOnItsWay:
            link.open()
            #expect(link.run(limit: .seconds(1)) { link.transport.frames == 2 })
            #expect(link.session.hello == nil)
        case .rightAfterReply: #expect(link.start())
        }
        link.powerCycle(after: .milliseconds(50))
        if moment == .beforeHello { link.open() }
        link.run(for: .seconds(3))
        let hello = try #require(link.session.hello)
        #expect(try link.give(PingRequest()).bootID == hello.bootID)
        #expect(link.session.statistics.sessions == (moment == .beforeHello || moment == .helloOnItsWay ? 1 : 2))
        #expect(link.failure == nil)
    }

    @Test("an answer cut off by a reset, at any byte, is never taken for one")
    func midFrame() throws {
        let byte = Duration.nanoseconds(10_000_000_000 / 115_200)
        var cutOff = 0
        for count in 0..<120 {
            let link = try VirtualLink.numbered(line: .init(baud: 115_200), seed: 62)
            link.run(for: .milliseconds(500))
            let token = link.submit(InfoRequest())
            #expect(link.run(limit: .seconds(1)) { link.transport.free(towards: .host) > link.now })
            link.run(for: byte * count)
            if link.transport.free(towards: .host) > link.now { cutOff += 1 }
            link.forgetActions()
            link.powerCycle(after: .milliseconds(20))
            #expect(link.run(limit: .seconds(12)) { link.isLive && link.result(token) != nil })
            switch try #require(link.result(token)) {
            case .success(let answer): #expect(try InfoAnswer(decoding: answer).firmware.contains("simulated"))
            case .failure(let error): #expect(error.outcome == .unknown)
            }
            #expect(try link.give(InfoRequest()).firmware.contains("simulated"))
        }
        #expect((80..<120).contains(cutOff))
    }

    @Test("a request that a reset cuts in two is not executed, wherever it is cut")
    func midRequest() throws {
        let link = try VirtualLink(scenario: .named("empty"), seed: 63)
        #expect(link.start())
        let payload = IdentifyRequest(durationMs: 60_000).encoded()
        func frame() -> [UInt8] {
            let code = Operation.identify.rawValue
            let header = FrameHeader(kind: .request, session: link.liveSession, id: link.session.nextID, code: code)
            return FrameEncoder.encode(header, payload: payload)
        }
        for split in 1..<frame().count {
            let wire = frame()
            link.forgetActions()
            link.injectToDongle(Array(wire[..<split]))
            link.powerCycle()
            link.injectToDongle(Array(wire[split...]))
            #expect(link.run(limit: .seconds(12)) { link.isLive })
            #expect(!link.run(limit: .seconds(1)) { link.dongle.isLightOn })
        }
        link.injectToDongle(frame())
        #expect(link.run(limit: .seconds(1)) { link.dongle.isLightOn })
    }

    @Test(
        "a reset at any moment of a write tells the truth about it, and it is there once at most",
        arguments: [false, true])
    func aroundWrite(doneIsLost: Bool) throws {
        var seen: [Outcome: Set<Int>] = [:]
        for moment in 0..<60 {
            let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(4)), seed: 64)
            let connection = try link.connect()
            let peripheral = try link.numbered()
            if doneIsLost { link.line.next = [(.drop, .event, EventCode.done.rawValue)] }
            let token = link.submit(link.write(1, connection))
            link.run(for: .milliseconds(moment))
            try link.restart()
            link.run(for: .seconds(5))
            let outcome = try #require(link.result(token)).outcome
            seen[outcome, default: []].insert(peripheral.writes[1] ?? 0)
            #expect(peripheral.writes.count <= 1)
        }
        #expect(seen[.unknown] == (doneIsLost ? [0, 1] : [0]))
        #expect(seen[.done] == (doneIsLost ? nil : [1]))
        // These writes reached a dongle that had already restarted.
        #expect(seen[.notDone] == [0])
    }

    @Test("a port pulled with any frame of a write or a read tells the truth, and the write is there once at most")
    func unplugged() throws {
        var seen: [Outcome: Set<Int>] = [:]
        for frames in 1...12 {
            let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(4)), seed: 65)
            let connection = try link.connect()
            let peripheral = try link.numbered()
            link.unplug(afterFrames: frames)
            let written = try #require(link.outcome(link.write(1, connection)))
            let count = peripheral.writes[1] ?? 0
            let read = try #require(
                link.outcome(ReadRequest(deadlineMs: 5000, connection: connection, handle: Handle.written)))
            #expect(link.run(limit: .seconds(20)) { link.isPluggedIn && link.session.hello != nil })
            link.run(for: .seconds(5))
            seen[written.outcome, default: []].formUnion([count, peripheral.writes[1] ?? 0])
            if case .success(let answer) = read {
                #expect(UInt32(number: try ReadResult(decoding: answer).value) == 1)
            }
            #expect(link.unpluggings == 1)
        }
        #expect(seen[.done] == [1])
        #expect(try #require(seen[.unknown]).isSubset(of: [0, 1]))
        #expect(seen[.notDone] == nil)
    }

    @Test("a dongle that restarts over and over is greeted once it stays")
    func bootLoop() throws {
        let link = try VirtualLink.numbered(seed: 66)
        for _ in 0..<20 {
            link.powerCycle(after: .milliseconds(50))
            link.run(for: .milliseconds(350))
        }
        #expect(link.run(limit: .seconds(2)) { link.session.hello != nil })
        link.run(for: .seconds(2))
        #expect(link.failure == nil)
        let connection = try link.connect()
        try link.give(link.write(1, connection))
        #expect(try link.numbered().writes == [1: 1])
    }

    @Test("of two dongles each does what its own host asks, and a restart of one is nothing to the other")
    func twoDongles() throws {
        let links = try [UInt8(1), 2].map { number in
            let link = try VirtualLink(
                scenario: .numbered(), seed: UInt64(67 + number), deviceID: Array(repeating: number, count: 8),
                behaviours: .numbered())
            #expect(link.start())
            return link
        }
        #expect(links[0].session.hello?.deviceID != links[1].session.hello?.deviceID)
        let connections = try links.map { try $0.connect() }
        #expect(connections[0] == connections[1])
        for number in 0..<20 as Range<UInt32> {
            try links[Int(number % 2)].give(links[Int(number % 2)].write(number, connections[Int(number % 2)]))
        }
        for (index, link) in links.enumerated() {
            #expect(try Set(link.numbered().writes.keys) == Set((0..<20).filter { Int($0 % 2) == index }))
        }
        // Frames of the second dongle are foreign on the first's line, and its boot id restarts no
        // dongle there.
        let foreign = links[0].session.statistics.foreign
        links[0].inject(links[1].fromDongle(.event, code: EventCode.disconnected.rawValue, [0, 1, 0, 0, 0, 0, 0, 0]))
        #expect(links[0].session.statistics.foreign == foreign + 1)
        let other = try #require(links[1].session.hello?.bootID)
        let refused = try #require(links[0].outcome(RebootRequest(bootID: other, mode: .run)))
        #expect(refused.outcome == .notDone)
        try links[0].give(RebootRequest(bootID: try #require(links[0].session.hello?.bootID), mode: .run))
        for link in links { link.run(for: .seconds(3)) }
        #expect(links.map(\.dongle.requestedRestarts) == [1, 0])
        #expect(links.map(\.session.statistics.sessions) == [2, 1])
        try links[1].give(links[1].write(100, connections[1]))
        #expect(try links[1].numbered().writes[100] == 1)
    }

    @Test("a dongle on another port is known by its id, and has kept its config")
    func anotherPort() throws {
        let first = try VirtualLink(scenario: .named("empty"), seed: 70)
        #expect(first.start())
        _ = try ConfigTransfer.perform(over: first, bytes: 1000, seed: 1)
        try first.give(ConfigSaveRequest(deadlineMs: 5000))
        first.unplug()
        let second = try VirtualLink(scenario: .named("empty"), seed: 71, flash: first.dongle.flash)
        #expect(second.start())
        let stranger = try VirtualLink(scenario: .named("empty"), seed: 72, deviceID: Array("SIM00002".utf8))
        #expect(stranger.start())
        let id = DeviceID(rawValue: FirmwareIdentity.defaultDeviceID.reversed().reduce(0) { $0 << 8 | UInt64($1) })
        #expect(second.session.hello?.deviceID == id)
        #expect(stranger.session.hello?.deviceID != id)
        #expect(second.dongle.activeConfig == first.dongle.activeConfig)
        #expect(try second.give(ConfigStatRequest()).savedLength == 1000)
        #expect(try stranger.give(ConfigStatRequest()).savedLength == 0)
    }
}
