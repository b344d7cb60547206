@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// One fault at a time between the two ends, on a line that is otherwise good.
@Suite struct LinkFaultTests {
    /// Frames that a write sends, in either direction.
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
            // The connection still works.
            try link.give(link.write(2, connection))
        }
        #expect(seen[.done] == [1])
        #expect(try #require(seen[.unknown]).isSubset(of: [0, 1]))
        #expect(seen[.notDone].map { $0 == [0] } ?? true)
    }
}
