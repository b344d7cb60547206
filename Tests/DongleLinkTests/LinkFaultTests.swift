import Advertising
@testable import DongleLink
import DongleProtocol
import HostileLine
import Recording
import SimulatedDongle
import Testing

/// One thing at a time goes wrong between the two ends, on a line that is otherwise good.
@Suite struct LinkFaultTests {
    /// What a write sends, either way.
    enum Part: CaseIterable, Sendable {
        case request, accepted, done, grant

        func meets(_ fault: Fault) -> (fault: Fault, kind: FrameKind, code: UInt16?) {
            switch self {
            case .request: (fault, .request, Operation.write.rawValue)
            case .accepted: (fault, .response, Operation.write.rawValue)
            case .done: (fault, .event, EventCode.done.rawValue)
            case .grant: (fault, .grant, nil)
            }
        }
    }

    @Test(
        "a write is done once and soon, whichever of its frames is lost, damaged or doubled",
        arguments: [Fault.drop, .flip, .omit, .insert, .duplicate], Part.allCases)
    func oneFrame(fault: Fault, part: Part) throws {
        let link = try VirtualLink.numbered(seed: 101)
        let connection = try link.connect()
        link.run(for: .milliseconds(100))
        link.line.next = [part.meets(fault)]
        let began = link.now
        try link.give(link.write(1, connection))
        #expect(link.now - began < .seconds(1))
        link.run(for: .milliseconds(100))
        #expect(link.line.next.isEmpty)
        try link.give(link.write(2, connection))
        #expect(try link.numbered().writes == [1: 1, 2: 1])
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("a last notification that is lost is asked for within two PINGs")
    func tailLoss() throws {
        let link = try VirtualLink.numbered(seed: 102)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 20...20
        peripheral.notificationsLeft = 5
        let connection = try link.connect()
        try link.subscribe(connection)
        link.session.subscriptions = 1
        #expect(link.run(limit: .seconds(1)) { link.notifications.count == 4 })
        link.line.next = [(.drop, .event, EventCode.notification.rawValue)]
        link.run(for: .milliseconds(600))
        #expect(link.line.next.isEmpty)
        #expect(link.notifications == [0, 1, 2, 3, 4])
    }

    @Test("seventy thousand notifications pass the wrap of the events' counter, on a line that loses some")
    func wraps() throws {
        let link = try VirtualLink.numbered(line: .init(rates: [.drop: 0.01]), seed: 114)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 2...2
        peripheral.notificationsLeft = 70_000
        let connection = try link.connect()
        try link.subscribe(connection)
        link.session.subscriptions = 1
        var expected: UInt32 = 0
        var toldLost = 0
        let ended = link.run(limit: .seconds(200)) {
            for number in link.notifications {
                if let number { #expect(number == expected) } else { toldLost += 1 }
                expected += 1
            }
            link.forgetActions()
            return expected == 70_000
        }
        #expect(ended)
        #expect(link.session.statistics.sessions == 1)
        // What the line loses is made good.
        #expect(toldLost == 0)
        #expect(link.session.streamA.next >= 70_000 % 65_536)
    }

    @Test("answers that come after their time-out are taken once, and their copies are nobody else's")
    func lateAnswers() throws {
        let link = try VirtualLink.numbered(seed: 103)
        let connection = try link.connect()
        for _ in 0..<20 { try link.give(PingRequest()) }
        link.line.latency = .milliseconds(350)
        try link.give(link.write(1, connection))
        #expect(link.session.statistics.retransmissions > 1)
        link.line.latency = .microseconds(100)
        for number in 2..<20 as Range<UInt32> {
            #expect(try link.give(InfoRequest()).firmware.contains("simulated"))
            try link.give(link.write(number, connection))
            #expect(try link.give(GetStateRequest()).connections.count == 1)
        }
        #expect(try link.numbered().writes.values.allSatisfy { $0 == 1 })
        #expect(try link.numbered().writes.count == 19)
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("a response of an old session answers nothing in the new one")
    func oldResponse() throws {
        let link = try VirtualLink.numbered(seed: 104)
        let old = link.liveSession
        try link.restart()
        link.line.isCut = true
        let token = link.submit(InfoRequest())
        let foreign = link.session.statistics.foreign
        let payload: [UInt8] = [0, 0] + InfoAnswer.ofNobody.encoded()
        link.inject(link.fromDongle(.response, id: link.lastID, code: 3, session: old, payload))
        #expect(link.session.statistics.foreign == foreign + 1)
        #expect(link.result(token) == nil)
        link.line.isCut = false
        #expect(link.run(limit: .seconds(5)) { link.result(token) != nil })
        let answer = try InfoAnswer(decoding: try #require(link.result(token)).get())
        #expect(answer.firmware.contains("simulated"))
    }

    // MARK: Stalls

    @Test("a host that stands still for 20 s keeps its session, and finds every notification or its loss")
    func hostStalls() throws {
        let link = try VirtualLink.numbered(seed: 105)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 2...10
        let connection = try link.connect()
        try link.subscribe(connection)
        link.session.subscriptions = 1
        let token = link.submit(link.write(1, connection))
        link.transport.stall(.host, until: link.now + .seconds(20))
        link.run(for: .seconds(22))
        let outcome = try #require(link.result(token)).outcome
        #expect(outcome == .done || outcome == .unknown)
        #expect(peripheral.writes == [1: 1])
        try link.give(link.write(2, connection))
        peripheral.notificationsLeft = 0
        link.run(for: .seconds(3))
        #expect(link.notifications.areGapless)
        #expect(link.notifications.contains(nil))
        #expect(link.notifications.count == link.dongle.peripherals[0].sentValues)
        #expect(link.notifications.count > 3000)
        #expect(link.session.statistics.sessions == 1)
        #expect(link.failure == nil)
    }

    @Test("indications wait for a host that stands still, and none is lost")
    func indications() throws {
        let link = try VirtualLink.numbered(seed: 115)
        let peripheral = try link.numbered()
        peripheral.notifyInterval = 2...10
        peripheral.notifiedBytes = 20
        let connection = try link.connect()
        try link.give(
            SubscribeRequest(
                deadlineMs: 5000, connection: connection, handle: Handle.configuration, mode: .indications))
        link.session.subscriptions = 1
        link.transport.stall(.host, until: link.now + .seconds(20))
        link.run(for: .seconds(20))
        // The ring is full: the peripheral is left without a confirmation.
        let sent = link.dongle.peripherals[0].sentValues
        link.run(for: .seconds(2))
        peripheral.notificationsLeft = 0
        link.run(for: .seconds(3))
        let values = link.events(.indication, as: Notification.self).map { UInt32(number: $0.value) }
        #expect(values == (0..<UInt32(link.dongle.peripherals[0].sentValues)).map { $0 })
        #expect(values.count > sent)
        #expect(sent < 600)
        #expect(link.events(.lost, as: Lost.self).isEmpty)
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("a host that stands still for 40 s finds its session ended, its connections closed, and another at once")
    func hostStallsTooLong() throws {
        let link = try VirtualLink.numbered(seed: 106)
        let connection = try link.connect()
        let token = link.submit(link.write(1, connection))
        link.transport.stall(.host, until: link.now + .seconds(40))
        link.run(for: .seconds(43))
        #expect(try #require(link.result(token)).outcome != .notDone)
        #expect(try link.numbered().writes == [1: 1])
        #expect(!link.dongle.peripherals[0].isConnected)
        #expect(link.session.statistics.sessions == 2)
        let another = try link.connect()
        #expect(another.generation != connection.generation)
        try link.give(link.write(2, another))
        #expect(try link.numbered().writes == [1: 1, 2: 1])
    }

    @Test("a dongle that stands still for 500 ms costs that time and nothing else")
    func dongleStalls() throws {
        let link = try VirtualLink.numbered(seed: 107)
        let connection = try link.connect()
        for number in 1...10 as ClosedRange<UInt32> {
            link.transport.stall(.dongle, until: link.now + .milliseconds(500))
            let began = link.now
            try link.give(link.write(number, connection))
            #expect(link.now - began < .milliseconds(1500))
        }
        #expect(try link.numbered().writes.values.allSatisfy { $0 == 1 })
        #expect(try link.numbered().writes.count == 10)
        #expect(link.session.statistics.sessions == 1)
    }

    // MARK: Flow

    @Test("under a flood of adverts on a slow line writes stay timely, and every advert is accounted for")
    func flood() throws {
        let replay = Replay(
            adverts: ScanTests.adverts(4000), options: .init(speed: .times(50), loops: true, drops: true))
        let link = try VirtualLink.numbered(line: .init(baud: 115_200), seed: 108, replay: replay)
        let connection = try link.connect()
        try link.give(ScanStartRequest(mode: .passive, minimumRSSI: -90, batchingMs: 20))
        link.run(for: .seconds(2))
        for number in 0..<100 as Range<UInt32> {
            let began = link.now
            try link.give(link.write(number, connection))
            #expect(link.now - began < .milliseconds(150))
        }
        let next = try link.give(ScanStopRequest()).next
        link.run(for: .seconds(4))
        let statistics = link.session.statistics
        #expect(statistics.advertsLost > 1000)
        #expect(statistics.adverts + statistics.advertsLost == UInt64(next))
        #expect(try link.numbered().writes.count == 100)
        #expect(try link.numbered().writes.values.allSatisfy { $0 == 1 })
    }

    @Test("requests on their way fill the dongle's window and never exceed it")
    func window() throws {
        let link = try VirtualLink.numbered(8, line: .init(latency: .milliseconds(20)), seed: 109)
        let connections = try (0..<8).map { try link.connect($0) }
        let hello = try #require(link.session.hello)
        var tokens: [RequestToken] = []
        for round in 0..<10 as Range<UInt32> {
            tokens += connections.enumerated().map { index, connection in
                link.submit(link.write(round << 8 | UInt32(index), bytes: 512, connection))
            }
        }
        var most = 0
        let ended = link.run(limit: .seconds(60)) {
            most = max(most, link.session.unresolved.reduce(0) { $0 + $1.frame.count })
            return tokens.allSatisfy { link.result($0) != nil }
        }
        #expect(ended)
        #expect(most <= Int(hello.rxWindow))
        #expect(most > Int(hello.rxWindow) - 545)
        #expect(tokens.allSatisfy { link.result($0)?.outcome == .done })
        #expect(try (0..<8).allSatisfy { try link.numbered($0).writes.values.reduce(0, +) == 10 })
        #expect(try link.give(GetStateRequest()).counters.rejectedOverflow == 0)
    }

    @Test("a write that is cancelled at any moment tells the truth, and is there once at most")
    func cancelRaces() throws {
        var seen: [Outcome: Set<Int>] = [:]
        for moment in 0..<60 {
            let link = try VirtualLink.numbered(line: .init(latency: .milliseconds(1)), seed: 110)
            let connection = try link.connect()
            let token = link.submit(link.write(1, bytes: 40, connection))
            link.run(for: .milliseconds(moment))
            link.cancel(token)
            #expect(link.run(limit: .seconds(7)) { link.result(token) != nil })
            link.run(for: .seconds(1))
            let outcome = try #require(link.result(token)).outcome
            seen[outcome, default: []].insert(try link.numbered().writes[1] ?? 0)
            // The connection goes on.
            try link.give(link.write(2, connection))
        }
        #expect(seen[.done] == [1])
        #expect(try #require(seen[.unknown]).isSubset(of: [0, 1]))
        #expect(seen[.notDone].map { $0 == [0] } ?? true)
    }

    // MARK: What others put on the line

    @Test("a line that repeats to the host what it sends changes nothing, and is counted")
    func echoes() throws {
        let link = try VirtualLink.numbered(line: .init(echoes: true), seed: 113)
        let connection = try link.connect()
        for number in 0..<20 as Range<UInt32> { try link.give(link.write(number, connection)) }
        #expect(try link.numbered().writes.count == 20)
        #expect(try link.numbered().writes.values.allSatisfy { $0 == 1 })
        // What was sent last comes back too.
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
        // In front of the first delimiter and behind the last it does no harm.
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
        // All eight acknowledged in one GRANT.
        #expect(link.session.statistics.framesSent == sent + 1)
        link.inject(link.fromDongle(.event, id: 0, code: 0x9123, [1, 2, 3]))
        #expect(link.session.streamA.next == 8)
        #expect(link.session.hello != nil)
    }
}

extension InfoAnswer {
    /// What no simulated dongle says.
    fileprivate static var ofNobody: InfoAnswer {
        InfoAnswer(
            largestConfig: 1, eraseUnit: 2, eventRing: 3, advertQueue: 4, firmware: "nobody", version: "0", build: "0",
            hardware: "none")
    }
}
