import ArgumentParser
import GatewayClient

/// The frame of a verb that works with a dongle: a dongle of a running gateway, or one that this
/// process opens.
struct DongleFrame: VerbFrame {
    struct Needs: VerbNeeds {
        /// Whether a gateway inside this process must have this user's store.
        var store = false
        /// Whether this user's settings apply: those for beacons, notices of regions and profiles.
        var settings = false
        /// Called when the replay of a simulated dongle has given its last advert, with the number
        /// of adverts.
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

/// The frame of a verb that reads or writes configs of devices.
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

/// The frame of a verb that works while connected to a peripheral.
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
