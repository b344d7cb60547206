import ArgumentParser
import BeaconTracking
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// `perch region watch`: shows when regions are entered and left.
struct RegionWatch: Verb {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show when regions are entered and left.")

    @Argument(help: "Only this region; without it, all regions.")
    var name: String?

    @Option(help: "Stop after this time; without it, run until ^C.")
    var duration: DurationArgument?

    @OptionGroup var frame: DongleFrame

    func validate() throws {
        try frame.dongle.refuseOneDongle()
        try frame.dongle.refuseSimulated(because: "region watch")
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true, settings: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        let regions = try await lease.client.regions().regions
        guard !regions.isEmpty else { throw Failure.noRegion }
        let stream = try await lease.client.ranging(region: name, ticks: false)
        let counts = Mutex((entered: 0, left: 0))
        output.setResult {
            let now = counts.withLock { $0 }
            $0.field("entered", now.entered)
            $0.field("left", now.left)
        }
        let hasColour = output.hasColour
        try await Following.run(until: output.stop, duration: duration?.duration, of: stream, ending: .gateway) {
            line in
            switch line {
            case .start(let start): output.note(start)
            case .region(let change):
                counts.withLock {
                    $0 = (
                        $0.entered + (change.meaning == .enter ? 1 : 0),
                        $0.left + (change.meaning == .exit ? 1 : 0)
                    )
                }
                await output.line(change)
                await output.text(change.prose(hasColour: hasColour))
            case .missed(let count): say("perch: \(count) changes came too fast to be shown.")
            case .tick, .idle: return
            }
        }
        try output.checkWhole(isBounded: duration != nil)
    }
}

extension Failure {
    static let noRegion = Failure(
        code: "no-region", message: "There is no region to watch.",
        hint: "Add one: `perch region add NAME --beacon UUID[/MAJOR[/MINOR]]`.", exit: .unavailable)
}

extension RegionLine {
    /// Line of the text output.
    func prose(hasColour: Bool) -> String {
        let (mark, colour, word) =
            switch meaning {
            case .enter: ("↓", "32", "entered")
            case .exit: ("↑", "33", "left")
            default: ("⟳", "36", to.rawValue)
            }
        let shown = hasColour ? "\u{1B}[\(colour)m\(mark)\u{1B}[0m" : mark
        return "\(ts.words)  \(shown) \(printable(region))  \(word): \(printable(reason))"
            + (simulated == true ? "  SIMULATED" : "")
    }
}
