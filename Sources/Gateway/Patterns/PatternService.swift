import FlockFinder
import GatewayModel
import LineFormats
import Store

/// Stores the patterns by which devices are recognised, and reports each change.
///
/// The program's own patterns are loaded when they are first needed, and again when the program has
/// newer ones.
package actor PatternService {
    /// Largest number of near-duplicates and of rows of a file in a report; the others are counted.
    static let tellingLimit = 1_000
    /// Largest size of a file to import, in bytes.
    package static let fileLimit = PatternFile.lengthLimit

    let store: Store
    /// Describes an error. The layer above knows the words.
    let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    let bundle: PatternSet.Bundle
    let timeOfDay: @Sendable () -> Timestamp
    /// Makes sure that nothing changes between a check and the change that follows it.
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

    /// Calls `body` after each change, once it is stored. `body` must not change patterns itself.
    package func onChange(_ body: @escaping @Sendable () async -> Void) {
        observers.append(body)
    }

    /// Returns every pattern, ordered by kind, then in the order of addition.
    package func all() async throws -> [StoredPattern] {
        try await load()
        return try await store.patterns.list()
    }

    /// Returns the enabled patterns.
    package func enabled() async throws -> [StoredPattern] {
        try await all().filter(\.pattern.isEnabled)
    }

    /// Returns the scan settings that were set on this host.
    package func settings() async throws -> [ScanSetting: Int] {
        try await store.patterns.scanSettings()
    }

    /// Sets scan settings; nil removes a setting. The caller must check the ranges.
    package func set(_ settings: [ScanSetting: Int?]) async throws {
        try await changing.take { try await store.patterns.setScanSettings(settings, atMicroseconds: now) }
        await tellObservers()
    }

    // MARK: Loading

    /// Brings the program's own patterns in the store up to date, once.
    ///
    /// - Returns: Whether this changed any pattern.
    @discardableResult
    func load() async throws -> Bool {
        guard !isLoaded else { return false }
        return try await loading.take {
            guard !isLoaded else { return false }
            let loaded = try await store.patterns.sets()
            let older = bundle.sets.filter { set in
                let version = loaded[set.name] ?? (set.name == PatternSet.Bundle.standardName ? 0 : nil)
                return version.map { $0 < bundle.version } ?? false
            }
            if !older.isEmpty { _ = try await load(older, restoring: false) }
            isLoaded = true
            return !older.isEmpty
        }
    }

    /// - Parameter mayRemove: Whether the user's changes may be lost; if false and changes would be
    ///   lost, nothing is done.
    func load(_ sets: [PatternSet], restoring: Bool, mayRemove: Bool = true) async throws -> [PatternSetReport] {
        let drafts = sets.map { set in
            PatternStore.PatternSetDraft(
                name: set.name, version: bundle.version,
                drafts: set.entries.map { PatternDraft($0, bundle: set.name) })
        }
        if !mayRemove {
            let lost = try await store.patterns.load(drafts, restoring: restoring, dryRun: true, atMicroseconds: now)
                .flatMap(\.changed)
            guard lost.isEmpty else { throw PatternError.needsConsent(lost) }
        }
        let results = try await store.patterns.load(drafts, restoring: restoring, atMicroseconds: now)
        return zip(sets, results).map { set, result in
            PatternSetReport(
                name: set.name, version: bundle.version, added: result.added, updated: result.updated,
                removed: result.removed, kept: result.kept)
        }
    }

    // MARK: Parts of changes

    var now: Int64 { timeOfDay().microsecondsSince1970 }

    /// Makes a change and tells the observers. Also tells them if only the program's patterns were
    /// loaded, and the change itself was refused.
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
        let meant = try await store.patterns.find(key)
        if reference.caseSensitive == nil, key.withCapitals != key,
            let other = try await store.patterns.find(key.withCapitals)
        {
            guard meant == nil else { throw PatternError.ambiguous(key) }
            return other
        }
        guard let meant else { throw StoreError.unknownPattern(key) }
        return meant
    }
}
