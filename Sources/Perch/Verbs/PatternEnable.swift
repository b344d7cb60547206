import JSONLines
import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch pattern enable`: has patterns count.
struct PatternEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Have patterns count, from now on: all that are named or none.")

    @OptionGroup var targets: PatternTargets
    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { try await gateway.enable(targets.references, true, $0) }
    }
}

/// `perch pattern disable`: keeps patterns without having them count.
struct PatternDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Keep patterns without having them count: all that are named or none.")

    @OptionGroup var targets: PatternTargets
    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { try await gateway.enable(targets.references, false, $0) }
    }
}

extension GatewayOptions {
    fileprivate func enable(_ references: [PatternReference], _ enabled: Bool, _ output: VerbOutput) async throws {
        try await withStoreGateway(output) { client in
            let changed = try await output.interruptible {
                try await client.switchPatterns(PatternSwitch(enabled: enabled, patterns: references))
            }
            await output.changes(changed) { "\($0.reference.words) is \(enabled ? "enabled" : "disabled") now." }
        }
    }
}
