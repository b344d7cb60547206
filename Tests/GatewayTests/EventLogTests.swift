import TestSupport
import GatewayModel
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import Gateway
@testable import Store

/// Keeps events in memory, and fails when the test says so.
private final class FakeKeeper: EventKeeper {
    struct State {
        var events: [StoredEvent] = []
        var newest: Int64 = 0
        var isFull = false
        var attempts = 0
    }

    let state = NIOLockedValueBox(State())
    let kept: Int

    init(kept: Int = 100_000) {
        self.kept = kept
    }

    func setFull(_ isFull: Bool) { state.withLockedValue { $0.isFull = isFull } }

    func append(
        kind: String, level: String, title: String, detail: String, dongle: String?, isSimulated: Bool,
        microsecondsSince1970: Int64
    ) async throws(StoreError) -> Int64 {
        let id: Int64? = state.withLockedValue { state in
            state.attempts += 1
            guard !state.isFull else { return nil }
            state.newest += 1
            state.events.append(
                StoredEvent(
                    id: state.newest, microsecondsSince1970: microsecondsSince1970, kind: kind, level: level,
                    title: title,
                    detail: detail, dongle: dongle, isSimulated: isSimulated))
            state.events = state.events.suffix(kept)
            return state.newest
        }
        guard let id else { throw .full }
        return id
    }

    func list(after: Int64?, kinds: Set<String>?, limit: Int) async throws(StoreError) -> [StoredEvent] {
        let all = state.withLockedValue(\.events).filter { kinds?.contains($0.kind) ?? true }
        guard let after else { return all.suffix(limit) }
        return Array(all.filter { $0.id > after }.prefix(limit))
    }

    func ids() async throws(StoreError) -> (oldest: Int64?, newest: Int64?) {
        state.withLockedValue { ($0.events.first?.id, $0.newest > 0 ? $0.newest : nil) }
    }

