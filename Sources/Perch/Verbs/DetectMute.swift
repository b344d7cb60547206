import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats

/// Options that choose a tier, a type or a device to mute or unmute.
struct MuteOptions: ParsableArguments {
    @Option(help: "Every device of this tier: high, medium or low.")
    var tier: DetectionTier?

    @Option(help: ArgumentHelp("Every device of this type, such as \"Flock Safety\".", valueName: "device type"))
    var type: String?

    @Option(help: "The device with this address.")
    var address: String?

    func validate() throws {
        guard all.count <= 1 else { throw ValidationError("Give one of --tier, --type and --address.") }
    }

    var one: DetectionMuteRecord? { all.first }

    private var all: [DetectionMuteRecord] {
        [
            tier.map { DetectionMuteRecord(kind: .tier, value: $0.rawValue) },
            type.map { DetectionMuteRecord(kind: .type, value: $0) },
            address.map { DetectionMuteRecord(kind: .address, value: $0) },
        ].compactMap { $0 }
    }
}

extension DetectionMuteRecord {
    var words: String { kind == .address ? printable(value) : "\(kind) \(printable(value))" }
}

/// `perch detect mute`: hides a tier, a type or a device from the watch and the events.
struct DetectMute: Verb {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Mute a tier, a type or a device; without an option, list the mutes.",
        discussion: """
            `perch detect watch` does not show muted devices, and they make no events. They are still counted, kept \
            and exported.
            """)

    @OptionGroup var what: MuteOptions

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        guard let mute = what.one else { return try await list(client, output) }
        try await naming(["bad-mute": "--\(mute.kind)"]) {
            _ = try await client.muteDetections(mute)
        }
        output.setResult {
            $0.field("kind", text: mute.kind)
            $0.field("value", mute.value)
        }
        await output.text("\(mute.words) is muted.")
    }

    private func list(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let mutes = try await client.detectionMutes().mutes
        output.setResult { $0.field("count", mutes.count) }
        for mute in mutes {
            try await output.line("mute", of: mute)
            await output.text(mute.words)
        }
        if mutes.isEmpty { await output.text("Nothing is muted.") }
    }
}

/// `perch detect unmute`: shows a muted tier, type or device again.
struct DetectUnmute: Verb {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Show a muted tier, type or device again.")

    @OptionGroup var what: MuteOptions

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard what.one != nil else { throw ValidationError("Give one of --tier, --type and --address.") }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        guard let mute = what.one else { return }
        try await naming(["bad-mute": "--\(mute.kind)", "not-muted": "--\(mute.kind)"]) {
            try await client.unmuteDetections(kind: mute.kind, value: mute.value)
        }
        await output.text("\(mute.words) is no longer muted.")
    }
}
