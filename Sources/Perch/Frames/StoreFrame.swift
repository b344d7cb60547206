import ArgumentParser
import GatewayClient
import Settings

/// The frame of a verb that works with any gateway, with or without a dongle: the running one, or
/// else one inside this process on this user's store.
struct StoreFrame: VerbFrame {
    struct Needs: VerbNeeds {
        /// Whether this user's settings apply where the gateway is inside this process, such as
        /// those for notices of regions.
        var settings = false
    }

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(
        _ needs: Needs, _ output: VerbOutput, _ body: (GatewayClient) async throws -> Void
    ) async throws {
        try await gateway.withStoreGateway(output, settings: needs.settings ? try Settings.forVerb() : nil, body)
    }
}

/// The frame of a verb that needs a running gateway.
struct RunningFrame: VerbFrame {
    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(
        _ needs: NoNeeds, _ output: VerbOutput, _ body: (GatewayClient) async throws -> Void
    ) async throws {
        try await gateway.withRunningGateway(output, body)
    }
}

/// The frame of a verb that exports data from a gateway's store to a file or standard output.
struct ExportFrame: VerbFrame {
    @OptionGroup var file: ExportFileOptions
    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions

    var writesJSON: Bool { false }

    func lend(
        _ needs: NoNeeds, _ output: VerbOutput, _ body: (GatewayClient) async throws -> Void
    ) async throws {
        try file.check()
        try await gateway.withStoreGateway(output, body)
    }
}
