import Foundation
import GRDB
import GatewayModel
import Testing

@testable import Store

@Suite struct OutboxTests {
    @Test("what was enqueued waits at the end of its lane, due at once", arguments: Medium.allCases)
    func enqueue(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let body = Data((0...255).map { UInt8($0) })
            let receipt = try await store.outbox.enqueue(
                lane: "a", kind: "notice", idempotencyKey: "k1", body: body, atMicroseconds: 5)
            #expect(receipt == OutboxReceipt(id: 1, isNew: true, displaced: 0))
            try await store.put("k2", lane: "a")
            let entry = try #require(try await store.outbox.next(lane: "a"))
            #expect(
                entry
                    == OutboxEntry(
                        id: 1, lane: "a", kind: "notice", idempotencyKey: "k1", body: body, createdMicroseconds: 5,
                        attempts: 0, nextAttemptMicroseconds: 5, lastError: nil, state: .waiting))
            #expect(try await store.outbox.next(lane: "b") == nil)
        }
    }

    @Test("a key is in the outbox once", arguments: Medium.allCases)
    func idempotency(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let first = try await store.put("k", lane: "a")
            let second = try await store.put("k", lane: "b")
            #expect(!second.isNew && second.id == first.id)
            #expect(try await store.outbox.list(limit: 9).map(\.lane) == ["a"])
            try await store.outbox.delivered(first.id)
            // Ids are never reused.
            #expect(try await store.put("k", lane: "a") == OutboxReceipt(id: first.id + 1, isNew: true, displaced: 0))
        }
    }

    @Test("64 KiB are taken, and a byte more is not", arguments: Medium.allCases)
    func tooLarge(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.put("k", bytes: 65_536)
            await #expect(throws: StoreError.tooLargeForOutbox(bytes: 65_537, limit: 65_536)) {
                try await store.put("l", bytes: 65_537)
            }
            #expect(try await store.outbox.list(limit: 9).count == 1)
        }
    }

    @Test("the first of each lane is due, and one that waits holds up those behind it", arguments: Medium.allCases)
    func lanes(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for key in ["a1", "b1", "a2", "b2"] { try await store.put(key, lane: String(key.prefix(1))) }
            #expect(try await store.due(at: 0) == ["a1", "b1"])
            #expect(try await store.outbox.deliveryFailed(1, error: "refused", nextAttemptMicroseconds: 100))
            #expect(try await store.due(at: 99) == ["b1"])
            #expect(try await store.due(at: 100) == ["a1", "b1"])
            #expect(try await store.outbox.delivered(2))
            #expect(try await store.due(at: 99) == ["b2"])
            let failed = try #require(try await store.outbox.next(lane: "a"))
            #expect(failed.attempts == 1 && failed.lastError == "refused" && failed.nextAttemptMicroseconds == 100)
        }
    }

    @Test(
        "one that was given up lets the next go, stays to be seen, and can be tried again", arguments: Medium.allCases)
    func giveUp(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for key in ["a1", "a2"] { try await store.put(key, lane: "a") }
            #expect(try await store.outbox.giveUp(1, error: "410", atMicroseconds: 50))
            #expect(try await store.outbox.giveUp(1, error: "again", atMicroseconds: 60) == false)
            #expect(try await store.outbox.deliveryFailed(1, error: "late", nextAttemptMicroseconds: 70) == false)
            #expect(try await store.due(at: 99) == ["a2"])
            let gone = try await store.outbox.list(state: .givenUp, limit: 9)
            #expect(gone.map(\.idempotencyKey) == ["a1"] && gone.map(\.lastError) == ["410"])
            #expect(gone.map(\.attempts) == [1] && gone.map(\.nextAttemptMicroseconds) == [50])
            #expect(try await store.outbox.counts() == [OutboxCounts(lane: "a", waiting: 1, givenUp: 1)])
            #expect(try await store.outbox.retry(1, atMicroseconds: 80))
            #expect(try await store.outbox.next(lane: "a")?.attempts == 0)
            #expect(try await store.due(at: 80) == ["a1"])
            #expect(try await store.outbox.retry(9, atMicroseconds: 80) == false)
        }
    }

    @Test("a message that arrived after it was given up is gone", arguments: Medium.allCases)
    func lateArrival(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.put("a1", lane: "a")
            #expect(try await store.outbox.giveUp(1, error: "too many", atMicroseconds: 1))
            #expect(try await store.outbox.delivered(1))
            #expect(try await store.outbox.delivered(1) == false)
            #expect(try await store.outbox.list(limit: 9).isEmpty)
        }
    }

    @Test("a lane that is given up keeps its messages apart from others", arguments: Medium.allCases)
    func giveUpLane(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for key in ["a1", "b1", "a2"] { try await store.put(key, lane: String(key.prefix(1))) }
            #expect(try await store.outbox.giveUpLane("a", error: "no longer there", atMicroseconds: 3) == 2)
            #expect(
                try await store.outbox.counts() == [
                    OutboxCounts(lane: "a", waiting: 0, givenUp: 2), OutboxCounts(lane: "b", waiting: 1, givenUp: 0),
                ])
            #expect(try await store.outbox.drop(1, atMicroseconds: 9))
            #expect(try await store.outbox.drop(1, atMicroseconds: 9) == false)
            #expect(try await store.outbox.list(limit: 9).map(\.idempotencyKey) == ["b1", "a2"])
        }
    }

    @Test(
        "a list is of one state and one lane where that is asked, and goes on after an id", arguments: Medium.allCases)
    func list(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for key in ["a1", "b1", "a2", "b2", "a3"] { try await store.put(key, lane: String(key.prefix(1))) }
            try await store.outbox.giveUp(3, error: "", atMicroseconds: 0)
            func keys(_ state: OutboxState?, _ lane: String?, after: Int64 = 0, limit: Int = 9) async throws
                -> [String]
            {
                try await store.outbox.list(state: state, lane: lane, after: after, limit: limit).map(\.idempotencyKey)
            }
            #expect(try await keys(nil, nil) == ["a1", "b1", "a2", "b2", "a3"])
            #expect(try await keys(.waiting, "a") == ["a1", "a3"])
            #expect(try await keys(.givenUp, nil) == ["a2"])
            #expect(try await keys(nil, "b", after: 2) == ["b2"])
            #expect(try await keys(nil, nil, limit: 2) == ["a1", "b1"])
        }
    }

    @Test("when too many wait, the oldest is given up, and the receipt says so")
    func bound() async throws {
        let store = try Store.inMemory()
        try await store.fillOutbox(OutboxStore.outboxWaiting)
        let receipt = try await store.put("one more", lane: "b")
        #expect(receipt.displaced == 1)
        let gone = try await store.outbox.list(state: .givenUp, limit: 9)
        #expect(gone.map(\.id) == [1] && gone.map(\.lastError) == ["too many messages wait"])
        let counts = try await store.outbox.counts()
        #expect(counts.reduce(0) { $0 + $1.waiting } == 10_000)
    }

    @Test("the last 1,000 that were given up are kept")
    func givenUpKept() async throws {
        let store = try Store.inMemory()
        try await store.fillOutbox(1_010)
        #expect(try await store.outbox.giveUpLane("a", error: "", atMicroseconds: 0) == 1_010)
        let kept = try await store.outbox.list(limit: 2_000)
        #expect(kept.map(\.id) == Array(11...1_010))
        try await store.put("next", lane: "a")
        try await store.outbox.giveUp(1_011, error: "", atMicroseconds: 0)
        #expect(try await store.outbox.list(limit: 2_000).map(\.id) == Array(12...1_011))
    }
}

extension Store {
    @discardableResult
    func put(_ key: String, lane: String = "a", bytes: Int = 10) async throws(StoreError) -> OutboxReceipt {
        try await outbox.enqueue(
            lane: lane, kind: "notice", idempotencyKey: key, body: Data(repeating: 1, count: bytes), atMicroseconds: 0)
    }

    func due(at now: Int64) async throws(StoreError) -> [String] {
        try await outbox.due(atMicroseconds: now).map(\.idempotencyKey)
    }

    /// Faster than with as many single calls.
    fileprivate func fillOutbox(_ count: Int) async throws {
        try await database.writer.write { db in
            for number in 1...count {
                try db.execute(
                    sql: """
                        INSERT INTO outbox (lane, kind, key, body, created, attempts, next_attempt, is_given_up)
                        VALUES ('a', 'notice', ?, x'00', 0, 0, 0, 0)
                        """,
                    arguments: ["k\(number)"])
            }
        }
    }
}
