// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import FlockFinder
import GatewayModel

extension GatewayClient {
    /// Patterns by which devices are recognised.
    ///
    /// Those that come with the program are loaded at the first request that needs them.
    package func patterns(
        kind: PatternKind? = nil, deviceType: String? = nil, enabled: Bool? = nil, custom: Bool? = nil,
        source: String? = nil, within time: Duration? = nil
    ) async throws -> PatternList {
        let request = APIRequest(
            .GET, ["v1", "patterns"],
            query: [("kind", kind.map { $0.rawValue }), ("device_type", deviceType), ("enabled", enabled.map { $0 ? "yes" : "no" }), ("custom", custom.map { $0 ? "yes" : "no" }), ("source", source)]
        )
        return try await answer(request, within: time)
    }

    /// Add a pattern.
    ///
    /// What is alike is told, and is no error; the same pattern in whatever spelling is one (`pattern-taken`).
    package func addPattern(_ body: PatternDefinition, within time: Duration? = nil) async throws -> PatternChanges {
        let request = try APIRequest(.POST, ["v1", "patterns"], json: body)
        return try await answer(request, within: time)
    }

    /// Change a pattern.
    ///
    /// What is left out stays as it is. A newer list of the program leaves alone what was changed. With another text, a
    /// pattern that came with the program is removed, and the other one added.
    package func editPattern(_ body: PatternEdit, within time: Duration? = nil) async throws -> PatternChanges {
        let request = try APIRequest(.POST, ["v1", "patterns", "edit"], json: body)
        return try await answer(request, within: time)
    }

    /// Remove patterns, all or none.
    ///
    /// One that came with the program does not come back with a newer list of it, but with `POST /v1/patterns/reset`.
    package func removePatterns(_ body: PatternSelection, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "patterns", "remove"], json: body)
        try await order(request, within: time)
    }

    /// Switch patterns on or off, all or none.
    package func switchPatterns(_ body: PatternSwitch, within time: Duration? = nil) async throws -> PatternChanges {
        let request = try APIRequest(.POST, ["v1", "patterns", "switch"], json: body)
        return try await answer(request, within: time)
    }

    /// Add and change patterns as a file has them.
    ///
    /// The body may have 16 MiB, the file in it 8 MiB and 50,000 rows: a config in either dialect, lists of patterns in
    /// JSON, or comma-separated values, recognised by its content. What a file does not tell stays as it is; nothing is
    /// removed. Where a row is no pattern, nothing is imported, unless `skip_bad`.
    package func importPatterns(
        _ body: PatternImportOrder, within time: Duration? = nil
    ) async throws -> PatternImportReport {
        let request = try APIRequest(.POST, ["v1", "patterns", "import"], json: body)
        return try await answer(request, within: time ?? .seconds(60))
    }

    /// Patterns as a file.
    package func exportPatterns(
        format: PatternFile.Format? = nil, enabled: Bool? = nil, within time: Duration? = nil
    ) async throws -> PatternExport {
        let request = APIRequest(
            .GET, ["v1", "patterns", "export"],
            query: [("format", format.map { $0.rawValue }), ("enabled", enabled.map { $0 ? "yes" : "no" })]
        )
        return try await answer(request, within: time)
    }

    /// Check the patterns, or those of a file.
    ///
    /// Changes nothing. The body may have 16 MiB, the file in it 8 MiB.
    package func validatePatterns(
        _ body: PatternValidationOrder, within time: Duration? = nil
    ) async throws -> PatternValidation {
        let request = try APIRequest(.POST, ["v1", "patterns", "validate"], json: body)
        return try await answer(request, within: time ?? .seconds(60))
    }

    /// Which patterns match what was heard.
    package func matchPatterns(_ body: PatternQuestion, within time: Duration? = nil) async throws -> PatternMatches {
        let request = try APIRequest(.POST, ["v1", "patterns", "match"], json: body)
        return try await answer(request, within: time)
    }

    /// Bring sets of the program to what they came as.
    ///
    /// Removed ones come back, changed ones are as they were, and on or off as they came. What somebody added stays.
    package func resetPatterns(_ body: PatternReset, within time: Duration? = nil) async throws -> PatternResetReport {
        let request = try APIRequest(.POST, ["v1", "patterns", "reset"], json: body)
        return try await answer(request, within: time)
    }

    /// Bring the tables to what they were before the last step.
    ///
    /// Steps are a pull, a sync, an import and a reset, the last of them first; 10 are kept. Patterns, their sets and
    /// the scan settings are as before.
    package func undoPatterns(_ body: PatternUndo, within time: Duration? = nil) async throws -> PatternUndone {
        let request = try APIRequest(.POST, ["v1", "patterns", "undo"], json: body)
        return try await answer(request, within: time)
    }
}
