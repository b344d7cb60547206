import Foundation
import GatewayModel
import LineFormats
import Store
import Testing

@testable import GatewayAPI

@Suite struct OutboxRouteTests {
    private static let moment: Int64 = 1_767_637_800_000_000

    /// Returns a store with three messages: one waiting, one failed, one given up.
    private func filled() async throws -> Store {
        let store = try Store.inMemory()
        for number in 1...3 {
            _ = try await store.outbox.enqueue(
                lane: "webhook http://a.example", kind: "regionEnter", idempotencyKey: "k\(number)", body: Data(),
                atMicroseconds: Self.moment)
        }
        _ = try await store.outbox.deliveryFailed(
            2, error: "500", nextAttemptMicroseconds: Self.moment + 1_000_000)
        _ = try await store.outbox.giveUp(3, error: "410 Gone", atMicroseconds: Self.moment)
        return store
    }

    @Test("what waits is listed oldest first, tried again, and dropped", arguments: Transport.allCases)
    func entries(_ transport: Transport) async throws {
        try await transport.with(store: try await filled()) { ask in
            let entries = try await ask("GET", "/v1/outbox").object(OutboxList.self).entries
            let created = Timestamp(microsecondsSince1970: Self.moment)
            func entry(
                _ id: Int64, state: OutboxState, attempts: Int, next: Timestamp?, error: String?
            ) -> OutboxEntryDescription {
                OutboxEntryDescription(
                    id: id, destination: "webhook http://a.example", kind: "regionEnter", state: state,
                    created: created, attempts: attempts, nextAttempt: next, lastError: error)
            }
            #expect(
                entries == [
                    entry(1, state: .waiting, attempts: 0, next: created, error: nil),
                    entry(
                        2, state: .waiting, attempts: 1,
                        next: Timestamp(microsecondsSince1970: Self.moment + 1_000_000), error: "500"),
                    entry(3, state: .givenUp, attempts: entries.last?.attempts ?? -1, next: nil, error: "410 Gone"),
                ])
            #expect(try await ask("GET", "/v1/outbox?limit=2").object(OutboxList.self).entries.map(\.id) == [1, 2])
            #expect(try await ask("POST", "/v1/outbox/3/retry").status == 204)
            #expect(
                try await ask("GET", "/v1/outbox").object(OutboxList.self).entries.map(\.state)
                    == [.waiting, .waiting, .waiting])
            let dropped = try await ask("DELETE", "/v1/outbox/2")
            #expect(dropped.status == 204 && dropped.body.isEmpty)
            #expect(try await ask("GET", "/v1/outbox").object(OutboxList.self).entries.map(\.id) == [1, 3])
            #expect(try await ask("DELETE", "/v1/outbox/2").status == 404)
        }
    }

    private static let mistakes: [Mistake] = [
        Mistake("DELETE", "/v1/outbox/7", 404, "unknown-outbox-entry", "no entry 7"),
        Mistake("POST", "/v1/outbox/7/retry", 404, "unknown-outbox-entry", "no entry 7"),
        Mistake("DELETE", "/v1/outbox/9223372036854775807", 404, "unknown-outbox-entry"),
        Mistake("DELETE", "/v1/outbox/9223372036854775808", 400, "invalid-parameter", "entry"),
        Mistake("DELETE", "/v1/outbox/0", 400, "invalid-parameter", "entry"),
        Mistake("POST", "/v1/outbox/x/retry", 400, "invalid-parameter", "entry"),
        Mistake("GET", "/v1/outbox/7", 405, "wrong-method"),
        Mistake("DELETE", "/v1/outbox", 405, "wrong-method"),
        Mistake("GET", "/v1/outbox?limit=0", 400, "invalid-parameter", "1 to 1000"),
    ]

    @Test("an entry that is not there is told of", arguments: Transport.allCases)
    func mistakes(_ transport: Transport) async throws {
        try await transport.with { ask in
            #expect(try await ask("GET", "/v1/outbox").object() == OutboxList(entries: []))
            for mistake in Self.mistakes { try await mistake.check(ask) }
        }
    }
}
