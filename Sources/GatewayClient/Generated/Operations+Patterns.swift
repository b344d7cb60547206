// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import FlockFinder
import GatewayModel

extension GatewayClient {
    /// List the patterns by which devices are recognised.
    ///
    /// The patterns that come with the program are loaded at the first request that needs them.
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
    /// Similar patterns are reported, but are no error. The same pattern, in any spelling, is an error
    /// (`pattern-taken`).
    package func addPattern(_ body: PatternDefinition, within time: Duration? = nil) async throws -> PatternChanges {
        let request = try APIRequest(.POST, ["v1", "patterns"], json: body)
        return try await answer(request, within: time)
    }

    /// Change a pattern.
    ///
    /// Absent fields stay unchanged. A newer list of the program does not overwrite a changed pattern. If the text of a
    /// pattern that came with the program is changed, that pattern is removed and a new one is added.
    package func editPattern(_ body: PatternEdit, within time: Duration? = nil) async throws -> PatternChanges {
        let request = try APIRequest(.POST, ["v1", "patterns", "edit"], json: body)
        return try await answer(request, within: time)
    }

    /// Remove patterns: all of the given ones or none.
    ///
    /// A newer list of the program does not bring back its removed patterns; `POST /v1/patterns/reset` does.
    package func removePatterns(_ body: PatternSelection, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "patterns", "remove"], json: body)
        try await order(request, within: time)
    }

    /// Enable or disable patterns: all of the given ones or none.
    package func switchPatterns(_ body: PatternSwitch, within time: Duration? = nil) async throws -> PatternChanges {
        let request = try APIRequest(.POST, ["v1", "patterns", "switch"], json: body)
        return try await answer(request, within: time)
    }

    /// Import patterns from a file.
    ///
    /// The body may have 16 MiB, the file in it 8 MiB and 50,000 rows. The format is recognised by the content: a
    /// config in either dialect, lists of patterns in JSON, or comma-separated values. Fields that the file does not
    /// have stay unchanged; nothing is removed. If a row is not a pattern, nothing is imported, unless `skip_bad` is
    /// true.
    package func importPatterns(
        _ body: PatternImportOrder, within time: Duration? = nil
    ) async throws -> PatternImportReport {
        let request = try APIRequest(.POST, ["v1", "patterns", "import"], json: body)
        return try await answer(request, within: time ?? .seconds(60))
    }

    /// Export patterns to a file.
    package func exportPatterns(
        format: PatternFile.Format? = nil, enabled: Bool? = nil, within time: Duration? = nil
    ) async throws -> PatternExport {
        let request = APIRequest(
            .GET, ["v1", "patterns", "export"],
            query: [("format", format.map { $0.rawValue }), ("enabled", enabled.map { $0 ? "yes" : "no" })]
        )
        return try await answer(request, within: time)
    }

    /// Check the patterns of the store, or those of a file.
    ///
    /// Changes nothing. The body may have 16 MiB, the file in it 8 MiB.
    package func validatePatterns(
        _ body: PatternValidationOrder, within time: Duration? = nil
    ) async throws -> PatternValidation {
        let request = try APIRequest(.POST, ["v1", "patterns", "validate"], json: body)
        return try await answer(request, within: time ?? .seconds(60))
    }

    /// List the patterns that match a device.
    package func matchPatterns(_ body: PatternQuestion, within time: Duration? = nil) async throws -> PatternMatches {
        let request = try APIRequest(.POST, ["v1", "patterns", "match"], json: body)
        return try await answer(request, within: time)
    }

    /// Reset pattern sets that came with the program.
    ///
    /// Removed patterns come back, and changed, enabled or disabled ones get their original state. Patterns that users
    /// added stay.
    package func resetPatterns(_ body: PatternReset, within time: Duration? = nil) async throws -> PatternResetReport {
        let request = try APIRequest(.POST, ["v1", "patterns", "reset"], json: body)
        return try await answer(request, within: time)
    }

    /// Undo the last step.
    ///
    /// Steps are pulls, syncs, imports and resets; the last 10 can be undone, newest first. Patterns, their sets and
    /// the scan settings become what they were before.
    package func undoPatterns(_ body: PatternUndo, within time: Duration? = nil) async throws -> PatternUndone {
        let request = try APIRequest(.POST, ["v1", "patterns", "undo"], json: body)
        return try await answer(request, within: time)
    }
}
