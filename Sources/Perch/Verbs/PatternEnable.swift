import LineFormats
import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch pattern enable`: enables patterns.
struct PatternEnable: Verb {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable patterns: all that are named, or none.")

    @OptionGroup var targets: PatternTargets
    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.enable(targets.references, true, output)
    }
}

/// `perch pattern disable`: disables patterns, which stay in the list.
struct PatternDisable: Verb {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable patterns, but keep them: all that are named, or none.")

    @OptionGroup var targets: PatternTargets
    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.enable(targets.references, false, output)
    }
}

extension GatewayClient {
    fileprivate func enable(_ references: [PatternReference], _ enabled: Bool, _ output: VerbOutput) async throws {
        let changed = try await switchPatterns(PatternSwitch(enabled: enabled, patterns: references))
        await output.changes(changed) { "\(enabled ? "Enabled" : "Disabled"): \($0.reference.words)" }
    }
}
