import CP28
import Foundation
import GatewayModel
import JSONLines
import Store

/// A run under way: how it stands, and its journal. What is not in the journal has not begun.
actor ActiveRun {
    private(set) var stored: StoredRun
    private let store: Store
    private let publish: @Sendable (StoredRun) -> Void
    /// As readers know it.
    private var published: StoredRun.Progress?
    /// Told when somebody wants it to end.
    private var onStop: (@Sendable () -> Void)?
    private(set) var isStopping = false
    /// How it ended, where the store has not taken that yet.
    private var owed: [Line] = []

    init(_ stored: StoredRun, store: Store, publish: @escaping @Sendable (StoredRun) -> Void) {
        self.stored = stored
        self.store = store
        self.publish = publish
    }

    /// Begins another attempt.
    func begin(dongle: String, isSimulated: Bool, at step: Int) {
        stored.progress.attempts += 1
        stored.progress.step = step
        stored.progress.reason = nil
        stored.progress.dongle = dongle
        stored.progress.isSimulated = isSimulated
    }

    func change(_ body: @Sendable (inout StoredRun) -> Void) { body(&stored) }

    /// Writes lines of the journal and how the run stands, together and durably.
    func record(_ lines: [Line]) async throws {
        let now = Timestamp.now.microsecondsSince1970
        stored.updatedMicroseconds = now
        let attempt = max(1, stored.progress.attempts)
        let entries = lines.map { line in
            JournalEntry(
                atMicroseconds: line.at, attempt: attempt, phase: line.phase, kind: line.kind, step: line.step,
                detail: line.detail, bytes: line.bytes.map { Array($0.prefix(Store.journalLineBytes)) })
        }
        try await store.journal(entries, of: stored.id, progress: stored.progress)
        tell()
    }

    /// Says how the run has ended, though the store cannot take it yet.
    func owe(_ lines: [Line]) {
        owed = lines
        tell()
    }

    /// Writes what is owed.
    func settle() async throws {
        try await record(owed)
        owed = []
    }

    /// Tells those who follow the run how it stands, as far as they do not know.
    private func tell() {
        guard stored.progress != published else { return }
        published = stored.progress
        publish(stored)
    }

    // MARK: Stopping

    func stop() {
        guard !isStopping else { return }
        isStopping = true
        onStop?()
    }

    /// Has `body` called once somebody wants it to end, at once where that was before.
    func whenStopped(_ body: @escaping @Sendable () -> Void) {
        onStop = body
        if isStopping { body() }
    }

    /// A line of the journal.
    struct Line: Sendable {
        /// Microseconds since 1970.
        var at = Timestamp.now.microsecondsSince1970
        var phase: ExchangePhase
        var kind: String
        var step: Int?
        var detail: String
        var bytes: [UInt8]?

        static func intent(_ kind: String, _ detail: String, step: Int? = nil, bytes: [UInt8]? = nil) -> Line {
            Line(phase: .intent, kind: kind, step: step, detail: detail, bytes: bytes)
        }

        static func outcome(_ kind: String, _ detail: String, step: Int? = nil) -> Line {
            Line(phase: .outcome, kind: kind, step: step, detail: detail)
        }

        static func note(_ kind: String, _ detail: String, bytes: [UInt8]? = nil) -> Line {
            Line(phase: .note, kind: kind, detail: detail, bytes: bytes)
        }
    }
}
