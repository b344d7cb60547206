// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import FlockFinder
import GatewayModel
import Hummingbird

/// Operations with the tag `patterns`, which the server implements.
protocol PatternsOperations: Sendable {
    /// List the patterns by which devices are recognised.
    func patterns(
        kind: PatternKind?, deviceType: String?, enabled: Bool?, custom: Bool?, source: String?
    ) async throws -> PatternList
    /// Add a pattern.
    func addPattern(_ body: PatternDefinition) async throws -> PatternChanges
    /// Change a pattern.
    func editPattern(_ body: PatternEdit) async throws -> PatternChanges
    /// Remove patterns: all of the given ones or none.
    func removePatterns(_ body: PatternSelection) async throws
    /// Enable or disable patterns: all of the given ones or none.
    func switchPatterns(_ body: PatternSwitch) async throws -> PatternChanges
    /// Import patterns from a file.
    func importPatterns(_ body: PatternImportOrder) async throws -> PatternImportReport
    /// Export patterns to a file.
    func exportPatterns(format: PatternFile.Format?, enabled: Bool?) async throws -> PatternExport
    /// Check the patterns of the store, or those of a file.
    func validatePatterns(_ body: PatternValidationOrder) async throws -> PatternValidation
    /// List the patterns that match a device.
    func matchPatterns(_ body: PatternQuestion) async throws -> PatternMatches
    /// Reset pattern sets that came with the program.
    func resetPatterns(_ body: PatternReset) async throws -> PatternResetReport
    /// Undo the last step.
    func undoPatterns(_ body: PatternUndo) async throws -> PatternUndone
}

extension PatternsOperations {
    var patternsRoutes: [Route] {
        [
            Route(.get, "/v1/patterns", query: ["kind", "device_type", "enabled", "custom", "source"], role: .viewer) { call in
                .json(try await patterns(kind: try call.query.word("kind"), deviceType: try call.query.text("device_type", limit: 256), enabled: try call.query.flag("enabled"), custom: try call.query.flag("custom"), source: try call.query.text("source", limit: 256)))
            },
            Route(.post, "/v1/patterns", role: .admin) { call in
                .json(try await addPattern(try await call.object()), status: .created)
            },
            Route(.post, "/v1/patterns/edit", role: .admin) { call in
                .json(try await editPattern(try await call.object()))
            },
            Route(.post, "/v1/patterns/remove", role: .admin) { call in
                try await removePatterns(try await call.object())
                return .done
            },
            Route(.post, "/v1/patterns/switch", role: .admin) { call in
                .json(try await switchPatterns(try await call.object()))
            },
            Route(.post, "/v1/patterns/import", role: .admin) { call in
                .json(try await importPatterns(try await call.object()))
            },
            Route(.get, "/v1/patterns/export", query: ["format", "enabled"], role: .admin) { call in
                .json(try await exportPatterns(format: try call.query.word("format"), enabled: try call.query.flag("enabled")))
            },
            Route(.post, "/v1/patterns/validate", role: .crew) { call in
                .json(try await validatePatterns(try await call.object()))
            },
            Route(.post, "/v1/patterns/match", role: .viewer) { call in
                .json(try await matchPatterns(try await call.object()))
            },
            Route(.post, "/v1/patterns/reset", role: .admin) { call in
                .json(try await resetPatterns(try await call.object()))
            },
            Route(.post, "/v1/patterns/undo", role: .admin) { call in
                .json(try await undoPatterns(try await call.object()))
            },
        ]
    }
}
