import GatewayModel
import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import Glibc

/// `perch pattern export`: writes patterns to a file.
struct PatternExportVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the patterns, as a config or as comma-separated values.",
        discussion: """
            compact is the config of the app, nested that of the firmware; csv has everything that is known, and an \
            apostrophe before what a spreadsheet would take for a formula, which import takes off. To standard \
            output, or to a file that appears when it is whole.
            """)

    @Option(help: "compact, nested or csv; without it csv for a file named so, else nested.")
    var format: PatternFile.Format?

    @Flag(help: "Only those that are enabled.")
    var enabled = false

    @Option(name: .shortAndLong, help: "The file; without it standard output.", completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions

    func run() async throws {
        try await OutputOptions.prose { sink in
            if let output, !force, access(output, F_OK) == 0 { throw Failure.exists(output) }
            try await gateway.withStoreGateway(sink) { client in
                let format = format ?? (output?.lowercased().hasSuffix(".csv") == true ? .csv : .nested)
                let export = try await sink.interruptible { [enabled] in
                    try await client.exportPatterns(format: format, enabled: enabled ? true : nil)
                }
                if export.leftOut > 0 {
                    say("perch: \(counted(export.leftOut, "pattern")) of a kind that no config has left out.")
                }
                guard let output else { return await sink.write(Array(export.text.utf8)) }
                var file = try PartialFile(output)
                do {
                    try file.append(Array(export.text.utf8))
                    try file.finish(replacing: force)
                    say("perch: \(output): \(counted(export.count, "pattern")).")
                } catch {
                    file.discard()
                    throw error
                }
            }
        }
    }
}

extension PatternFile.Format: ExpressibleByArgument {}
