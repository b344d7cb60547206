import GatewayModel

extension GatewayClient {
    /// The patterns that are asked for, in the order of kinds, and in that in which they were added.
    public func patterns(_ wish: PatternWish = PatternWish()) async throws -> PatternList {
        var request = Request(.GET, "v1", "patterns")
        let fields: [(String, String?)] = [
            ("kind", wish.kind), ("device_type", wish.type), ("enabled", wish.enabled.map(yesOrNo)),
            ("custom", wish.custom.map(yesOrNo)), ("source", wish.source),
        ]
        request.query = fields.compactMap { name, value in value.map { (name, $0) } }
        return try await answer(request)
    }

    public func addPattern(_ definition: PatternDefinition) async throws -> PatternChanges {
        try await answer(try Request(.POST, "v1", "patterns", json: definition))
    }

    public func editPattern(_ edit: PatternEdit) async throws -> PatternChanges {
        try await answer(try Request(.POST, "v1", "patterns", "edit", json: edit))
    }

    /// Removes all of them or none.
    public func removePatterns(_ patterns: [PatternReference]) async throws {
        try await order(try Request(.POST, "v1", "patterns", "remove", json: PatternSelection(patterns: patterns)))
    }

    /// Switches all of them or none.
    public func enablePatterns(_ patterns: [PatternReference], _ enabled: Bool) async throws -> PatternChanges {
        let wish = PatternSwitch(enabled: enabled, patterns: patterns)
        return try await answer(try Request(.POST, "v1", "patterns", "switch", json: wish))
    }

    /// Imports a file, or tells what would come of it.
    public func importPatterns(_ order: PatternImportOrder) async throws -> PatternImportReport {
        try await answer(try Request(.POST, "v1", "patterns", "import", json: order), within: .seconds(60))
    }

    /// Patterns as a file.
    ///
    /// - Parameters:
    ///   - format: `compact`, `nested` or `csv`.
    ///   - enabled: Only those that are, or only those that are not; nil = all.
    public func exportPatterns(_ format: String, enabled: Bool? = nil) async throws -> PatternExport {
        var request = Request(.GET, "v1", "patterns", "export")
        request.query = [("format", format)] + (enabled.map { [("enabled", yesOrNo($0))] } ?? [])
        return try await answer(request)
    }

    public func validatePatterns(_ order: PatternValidationOrder) async throws -> PatternValidation {
        try await answer(try Request(.POST, "v1", "patterns", "validate", json: order), within: .seconds(60))
    }

    /// Which patterns match what was heard, disabled ones too.
    public func matchPatterns(_ question: PatternQuestion) async throws -> PatternMatches {
        try await answer(try Request(.POST, "v1", "patterns", "match", json: question))
    }

    /// Brings sets of the program to what they came as.
    public func resetPatterns(_ wish: PatternReset) async throws -> PatternResetReport {
        try await answer(try Request(.POST, "v1", "patterns", "reset", json: wish))
    }

    /// Brings the tables back to what they were before the last step that changed many of them.
    public func undoPatterns(_ wish: PatternUndo) async throws -> PatternUndone {
        try await answer(try Request(.POST, "v1", "patterns", "undo", json: wish))
    }

    private func yesOrNo(_ flag: Bool) -> String { flag ? "yes" : "no" }
}

/// Which patterns are asked for: the query of `GET /v1/patterns`. Nil = any.
public struct PatternWish: Sendable, Hashable {
    public var kind: String?
    /// Of the device, whole, whatever its capitals.
    public var type: String?
    public var enabled: Bool?
    public var custom: Bool?
    /// A part of it, whatever its capitals.
    public var source: String?

    /// Everything.
    public init() {}
}
