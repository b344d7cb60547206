import CP28
import Foundation
import GatewayModel
import LineFormats
import Store

/// A run under way: its state and its journal. An action that is not in the journal has not begun.
actor ActiveRun {
    private(set) var stored: StoredRun
    private let store: Store
    private let publish: @Sendable (StoredRun) -> Void
    /// State that the readers were told last.
    private var published: StoredRun.Progress?
    /// Called when the run must stop.
    private var onStop: (@Sendable () -> Void)?
    private(set) var isStopping = false
    /// Last lines of the journal, if the store could not take them yet.
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

    /// Writes lines of the journal and the state of the run, in one durable step.
    func record(_ lines: [Line]) async throws {
        let now = Timestamp.now.microsecondsSince1970
        stored.updatedMicroseconds = now
        let attempt = max(1, stored.progress.attempts)
        let entries = lines.map { line in
            JournalEntry(
                atMicroseconds: line.at, attempt: attempt, phase: line.phase, kind: line.kind, step: line.step,
                detail: line.detail, bytes: line.bytes.map { Array($0.prefix(RunStore.journalLineBytes)) })
        }
        try await store.runs.journal(entries, of: stored.id, progress: stored.progress)
        tell()
    }

    /// Reports the end of the run although the store cannot take it yet.
    func owe(_ lines: [Line]) {
        owed = lines
        tell()
    }

    /// Writes the lines that the store could not take before.
    func settle() async throws {
        try await record(owed)
        owed = []
    }

    /// Reports the state of the run to its readers, if it has changed.
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

    /// Has `body` called when the run must stop, at once if that was requested before.
    func whenStopped(_ body: @escaping @Sendable () -> Void) {
        onStop = body
        if isStopping { body() }
    }

    /// Line of the journal.
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
