import ArgumentParser
import GatewayClient

/// The frame of a verb that works with a dongle: one of a gateway that runs, or one that this process opens.
struct DongleFrame: VerbFrame {
    struct Needs: VerbNeeds {
        /// Whether a gateway inside this process is no use without this user's store.
        var store = false
        /// Whether this user's settings count: those of beacons, of who is told of regions, of profiles.
        var settings = false
        /// Called when the replay of a simulated dongle has given its last advert, with the number of adverts.
        var replayFinished: (@Sendable (Int) -> Void)?
    }

    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(
        _ needs: Needs, _ output: VerbOutput, _ body: (GatewayLease) async throws -> Void
    ) async throws {
        try await dongle.withGateway(
            output, needsStore: needs.store, readsSettings: needs.settings, replayFinished: needs.replayFinished, body)
    }
}

/// The frame of a verb that has configs of devices read or written.
struct ConfigFrame: VerbFrame {
    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(
        _ needs: NoNeeds, _ output: VerbOutput, _ body: (ConfigFollower) async throws -> Void
    ) async throws {
        try await dongle.withConfigs(output, body)
    }
}

/// The frame of a verb that is connected to a peripheral meanwhile.
struct PeripheralFrame: VerbFrame {
    @OptionGroup var target: GATTTarget
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(
        _ needs: NoNeeds, _ output: VerbOutput, _ body: (Peripheral) async throws -> Void
    ) async throws {
        try await target.withPeripheral(output, body)
    }
}
