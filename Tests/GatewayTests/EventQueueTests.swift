import GatewayModel
import LineFormats
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(1))) struct EventQueueTests {
    private func event(_ id: Int64?) -> EventRecord {
        EventRecord(
            id: id, ts: Timestamp(microsecondsSince1970: 0), kind: .info, level: .info, title: "", detail: "",
            dongle: nil,
            simulated: false)
    }

    @Test("an event that was read from the store before it was told comes once")
    func double() async {
        let queue = EventQueue(kinds: nil, isReplaying: true)
        #expect(!queue.goesOnReplaying(told: 5, isEmpty: true))
        _ = queue.append(event(5))
        _ = queue.append(event(6))
        #expect(await queue.next() == .event(event(6)))
    }

    @Test("an event that happens during the replay is left to the store, one without an id is kept")
    func left() async {
        let queue = EventQueue(kinds: nil, isReplaying: true)
        _ = queue.append(event(7))
        _ = queue.append(event(nil))
        #expect(queue.goesOnReplaying(told: 6, isEmpty: true))
        #expect(!queue.goesOnReplaying(told: 7, isEmpty: true))
        #expect(await queue.next() == .event(event(nil)))
    }

    @Test("what was left to a store that cannot be read is missed")
    func abandoned() async {
        let queue = EventQueue(kinds: nil, isReplaying: true)
        _ = queue.goesOnReplaying(told: 3, isEmpty: false)
        _ = queue.append(event(8))
        queue.abandonReplay()
        _ = queue.append(event(9))
        #expect(await queue.next() == .missed(5))
        #expect(await queue.next() == .event(event(9)))
    }

    @Test("a cancelled reader gets nothing more, and one that waits is let go")
    func cancelled() async {
        let queue = EventQueue(kinds: nil, isReplaying: false)
        let reader = Task { await queue.next() }
        reader.cancel()
        #expect(await reader.value == nil)
    }
}
