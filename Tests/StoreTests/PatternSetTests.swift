import FlockFinder
import Testing

@testable import Store

@Suite struct PatternSetTests {
    private static func draft(_ text: String, _ details: String = "", isEnabled: Bool = true) throws -> PatternDraft {
        PatternDraft(
            try Pattern(.ssid, text, deviceType: "Camera", isEnabled: isEnabled), bundle: "standard", details: details)
    }

    @discardableResult
    private static func load(
        _ store: Store, _ version: Int, _ drafts: [PatternDraft], restoring: Bool = false
    ) async throws -> PatternStore.LoadedPatterns {
        let set = PatternStore.PatternSetDraft(name: "standard", version: version, drafts: drafts)
        let results = try await store.patterns.load([set], restoring: restoring, atMicroseconds: Int64(version))
        var result = try #require(results.first)
        #expect(result.changed.count == result.updated + result.removed)
        result.changed = []
        return result
    }

    @Test("a set is loaded, and then once more without a change", arguments: Medium.allCases)
    func load(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let drafts = try [Self.draft("a"), Self.draft("b", isEnabled: false)]
            let first = try await Self.load(store, 1, drafts)
            #expect(first == .init(added: 2))
            #expect(try await store.patterns.list().map(\.draft) == drafts)
            #expect(try await store.patterns.list().allSatisfy { !$0.isCustom })
            #expect(try await store.patterns.sets() == ["standard": 1])
            let second = try await Self.load(store, 2, drafts)
            #expect(second == .init())
            #expect(try await store.patterns.list().map(\.updatedMicroseconds) == [1, 1])
            #expect(try await store.patterns.sets() == ["standard": 2])
        }
    }

    @Test("a newer list changes what nobody has changed, and takes away what it no longer has")
    func newer() async throws {
        let store = try Store.inMemory()
        try await Self.load(store, 1, [Self.draft("a", "old"), Self.draft("b")])
        let news = try [Self.draft("a", "new", isEnabled: false), Self.draft("c")]
        let result = try await Self.load(store, 2, news)
        #expect(result == .init(added: 1, updated: 1, removed: 1))
        #expect(try await store.patterns.list().map(\.draft) == news)
    }

    @Test("a newer list may go beyond the limit, where patterns can still be switched and removed, and none added")
    func limit() async throws {
        let store = try Store.inMemory()
        let many = try (0..<PatternStore.patternLimit).map { number in
            PatternChange.add(PatternDraft(try Pattern(.ssid, "\(number)", deviceType: "Camera")))
        }
        try await store.patterns.change(many, atMicroseconds: 1)
        let full = StoreError.tooManyPatterns(limit: PatternStore.patternLimit)
        await #expect(throws: full) {
            try await Self.load(store, 1, [Self.draft("a"), Self.draft("b")], restoring: true)
        }
        #expect(try await store.patterns.sets() == [:])
        let result = try await Self.load(store, 1, [Self.draft("a"), Self.draft("b")])
        #expect(result == .init(added: 2))
        try await store.patterns.change([.enable(Self.draft("1").pattern.key, false)], atMicroseconds: 2)
        try await store.patterns.change([.remove(Self.draft("1").pattern.key)], atMicroseconds: 2)
        await #expect(throws: full) { try await store.patterns.change([.add(Self.draft("c"))], atMicroseconds: 2) }
    }

    @Test("what somebody added, edited, switched or removed stays so with a newer list")
    func kept() async throws {
        let store = try Store.inMemory()
        try await Self.load(
            store, 1,
            [Self.draft("edited"), Self.draft("switched"), Self.draft("removed"), Self.draft("retired")])
        var custom = try Self.draft("custom", "mine")
        custom.bundle = nil
        let edited = try Self.draft("edited", "mine")
        try await store.patterns.change(
            [
                .add(custom), .replace(edited.pattern.key, edited),
                .enable(try Self.draft("switched").pattern.key, false),
                .remove(try Self.draft("removed").pattern.key), .enable(try Self.draft("retired").pattern.key, false),
            ], atMicroseconds: 5)
        let names = ["edited", "switched", "removed", "custom"]
        let result = try await Self.load(store, 6, names.map { try Self.draft($0, "new") })
        #expect(result == .init(updated: 1, kept: 4))
        let stored = try await store.patterns.list()
        #expect(
            stored.map { "\($0.pattern.text) \($0.details ?? "") \($0.pattern.isEnabled) \($0.isCustom)" } == [
                "edited mine true false", "switched new false false", "retired  false true", "custom mine true true",
            ])
        #expect(stored.map(\.isEdited) == [true, false, false, false])
        #expect(stored.map(\.isSwitched) == [false, true, false, false])
    }

    @Test("replacing a pattern by one that is only switched is no edit of it")
    func switchedOnly() async throws {
        let store = try Store.inMemory()
        let draft = try Self.draft("a", "old")
        try await Self.load(store, 1, [draft])
        let off = try Self.draft("a", "old", isEnabled: false)
        try await store.patterns.change([.replace(draft.pattern.key, off)], atMicroseconds: 2)
        let stored = try #require(try await store.patterns.list().first)
        #expect(!stored.isEdited && stored.isSwitched && !stored.pattern.isEnabled)
        try await Self.load(store, 3, [Self.draft("a", "new")])
        #expect(try await store.patterns.list().map(\.draft) == [Self.draft("a", "new", isEnabled: false)])
    }

    @Test("restoring a set undoes what was changed of it, and leaves alone what was added")
    func restoring() async throws {
        let store = try Store.inMemory()
        let drafts = try ["edited", "switched", "removed", "renamed"].map { try Self.draft($0) }
        try await Self.load(store, 1, drafts)
        try await store.patterns.change(
            [
                .replace(drafts[0].pattern.key, try Self.draft("edited", "mine")),
                .enable(drafts[1].pattern.key, false),
                .remove(drafts[2].pattern.key), .replace(drafts[3].pattern.key, try Self.draft("other")),
            ], atMicroseconds: 5)
        let other = try #require(try await store.patterns.list().last)
        #expect(other.pattern.text == "other" && other.isCustom)
        let result = try await Self.load(store, 1, drafts, restoring: true)
        #expect(result == .init(added: 2, updated: 2))
        let stored = try await store.patterns.list()
        #expect(Set(stored.filter { !$0.isCustom }.map(\.draft)) == Set(drafts))
        #expect(stored.filter(\.isCustom) == [other])
        #expect(stored.allSatisfy { !$0.isEdited && !$0.isSwitched })
        try await store.patterns.change([.remove(drafts[2].pattern.key)], atMicroseconds: 6)
        let again = try await Self.load(store, 2, drafts)
        #expect(again == .init(kept: 1))
    }

    @Test("what somebody changed and changed back is no longer theirs once a set was restored")
    func restoredUntouched() async throws {
        let store = try Store.inMemory()
        let draft = try Self.draft("a")
        try await Self.load(store, 1, [draft])
        try await store.patterns.change(
            [.enable(draft.pattern.key, false), .enable(draft.pattern.key, true)], atMicroseconds: 2)
        #expect(try await store.patterns.list().map(\.isSwitched) == [true])
        let result = try await Self.load(store, 1, [draft], restoring: true)
        #expect(result == .init(updated: 1))
        #expect(try await store.patterns.list().map(\.isSwitched) == [false])
    }
}
