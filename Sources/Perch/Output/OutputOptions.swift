import ArgumentParser
import Failures
import Glibc
import Synchronization

/// The option to write JSON lines to standard output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON lines; the last one is the result.")
    var json = false
}

extension VerbOutput {
    /// Runs a verb, ends its output, and turns its error into a message and an exit code.
    static func run(isJSON: Bool, _ body: (VerbOutput) async throws -> Void) async throws {
        let stop = StopCondition()
        stop.takeSignals()
        let sink = OutputSink { stop.stop(.outputClosed) }
        if Remarks.haveOneTerminal { Remarks.output.withLock { $0 = sink } }
        let output = VerbOutput(isJSON: isJSON, sink: sink, stop: stop)
        var status = ExitStatus.ok
        do {
            try await body(output)
            await output.end(nil)
        } catch {
            let failure = Failure(error).naming(optionOf: CommandLine.arguments)
                .offeringRadio(insteadOf: CommandLine.arguments)
            await output.end(failure)
            // It is no failure when a reader such as `head` closes the output early.
            status = output.isCutShortByReader(failure) ? .ok : failure.exit
        }
        // A verb that failed exits with its status even where the output is closed (EPIPE).
        if let code = sink.close(), code != EPIPE {
            say("perch: Standard output cannot be written: \(systemMessage(code)).")
            status = .inputOutput
        }
        if status != .ok { throw ExitCode(status.rawValue) }
    }
}
