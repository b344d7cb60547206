import Foundation
import GRDB
import GatewayModel
import Testing

@testable import Store

@Suite struct JournalTests {
    private static let lines = [
        JournalEntry(
            atMicroseconds: 10, attempt: 1, phase: .intent, kind: "write", step: 24, detail: "Save.",
            bytes: [0x4E, 0x4F, 0x60, 0, 0x60]),
        JournalEntry(atMicroseconds: 9, attempt: 2, phase: .outcome, kind: "write", step: 24, detail: ""),
        JournalEntry(atMicroseconds: 11, attempt: 2, phase: .note, kind: "notification", detail: "…", bytes: []),
    ]

    @Test("lines come back as they were, numbered in their order", arguments: Medium.allCases)
    func lines(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1, 2)
            for line in Self.lines { #expect(try await store.runs.journal([line], of: 1, progress: nil) == 1) }
            #expect(try await store.runs.journal([.note()], of: 2, progress: nil) == 1)
            let found = try await store.runs.journal(of: 1, after: 0, limit: 9)
            #expect(found.map(\.number) == [1, 2, 3] && found.map(\.entry) == Self.lines)
            #expect(try await store.runs.journal(of: 1, after: 1, limit: 1).map(\.entry) == [Self.lines[1]])
            #expect(try await store.runs.journal(of: 1, after: 3, limit: 9).isEmpty)
            #expect(try await store.runs.journal(of: 3, after: 0, limit: 9).isEmpty)
            // A line alone changes only the time of the last update.
            #expect(try await store.runs.find(1)?.progress == .init())
            #expect(try await store.runs.find(1)?.updatedMicroseconds == 11)
        }
    }

    @Test("a line of a run that is not there is not kept, nor how it stands", arguments: Medium.allCases)
    func noRun(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1)
            #expect(try await store.runs.journal([.note()], of: 2, progress: .state(.failed)) == 0)
            #expect(try await store.runs.journal(of: 2, after: 0, limit: 9).isEmpty)
            #expect(try await store.runs.droppedJournalLines(of: 2) == 0)
        }
    }

    @Test("a line and how the run stands are noted both or neither", arguments: Medium.allCases)
    func both(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1)
            try await store.database.writer.write { db in
                try db.execute(
                    sql: """
                        CREATE TEMP TRIGGER no_end BEFORE UPDATE ON run WHEN new.state = 'verified'
                        BEGIN SELECT raise(ABORT, 'no'); END
                        """)
            }
            await #expect(throws: StoreError.self) {
                try await store.runs.journal([.note(at: 9)], of: 1, progress: .state(.verified))
            }
            #expect(try await store.runs.journal(of: 1, after: 0, limit: 9).isEmpty)
            #expect(try await store.runs.find(1)?.updatedMicroseconds == 1)
            #expect(try await store.runs.journal([.note(at: 9)], of: 1, progress: .state(.saved)) == 1)
            #expect(try await store.runs.find(1)?.progress.state == .saved)
        }
    }

    @Test("a full journal counts what it does not keep, and the run goes on", arguments: Medium.allCases)
    func full(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1)
            try await store.database.writer.write { db in
                try db.execute(sql: "UPDATE run SET lines = ?", arguments: [RunStore.journalLimit - 1])
            }
            #expect(try await store.runs.journal([.note()], of: 1, progress: nil) == 1)
            #expect(try await store.runs.journal([.note(at: 7)], of: 1, progress: .state(.saved)) == 0)
            #expect(try await store.runs.journal([.note(at: 8)], of: 1, progress: nil) == 0)
            #expect(try await store.runs.journal(of: 1, after: 0, limit: 9).map(\.number) == [5_000])
            #expect(try await store.runs.droppedJournalLines(of: 1) == 2)
            #expect(try await store.runs.find(1)?.progress.state == .saved)
            #expect(try await store.runs.find(1)?.updatedMicroseconds == 8)
        }
    }

    @Test("64 KiB of baseline and 512 bytes of a line are taken, and a byte more is not", arguments: Medium.allCases)
    func sizes(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1)
            var progress = StoredRun.Progress()
            progress.baseline = Data(repeating: 1, count: 65_536)
            let line = [UInt8](repeating: 2, count: 512)
            try await store.runs.journal([.note(bytes: line)], of: 1, progress: progress)
            progress.baseline?[0] = 7
            try await store.runs.journal([.note(bytes: line)], of: 1, progress: progress)
            #expect(try await store.runs.find(1)?.progress == progress)
            await #expect(throws: StoreError.tooLargeForJournal(bytes: 513, limit: 512)) {
                try await store.runs.journal([.note(bytes: line + [0])], of: 1, progress: nil)
            }
            progress.baseline?.append(1)
            await #expect(throws: StoreError.tooLargeForJournal(bytes: 65_537, limit: 65_536)) {
                try await store.runs.journal([.note()], of: 1, progress: progress)
            }
            #expect(try await store.runs.journal(of: 1, after: 0, limit: 9).count == 2)
            try await store.runs.journal([.note(String(repeating: "é", count: 1_001))], of: 1, progress: nil)
            #expect(try await store.runs.journal(of: 1, after: 2, limit: 9).map(\.entry.detail.count) == [1_000])
        }
    }
}
