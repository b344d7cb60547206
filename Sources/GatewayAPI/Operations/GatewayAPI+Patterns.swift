import FlockFinder
import Gateway
import GatewayModel

extension GatewayAPI: PatternsOperations {
    func patterns(
        kind: PatternKind?, deviceType: String?, enabled: Bool?, custom: Bool?, source: String?
    ) async throws -> PatternList {
        var filter = PatternService.Filter()
        filter.kind = kind
        filter.type = deviceType
        filter.isEnabled = enabled
        filter.isCustom = custom
        filter.source = source
        return try await gateway.patterns.list(filter)
    }

    func matchPatterns(_ body: PatternQuestion) async throws -> PatternMatches {
        try await gateway.patterns.match(body)
    }

    // MARK: Changes

    func addPattern(_ body: PatternDefinition) async throws -> PatternChanges { try await gateway.patterns.add(body) }

    func editPattern(_ body: PatternEdit) async throws -> PatternChanges { try await gateway.patterns.edit(body) }

    func removePatterns(_ body: PatternSelection) async throws { try await gateway.patterns.remove(body.patterns) }

    func switchPatterns(_ body: PatternSwitch) async throws -> PatternChanges {
        try await gateway.patterns.enable(body.patterns, body.enabled)
    }

    func resetPatterns(_ body: PatternReset) async throws -> PatternResetReport {
        try await gateway.patterns.reset(body.sets, mayRemove: body.mayRemove == true)
    }

    func undoPatterns(_ body: PatternUndo) async throws -> PatternUndone {
        try await gateway.patterns.undo(mayRemove: body.mayRemove == true)
    }

    // MARK: Files

    func importPatterns(_ body: PatternImportOrder) async throws -> PatternImportReport {
        try await gateway.patterns.importFile(body)
    }

    func exportPatterns(format: PatternFile.Format?, enabled: Bool?) async throws -> PatternExport {
        try await gateway.patterns.export(format ?? .nested, isEnabled: enabled)
    }

    func validatePatterns(_ body: PatternValidationOrder) async throws -> PatternValidation {
        try await gateway.patterns.validate(body)
    }
}
