import Concurrency
import GatewayModel
import JSONLines
import Logging
import NIOConcurrencyHelpers
import Store

/// Keeps events in the store, and tells every reader of them in the order of their ids.
actor EventLog {
    /// How long to wait, while the store fails, before trying without an event.
    private static let retryAfter = Duration.seconds(5)

    private let store: any EventKeeper
    private let readerLimit: Int
    private let clock: GatewayClock
    private let logger: Logger
    private let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    /// One event at a time, so that ids and readers see the same order.
    private let turns = Turns()
    private let failing = Signal()
    private nonisolated let readers = EventReaders()

    /// Why nothing is being recorded; nil while it is.
    private(set) var failure: ErrorReport?
    /// Events, outages and comings of dongles that could not be recorded since the start.
    private(set) var unrecorded: UInt64 = 0
    /// Those since the store began to fail.
    private var unrecordedNow: UInt64 = 0

    init(
        store: any EventKeeper, readerLimit: Int, clock: GatewayClock, logger: Logger,
        describe: @escaping @Sendable (any Error) -> (code: String, message: String, hint: String)
    ) {
        self.store = store
        self.readerLimit = readerLimit
        self.clock = clock
        self.logger = logger
        self.describe = describe
    }

    // MARK: Writing

    /// Records an event, logs it, and tells every reader. What cannot be recorded is told without an id.
    ///
    /// - Parameter level: Nil = ``EventType/level``.
    @discardableResult
    func record(
        _ kind: EventType, _ title: String, detail: String, dongle: String? = nil, isSimulated: Bool = false,
        level: EventLevel? = nil
    ) async -> EventRecord {
        var record = EventRecord(
            id: nil, ts: .now, kind: kind, level: level ?? kind.level, title: title, detail: detail, dongle: dongle,
            simulated: isSimulated)
        logger.log(
            level: record.level.ofLogger, "\(detail.isEmpty ? "\(title)." : "\(title): \(detail)")",
            metadata: dongle.map { ["dongle": "\($0)"] })
        await turns.take {
            do {
                record.id = try await append(record)
                readers.tell(record)
                await worked()
            } catch {
                lost()
                readers.tell(record)
                failed(error)
            }
        }
        return record
    }

    /// Something else could not be recorded. Where the store failed, it will here.
    func couldNotRecord(_ error: any Error) {
        lost()
        failed(error)
    }

    /// The store has refused something that is tried again. Where it did, it will here.
    func refused(_ error: any Error) async {
        // Behind the event that it may have been, which is told first.
        await turns.take {
            if failure == nil { failed(error) }
        }
    }

    private func lost() {
        unrecorded += 1
        unrecordedNow += 1
    }

    /// Tries, while the store fails, whether it works again. Returns when the task is cancelled.
    func keepTrying() async {
        while !Task.isCancelled {
            await failing.wait()
            while failure != nil, !Task.isCancelled {
                await clock.sleep(clock.now() + Self.retryAfter)
                if Task.isCancelled { return }
                await turns.take { await worked() }
            }
        }
    }

    private func append(_ record: EventRecord) async throws(StoreError) -> Int64 {
        try await store.appendEvent(
            kind: record.kind.rawValue, level: record.level.rawValue, title: record.title, detail: record.detail,
            dongle: record.dongle,
            isSimulated: record.simulated, microsecondsSince1970: record.ts.microsecondsSince1970)
    }

    private func failed(_ error: any Error) {
        let (code, message, hint) = describe(error)
        let isNews = failure == nil
        failure = ErrorReport(at: .now, code: code, message: message, hint: hint)
        guard isNews else { return }
        logger.error("Events are not recorded: \(message) \(hint)")
        readers.tell(
            EventRecord(
                id: nil, ts: .now, kind: .error, level: .error, title: "Not recording", detail: "\(message) \(hint)",
                dongle: nil,
                simulated: false))
        failing.wake()
    }

    /// Where the store failed before: records that it works again, which is the proof of it.
    private func worked() async {
        guard failure != nil else { return }
        let count = unrecordedNow
        var record = EventRecord(
            id: nil, ts: .now, kind: .info, level: .notice, title: "Recording again",
            detail: "\(count == 1 ? "1 entry" : "\(count) entries") could not be recorded.", dongle: nil,
            simulated: false)
        do {
            record.id = try await append(record)
            failure = nil
            unrecordedNow -= count
            logger.notice("Events are recorded again; \(count) could not be.")
            readers.tell(record)
        } catch {
            failed(error)
        }
    }

    // MARK: Reading

    /// Events in the order of their ids: the oldest `limit` after an id, or the newest.
    func events(after: Int64?, kinds: Set<EventType>?, limit: Int) async throws -> [EventRecord] {
        try await store.events(after: after, kinds: kinds?.names, limit: limit).compactMap(EventRecord.init)
    }

    /// Removes every event. Returns how many there were.
    func clear() async throws -> Int {
        try await turns.take { try await store.clearEvents() }
    }

    /// Lets a reader in; with `after`, what is in the store behind that id comes first.
    func follow(after: Int64?, kinds: Set<EventType>?) async throws -> EventSubscription {
        // In its place before anything is read: what happens meanwhile is not missed.
        let reader = try readers.add(store: store, kinds: kinds, isReplaying: after != nil, limit: readerLimit)
        if let after { try await reader.beginReplay(after: after) }
        return EventSubscription(reader: reader)
    }

    /// Ends every reader behind what it holds.
    nonisolated func finish() {
        readers.finish()
    }

    /// Readers, and what slow ones have missed since the start.
    nonisolated var counts: (readers: Int, missed: UInt64) { readers.counts }
}

extension EventType {
    /// Of events for which nothing else is said.
    fileprivate var level: EventLevel {
        switch self {
        case .regionEnter, .regionExit, .stateChange, .info: .info
        case .authorization: .notice
        case .error: .warning
        }
    }
}

extension EventLevel {
    fileprivate var ofLogger: Logger.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        }
    }
}

extension Set<EventType> {
    var names: Set<String> { Set<String>(map(\.rawValue)) }
}

extension EventRecord {
    /// An event of the store; nil for a kind that only a newer version of the program knows.
    init?(_ event: StoredEvent) {
        guard let kind = EventType(rawValue: event.kind) else { return nil }
        self.init(
            id: event.id, ts: Timestamp(microsecondsSince1970: event.microsecondsSince1970), kind: kind,
            level: EventLevel(rawValue: event.level) ?? .info, title: event.title, detail: event.detail,
            dongle: event.dongle, simulated: event.isSimulated)
    }
}