    func clear() async throws(StoreError) -> Int {
        state.withLockedValue { state in
            defer { state.events = [] }
            return state.events.count
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct EventLogTests {
    private let clock = ManualClock()

    private func log(_ keeper: FakeKeeper, limit: Int = 600) -> EventLog {
        EventLog(
            store: keeper, readerLimit: limit, clock: clock.clock, logger: .silent,
            describe: { ("store", "\($0)", "") })
    }

    @discardableResult
    private func record(_ log: EventLog, _ title: String, _ kind: EventType = .info) async -> EventRecord {
        await log.record(kind, title, detail: "", dongle: nil, isSimulated: false)
    }

    /// Returns the next `count` updates, with events as their titles.
    private func next(_ count: Int, of events: EventSubscription) async -> [String] {
        var words: [String] = []
        for await update in events {
            switch update {
            case .event(let event): words.append(event.title)
            case .missed(let count): words.append("\(count) missed")
            }
            if words.count == count { break }
        }
        return words
    }

    @Test("what was recorded comes first, then what happens, without a gap or a double")
    func replay() async throws {
        let log = log(FakeKeeper())
        for number in 1...600 { await record(log, "\(number)") }
        let late = try await log.follow(after: 100, kinds: nil)
        let live = try await log.follow(after: nil, kinds: nil)
        async let recording: Void = {
            for number in 601...1200 { await record(log, "\(number)") }
        }()
        #expect(await next(1100, of: late) == (101...1200).map(String.init))
        await recording
        #expect(await next(600, of: live) == (601...1200).map(String.init))
        #expect(log.counts.missed == 0)
    }

    @Test("many writers and readers see one order")
    func order() async throws {
        let log = log(FakeKeeper())
        let readers = [try await log.follow(after: 0, kinds: nil), try await log.follow(after: nil, kinds: nil)]
        await withDiscardingTaskGroup { group in
            for number in 0..<200 { group.addTask { await record(log, "\(number)") } }
        }
        var ids: [[Int64?]] = []
        for reader in readers {
            var seen: [Int64?] = []
            for await update in reader {
                if case .event(let event) = update { seen.append(event.id) }
                if seen.count == 200 { break }
            }
            ids.append(seen)
        }
        #expect(ids[0] == (1...200).map(Int64?.init))
        #expect(ids[1] == ids[0])
    }

    @Test("a reader that comes from before what is kept is told what it missed")
    func gone() async throws {
        let log = log(FakeKeeper(kept: 10))
        for number in 1...30 { await record(log, "\(number)") }
        let reader = try await log.follow(after: 5, kinds: nil)
        #expect(await next(11, of: reader) == ["15 missed"] + (21...30).map(String.init))
        _ = try await log.clear()
        let after = try await log.follow(after: 28, kinds: nil)
        await record(log, "31")
        #expect(await next(2, of: after) == ["2 missed", "31"])
    }

    @Test("an id from the future means the newest")
    func future() async throws {
        let log = log(FakeKeeper())
        await record(log, "1")
        let reader = try await log.follow(after: 99, kinds: nil)
        await record(log, "2")
        #expect(await next(1, of: reader) == ["2"])
    }

    @Test("a reader of some kinds gets those")
    func kinds() async throws {
        let log = log(FakeKeeper())
        for number in 1...300 { await record(log, "\(number)", number % 100 == 0 ? .error : .info) }
        let reader = try await log.follow(after: 0, kinds: [.error])
        await record(log, "301", .info)
        await record(log, "302", .error)
        #expect(await next(4, of: reader) == ["100", "200", "300", "302"])
    }

    @Test("a slow reader misses the oldest, is told how many, and a full place is refused")
    func slow() async throws {
        let log = log(FakeKeeper(), limit: 1)
        var reader: EventSubscription? = try await log.follow(after: nil, kinds: nil)
        await #expect(throws: GatewayError.tooMany("readers", limit: 1)) {
            try await log.follow(after: nil, kinds: nil)
        }
        for number in 1...1030 { await record(log, "\(number)") }
        #expect(log.counts == (1, 6))
        if let reader { #expect(await next(2, of: reader) == ["6 missed", "7"]) }
        reader = nil
        #expect(log.counts.readers == 0)
    }

    @Test("while the store is full events are told without an id and counted, and its return is recorded once")
    func full() async throws {
        let keeper = FakeKeeper()
        let log = log(keeper)
        let reader = try await log.follow(after: nil, kinds: nil)
        await record(log, "before")
        keeper.setFull(true)
        #expect(await record(log, "one").id == nil)
        #expect(await record(log, "two").id == nil)
        #expect(await log.failure?.code == "store")
        #expect(await log.unrecorded == 2)
        let trying = Task { await log.keepTrying() }
        await eventually("it waits to try") { clock.sleepers == 1 }
        let attempts = keeper.state.withLockedValue(\.attempts)
        clock.advance(by: .seconds(5))
        await eventually("it has tried, and waits again") {
            clock.sleepers == 1 && keeper.state.withLockedValue(\.attempts) == attempts + 1
        }
        #expect(await log.failure != nil)
        keeper.setFull(false)
        clock.advance(by: .seconds(5))
        await eventually("it records again") { await log.failure == nil }
        await record(log, "after")
        #expect(await next(6, of: reader) == ["before", "one", "Not recording", "two", "Recording again", "after"])
        let kept = try await log.events(after: 0, kinds: nil, limit: 10)
        #expect(kept.map(\.title) == ["before", "Recording again", "after"])
        #expect(kept.map(\.detail)[1].hasPrefix("2 entries "))
        #expect(await log.unrecorded == 2)
        trying.cancel()
        await trying.value
    }

    @Test("what else could not be recorded is counted, and told when the store works again")
    func others() async throws {
        let keeper = FakeKeeper()
        let log = log(keeper)
        await log.couldNotRecord(StoreError.full)
        #expect(await log.unrecorded == 1)
        #expect(await log.failure?.code == "store")
        await record(log, "after")
        #expect(
            try await log.events(after: 0, kinds: nil, limit: 10).map(\.detail).last == "1 entry could not be recorded."
        )
        #expect(await log.unrecorded == 1)
        // Each failure is reported with its own count.
        await log.couldNotRecord(StoreError.full)
        await log.couldNotRecord(StoreError.full)
        await record(log, "later")
        #expect(
            try await log.events(after: 0, kinds: nil, limit: 10).map(\.detail).last
                == "2 entries could not be recorded."
        )
        #expect(await log.unrecorded == 3)
    }

    @Test("the next event that can be recorded ends the failure as well")
    func nextEvent() async throws {
        let keeper = FakeKeeper()
        let log = log(keeper)
        keeper.setFull(true)
        await record(log, "one")
        keeper.setFull(false)
        #expect(await record(log, "two").id == 1)
        #expect(await log.failure == nil)
        #expect(try await log.events(after: 0, kinds: nil, limit: 10).map(\.title) == ["two", "Recording again"])
    }

    @Test("the end of the gateway ends its readers")
    func finish() async throws {
        let log = log(FakeKeeper())
        let readers = [try await log.follow(after: nil, kinds: nil), try await log.follow(after: 0, kinds: nil)]
        log.finish()
        for reader in readers { for await update in reader { Issue.record("got \(update)") } }
        await #expect(throws: GatewayError.stopping) { try await log.follow(after: nil, kinds: nil) }
    }
}
