import ArgumentParser

/// The options that verbs of one kind share, and the resource that these verbs work with.
protocol VerbFrame: ParsableArguments {
    associatedtype Lent
    associatedtype Needs: VerbNeeds = NoNeeds

    /// Whether the command line asks for JSON lines.
    var writesJSON: Bool { get }

    /// Lends the verbs' resource to `body`, and takes it back on every path.
    func lend(_ needs: Needs, _ output: VerbOutput, _ body: (Lent) async throws -> Void) async throws
}

/// A verb's special needs of its frame.
protocol VerbNeeds {
    /// Creates needs without special requirements.
    init()
}

/// Needs of a frame that has no special ones.
struct NoNeeds: VerbNeeds {}

/// The frame of a verb that writes only text for people, and finds its resources itself.
struct ProseFrame: VerbFrame {
    var writesJSON: Bool { false }

    func lend(_ needs: NoNeeds, _ output: VerbOutput, _ body: (()) async throws -> Void) async throws {
        try await body(())
    }
}

/// The frame of a verb without a gateway, or one that finds its gateway itself.
struct LocalFrame: VerbFrame {
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(_ needs: NoNeeds, _ output: VerbOutput, _ body: (()) async throws -> Void) async throws {
        try await body(())
    }
}
