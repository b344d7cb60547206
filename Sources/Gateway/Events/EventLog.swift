import Concurrency
import GatewayModel
import LineFormats
import Logging
import NIOConcurrencyHelpers
import Store

/// Records events in the store, and reports them to every reader in the order of their ids.
package actor EventLog {
    /// Time between attempts to record while the store fails and no event comes.
    private static let retryAfter = Duration.seconds(5)

    private let store: any EventKeeper
    private let readerLimit: Int
    private let clock: GatewayClock
    private let logger: Logger
    private let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    /// Handles one event at a time, so that ids and readers see the same order.
    private let turns = Turns()
    private let failing = Signal()
    private nonisolated let readers = EventReaders()

    /// Reason why nothing is recorded; nil while recording works.
    private(set) var failure: ErrorReport?
    /// Number of events, outages and arrivals of dongles that could not be recorded since the
    /// start.
    private(set) var unrecorded: UInt64 = 0
    /// Number of those since the store began to fail.
    private var unrecordedNow: UInt64 = 0

    init(
        store: any EventKeeper, readerLimit: Int, clock: GatewayClock, logger: Logger,
        describe: @escaping @Sendable (any Error) -> (code: String, message: String, hint: String)
    ) {
        (self.store, self.readerLimit, self.clock) = (store, readerLimit, clock)
        (self.logger, self.describe) = (logger, describe)
    }

    // MARK: Writing

    /// Records an event, logs it, and reports it to every reader. An event that cannot be recorded
    /// is counted, and reported without an id.
    ///
    /// - Parameters:
    ///   - level: Nil = ``EventType/level``.
    ///   - lines: Lines to log in place of title and detail.
    @discardableResult
    package func record(
        _ kind: EventType, _ title: String, detail: String = "", dongle: String? = nil, isSimulated: Bool = false,
        level: EventLevel? = nil, logging lines: [String]? = nil
    ) async -> EventRecord {
        var record = EventRecord(
            id: nil, ts: .now, kind: kind, level: level ?? kind.level, title: title, detail: detail, dongle: dongle,
            simulated: isSimulated)
        for line in lines ?? [detail.isEmpty ? "\(title)." : "\(title): \(detail)"] {
            logger.log(level: record.level.ofLogger, "\(line)", metadata: dongle.map { ["dongle": "\($0)"] })
        }
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

    /// Notes that something else could not be recorded. The same failure is to be expected for
    /// events.
    func couldNotRecord(_ error: any Error) {
        lost()
        failed(error)
    }

    /// Notes that the store refused something that will be retried. The same failure is to be
    /// expected for events.
    func refused(_ error: any Error) async {
        // Waits until an event that is being recorded has been reported.
        await turns.take {
            if failure == nil { failed(error) }
        }
    }

    private func lost() {
        unrecorded += 1
        unrecordedNow += 1
    }

    /// While the store fails, tries regularly whether it works again. Returns when the task is
    /// cancelled.
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
        try await store.append(
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

    /// After a failure, records an event that recording works again, which also proves it.
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

    /// Returns events in the order of their ids: the oldest `limit` after an id, or the newest.
    package func events(after: Int64?, kinds: Set<EventType>?, limit: Int) async throws -> [EventRecord] {
        try await store.list(after: after, kinds: kinds?.names, limit: limit).compactMap(EventRecord.init)
    }

    /// Deletes every event. Returns their number.
    package func clear() async throws -> Int {
        try await turns.take { try await store.clear() }
    }

    /// Returns a subscription to events as they happen; with `after`, the stored events after that
    /// id come first.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``; `StoreError` if the store cannot be read.
    package func follow(after: Int64?, kinds: Set<EventType>?) async throws -> EventSubscription {
        // The reader is added before anything is read, so that no event in between is missed.
        let reader = try readers.add(store: store, kinds: kinds, isReplaying: after != nil, limit: readerLimit)
        if let after { try await reader.beginReplay(after: after) }
        return EventSubscription(reader: reader)
    }

    /// Ends every reader after the events it holds.
    nonisolated func finish() {
        readers.finish()
    }

    /// Number of readers, and of events that slow readers have missed since the start.
    nonisolated var counts: (readers: Int, missed: UInt64) { readers.counts }
}

extension EventType {
    /// Default level of the event type.
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
    /// Creates the record of a stored event; nil for a kind that only a newer version of the
    /// program knows.
    init?(_ event: StoredEvent) {
        guard let kind = EventType(rawValue: event.kind) else { return nil }
        self.init(
            id: event.id, ts: Timestamp(microsecondsSince1970: event.microsecondsSince1970), kind: kind,
            level: EventLevel(rawValue: event.level) ?? .info, title: event.title, detail: event.detail,
            dongle: event.dongle, simulated: event.isSimulated)
    }
}
