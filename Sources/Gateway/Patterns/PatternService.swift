import FlockFinder
import GatewayModel
import JSONLines
import Store

/// Keeps the patterns by which devices are recognised, and tells of each change.
///
/// Those that come with the program are loaded when they are first needed, and again where the program has newer ones.
package actor PatternService {
    /// Near-duplicates and rows of a file that are told at a time; the others are counted.
    static let tellingLimit = 1_000
    /// Bytes of a file to import.
    package static let fileLimit = PatternFile.lengthLimit

    let store: Store
    /// The words for an error, which a layer above knows.
    let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    let bundle: PatternSet.Bundle
    let timeOfDay: @Sendable () -> Timestamp
    /// What is looked at before a change is the same when it is made.
    let changing = Turns()
    private var isLoaded = false
    private let loading = Turns()
    private var observers: [@Sendable () async -> Void] = []

    init(
        store: Store, bundle: PatternSet.Bundle = PatternSet.bundled,
        describe: @escaping @Sendable (any Error) -> (code: String, message: String, hint: String),
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.store = store
        self.bundle = bundle
        self.describe = describe
        self.timeOfDay = timeOfDay
    }

    /// Calls `body` after each change, when it is stored. It must not change patterns itself.
    package func onChange(_ body: @escaping @Sendable () async -> Void) {
        observers.append(body)
    }

    /// Every pattern, in the order of kinds, and in that in which they were added.
    package func all() async throws -> [StoredPattern] {
        try await load()
        return try await store.patterns()
    }

    /// Those that count.
    package func enabled() async throws -> [StoredPattern] {
        try await all().filter(\.pattern.isEnabled)
    }

    /// The scan settings that somebody set; of the others the host says nothing.
    package func settings() async throws -> [ScanSetting: Int] {
        try await store.scanSettings()
    }

    /// Sets scan settings; nil: the host says nothing of it. Ranges are the caller's to see to.
    package func set(_ settings: [ScanSetting: Int?]) async throws {
        try await changing.take { try await store.setScanSettings(settings, atMicroseconds: now) }
        await tellObservers()
    }

    // MARK: Loading

    /// Brings the patterns that come with the program to what they are in it, once.
    ///
    /// - Returns: Whether that changed any.
    @discardableResult
    func load() async throws -> Bool {
        guard !isLoaded else { return false }
        return try await loading.take {
            guard !isLoaded else { return false }
            let loaded = try await store.patternSets()
            let older = bundle.sets.filter { set in
                let version = loaded[set.name] ?? (set.name == PatternSet.Bundle.standardName ? 0 : nil)
                return version.map { $0 < bundle.version } ?? false
            }
            if !older.isEmpty { _ = try await load(older, restoring: false) }
            isLoaded = true
            return !older.isEmpty
        }
    }

    /// - Parameter mayRemove: Whether what somebody has changed may go; where it would, and may not, nothing is done.
    func load(_ sets: [PatternSet], restoring: Bool, mayRemove: Bool = true) async throws -> [PatternSetReport] {
        let drafts = sets.map { set in
            Store.PatternSetDraft(
                name: set.name, version: bundle.version,
                drafts: set.entries.map { PatternDraft($0, bundle: set.name) })
        }
        if !mayRemove {
            let lost = try await store.loadPatterns(drafts, restoring: restoring, dryRun: true, atMicroseconds: now)
                .flatMap(\.changed)
            guard lost.isEmpty else { throw PatternError.needsConsent(lost) }
        }
        let results = try await store.loadPatterns(drafts, restoring: restoring, atMicroseconds: now)
        return zip(sets, results).map { set, result in
            PatternSetReport(
                name: set.name, version: bundle.version, added: result.added, updated: result.updated,
                removed: result.removed, kept: result.kept)
        }
    }

    // MARK: Parts of changes

    var now: Int64 { timeOfDay().microsecondsSince1970 }

    /// Makes a change, and tells of it; also of the program's patterns, where they were loaded for a change that is refused.
    func change<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        let hasLoaded = try await load()
        let value: Value
        do {
            value = try await changing.take { try await body() }
        } catch {
            if hasLoaded { await tellObservers() }
            throw error
        }
        await tellObservers()
        return value
    }

    private func tellObservers() async {
        for observer in observers { await observer() }
    }

    /// - Throws: ``PatternError/ambiguous(_:)``, `StoreError.unknownPattern`, `PatternFault`.
    func find(_ reference: PatternReference) async throws -> StoredPattern {
        let key = try Pattern.Key(
            reference.kind, reference.pattern, isCaseSensitive: reference.caseSensitive ?? false)
        let meant = try await store.pattern(key)
        if reference.caseSensitive == nil, key.withCapitals != key,
            let other = try await store.pattern(key.withCapitals)
        {
            guard meant == nil else { throw PatternError.ambiguous(key) }
            return other
        }
        guard let meant else { throw StoreError.unknownPattern(key) }
        return meant
    }
}
