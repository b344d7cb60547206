import ArgumentParser
import Failures

/// A subcommand that does something, such as `perch scan`: its own arguments, and its work.
///
/// The frame provides everything that verbs have in common: the options for the gateway and the
/// output, the gateway itself, the handling of ^C, the JSON result, and the message and exit code
/// of a failure. ^C ends a request to the gateway, because the frame lends a client that
/// ``StopCondition`` interrupts; `client.uninterrupted` is for the few requests that must not be
/// interrupted.
///
/// Most verbs are a ``Verb``. A verb that reads something before it needs a gateway is a
/// ``PreparedVerb``; one without a gateway is a ``LocalVerb``.
protocol PreparedVerb: AsyncParsableCommand {
    associatedtype Frame: VerbFrame
    associatedtype Input = Void

    var frame: Frame { get }

    /// Whether the verb writes JSON even without `--json`, as where standard output is no terminal.
    var writesJSONUnasked: Bool { get }

    /// Returns the verb's special needs of its frame.
    func needs(_ output: VerbOutput) -> Frame.Needs

    /// Reads input that may be invalid, such as a file, a password or an answer, before the frame
    /// lends a gateway.
    ///
    /// - Returns: The input; nil where the verb is done and needs no gateway.
    func prepare(_ output: VerbOutput) async throws -> Input?

    /// Does the work.
    ///
    /// - Parameters:
    ///   - lent: The gateway or other resource that the frame lends for the time of the work.
    ///   - input: The result of ``prepare(_:)``.
    func run(_ lent: Frame.Lent, _ input: Input, _ output: VerbOutput) async throws
}

extension PreparedVerb {
    var writesJSONUnasked: Bool { false }

    func needs(_ output: VerbOutput) -> Frame.Needs { Frame.Needs() }

    func run() async throws {
        try await VerbOutput.run(isJSON: frame.writesJSON || writesJSONUnasked) { output in
            guard let input = try await prepare(output) else { return }
            try await frame.lend(needs(output), output) { try await run($0, input, output) }
        }
    }
}

/// A verb that needs no input beyond its arguments and what its frame lends.
protocol Verb: PreparedVerb where Input == Void {
    /// Checks for errors before the frame lends a gateway, such as an output file that exists
    /// already.
    func check(_ output: VerbOutput) async throws

    func run(_ lent: Frame.Lent, _ output: VerbOutput) async throws
}

extension Verb {
    func check(_ output: VerbOutput) async throws {}

    func prepare(_ output: VerbOutput) async throws -> Void? { try await check(output) }

    func run(_ lent: Frame.Lent, _ input: Void, _ output: VerbOutput) async throws { try await run(lent, output) }
}

/// A verb without a gateway, or one that finds its gateway itself.
protocol LocalVerb: Verb where Frame.Lent == Void {
    func run(_ output: VerbOutput) async throws
}

extension LocalVerb {
    func run(_ lent: Void, _ output: VerbOutput) async throws { try await run(output) }
}
