import ArgumentParser

/// The options that verbs of one kind share, and what these verbs work on.
protocol VerbFrame: ParsableArguments {
    associatedtype Lent
    associatedtype Needs: VerbNeeds = NoNeeds

    /// Whether the command line asks for JSON lines.
    var writesJSON: Bool { get }

    /// Lends what the verbs work on to `body`, and takes it back on every path.
    func lend(_ needs: Needs, _ output: VerbOutput, _ body: (Lent) async throws -> Void) async throws
}

/// What a verb needs of its frame beyond the usual.
protocol VerbNeeds {
    /// The usual.
    init()
}

/// Nothing.
struct NoNeeds: VerbNeeds {}

/// The frame of a verb that writes prose only, and finds what it works on by itself.
struct ProseFrame: VerbFrame {
    var writesJSON: Bool { false }

    func lend(_ needs: NoNeeds, _ output: VerbOutput, _ body: (()) async throws -> Void) async throws {
        try await body(())
    }
}

/// The frame of a verb without a gateway, or with one that it finds by itself.
struct LocalFrame: VerbFrame {
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(_ needs: NoNeeds, _ output: VerbOutput, _ body: (()) async throws -> Void) async throws {
        try await body(())
    }
}
