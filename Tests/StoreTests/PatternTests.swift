import TestSupport
import FlockFinder
import GRDB
import Testing

@testable import Store

@Suite struct PatternTests {
    static func pattern(
        _ kind: PatternKind, _ text: String, isCaseSensitive: Bool = false, isEnabled: Bool = true
    ) throws -> Pattern {
        try Pattern(kind, text, deviceType: "Camera", isCaseSensitive: isCaseSensitive, isEnabled: isEnabled)
    }

    @Test("a pattern of each kind comes back as it was added, kind by kind", arguments: Medium.allCases)
    func add(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let drafts = try [
                PatternDraft(Self.pattern(.bleManufacturer, "09c8"), source: "a list", confidence: 0),
                PatternDraft(Self.pattern(.bleUUID, "180a", isEnabled: false), confidence: 100, details: "Any device."),
                PatternDraft(Self.pattern(.ssid, "Flock-", isCaseSensitive: true)),
                PatternDraft(Self.pattern(.ssid, "Flock-")),
                PatternDraft(Self.pattern(.mac, "b4:1e:52")),
                PatternDraft(Self.pattern(.bleName, "180a")),
            ]
            try await store.patterns.change(drafts.map { .add($0) }, atMicroseconds: 7)
            let stored = try await store.patterns.list()
            #expect(stored.map(\.draft) == [2, 3, 4, 5, 1, 0].map { drafts[$0] })
            #expect(stored.allSatisfy { $0.createdMicroseconds == 7 && $0.updatedMicroseconds == 7 && $0.isCustom })
            #expect(stored.map(\.id) == [1, 2, 1, 3, 2, 1])
            #expect(try await store.patterns.list(kind: .bleUUID).map(\.draft) == [drafts[1]])
            #expect(try await store.patterns.find(drafts[2].pattern.key)?.draft == drafts[2])
            let absent = try await store.patterns.find(Self.pattern(.ssid, "flock-").key)
            #expect(absent == nil)
        }
    }

    @Test("a pattern is there once, and a list with one of them twice changes nothing", arguments: Medium.allCases)
    func taken(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for kind in PatternKind.allCases {
                let text = kind == .mac ? "b41e52" : "180a"
                let pattern = try Self.pattern(kind, text)
                await #expect(throws: StoreError.patternTaken(pattern.key)) {
                    try await store.patterns.change(
                        [.add(PatternDraft(pattern)), .add(PatternDraft(pattern))], settings: [.maxChannel: 11],
                        atMicroseconds: 1)
                }
            }
            #expect(try await store.patterns.list().isEmpty)
            #expect(try await store.patterns.scanSettings().isEmpty)
        }
    }

    @Test("a change of what is not there fails with it, and nothing is done")
    func unknown() async throws {
        let store = try Store.inMemory()
        let there = PatternDraft(try Self.pattern(.ssid, "Flock-"))
        let key = try Pattern.Key(.ssid, "Flock-", isCaseSensitive: true)
        for change: PatternChange in [.remove(key), .enable(key, false), .replace(key, there)] {
            await #expect(throws: StoreError.unknownPattern(key)) {
                try await store.patterns.change([.add(there), change], atMicroseconds: 1)
            }
        }
        #expect(try await store.patterns.list().isEmpty)
    }

    @Test("a pattern keeps its id when it is replaced, and gets the time", arguments: Medium.allCases)
    func replace(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let old = PatternDraft(try Self.pattern(.ssid, "Flock-"))
            var new = PatternDraft(
                try Self.pattern(.ssid, "FS-", isCaseSensitive: true, isEnabled: false), source: "me", confidence: 5,
                details: "x")
            try await store.patterns.change([.add(old)], atMicroseconds: 1)
            try await store.patterns.change([.replace(old.pattern.key, new)], atMicroseconds: 2)
            #expect(try await store.patterns.list().map(\.draft) == [new])
            new.details = "y"
            try await store.patterns.change([.replace(new.pattern.key, new)], atMicroseconds: 3)
            let stored = try #require(try await store.patterns.list().first)
            #expect(stored.draft == new && stored.createdMicroseconds == 2 && stored.updatedMicroseconds == 3)
            #expect(!stored.isEdited)
        }
    }

    @Test("a pattern does not take the place of another one")
    func replaceTaken() async throws {
        let store = try Store.inMemory()
        let (one, other) = (
            PatternDraft(try Self.pattern(.ssid, "one")), PatternDraft(try Self.pattern(.ssid, "other"))
        )
        try await store.patterns.change([.add(one), .add(other)], atMicroseconds: 1)
        await #expect(throws: StoreError.patternTaken(other.pattern.key)) {
            try await store.patterns.change([.replace(one.pattern.key, other)], atMicroseconds: 2)
        }
        #expect(try await store.patterns.list().map(\.draft) == [one, other])
    }

    @Test("a pattern is switched off, on and removed", arguments: Medium.allCases)
    func switching(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let pattern = try Self.pattern(.bleUUID, "180a")
            try await store.patterns.change([.add(PatternDraft(pattern))], atMicroseconds: 1)
            try await store.patterns.change([.enable(pattern.key, false)], atMicroseconds: 2)
            let off = try #require(try await store.patterns.list().first)
            #expect(!off.pattern.isEnabled && off.updatedMicroseconds == 2 && !off.isSwitched)
            try await store.patterns.change([.enable(pattern.key, true)], atMicroseconds: 3)
            #expect(try await store.patterns.list().map(\.pattern.isEnabled) == [true])
            try await store.patterns.change([.remove(pattern.key)], atMicroseconds: 4)
            #expect(try await store.patterns.list().isEmpty)
        }
    }

    @Test("20,000 patterns are kept, and no more")
    func limit() async throws {
        let store = try Store.inMemory()
        let names = try (1...PatternStore.patternLimit).map { PatternDraft(try Self.pattern(.bleName, "name \($0)")) }
        try await store.patterns.change(names.map { .add($0) }, atMicroseconds: 1)
        let more = PatternDraft(try Self.pattern(.mac, "b4:1e:52"))
        await #expect(throws: StoreError.tooManyPatterns(limit: 20_000)) {
            try await store.patterns.change([.add(more)], atMicroseconds: 2)
        }
        try await store.patterns.change([.remove(names[0].pattern.key), .add(more)], atMicroseconds: 3)
        #expect(try await store.patterns.list().count == 20_000)
    }

    @Test("a row that can be no pattern is damage, and said so")
    func damage() async throws {
        let store = try Store.inMemory()
        let name = PatternDraft(try Self.pattern(.mac, "b4:1e:52"))
        try await store.patterns.change([.add(name)], atMicroseconds: 1)
        try await store.database.writer.write { db in try db.execute(sql: "UPDATE mac_patterns SET prefix = 'x'") }
        await #expect {
            _ = try await store.patterns.list()
        } throws: {
            if case StoreError.corrupt = $0 { true } else { false }
        }
    }

    @Test("patterns and settings are there after a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(path: folder.path("perch.db"))
        let draft = PatternDraft(try Self.pattern(.ssid, "Flöck"))
        try await store.patterns.change([.add(draft)], settings: [.maxChannel: 11], atMicroseconds: 9)
        try store.close()
        let again = try Store.open(path: folder.path("perch.db"))
        #expect(try await again.patterns.list().map(\.draft) == [draft])
        #expect(try await again.patterns.scanSettings() == [.maxChannel: 11])
    }
}
