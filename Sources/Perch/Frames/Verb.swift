import ArgumentParser
import Failures

/// A subcommand that does something, such as `perch scan`: its own arguments, and its work.
///
/// Everything that verbs have in common is its frame's: the options for the gateway and the output, the gateway itself, ^C,
/// the JSON result, the words and the exit code of a failure. A request to the gateway ends at ^C by itself, because the frame
/// lends a client that ``StopCondition`` interrupts; `client.uninterrupted` is for the few that must not.
///
/// Most verbs are a ``Verb``; one that reads something before it asks for a gateway is a ``PreparedVerb``; one without a gateway
/// is a ``LocalVerb``.
protocol PreparedVerb: AsyncParsableCommand {
    associatedtype Frame: VerbFrame
    associatedtype Input = Void

    var frame: Frame { get }

    /// Whether standard output gets JSON also without `--json` where it is no terminal.
    var isLive: Bool { get }

    /// What the frame has to provide beyond the usual.
    func needs(_ output: VerbOutput) -> Frame.Needs

    /// Reads what can be wrong before a gateway is asked for: a file, a password, an answer.
    ///
    /// - Returns: Nil where the verb is done, and needs no gateway.
    func prepare(_ output: VerbOutput) async throws -> Input?

    /// Does the work.
    ///
    /// - Parameters:
    ///   - lent: A gateway, or what else the frame lends for the time of the work.
    ///   - input: The result of ``prepare(_:)``.
    func run(_ lent: Frame.Lent, _ input: Input, _ output: VerbOutput) async throws
}

extension PreparedVerb {
    var isLive: Bool { false }

    func needs(_ output: VerbOutput) -> Frame.Needs { Frame.Needs() }

    func run() async throws {
        let isJSON = frame.writesJSON || (isLive && Terminal() == nil)
        try await VerbOutput.run(isJSON: isJSON) { output in
            guard let input = try await prepare(output) else { return }
            try await frame.lend(needs(output), output) { try await run($0, input, output) }
        }
    }
}

/// A verb that needs nothing but what its frame lends.
protocol Verb: PreparedVerb where Input == Void {
    /// Looks for what can be wrong before a gateway is asked for, such as a file that is there already.
    func check(_ output: VerbOutput) async throws

    func run(_ lent: Frame.Lent, _ output: VerbOutput) async throws
}

extension Verb {
    func check(_ output: VerbOutput) async throws {}

    func prepare(_ output: VerbOutput) async throws -> Void? { try await check(output) }

    func run(_ lent: Frame.Lent, _ input: Void, _ output: VerbOutput) async throws { try await run(lent, output) }
}

/// A verb without a gateway, or with one that it finds itself.
protocol LocalVerb: Verb where Frame.Lent == Void {
    func run(_ output: VerbOutput) async throws
}

extension LocalVerb {
    func run(_ lent: Void, _ output: VerbOutput) async throws { try await run(output) }
}
