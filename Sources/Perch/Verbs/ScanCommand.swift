import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch scan`: shows the adverts on the air.
struct ScanCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Show what is on the air.",
        discussion: """
            On a terminal, it shows a table that is updated with what is heard. Into a pipe or with --json, it writes \
            one JSON object for each advert, and a result at the end.
            """)

    @OptionGroup var scanning: ScanOptions
    @OptionGroup var frame: DongleFrame

    var writesJSONUnasked: Bool { Terminal() == nil }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { scanning.needs(output.stop) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        try await lease.checkRadio(output)
        let query = try await scanning.query(dongle: lease.dongle, lease.client, output)
        let scan = Scan(client: lease.client, query: query)
        output.setResult { $0.fields(scan.counts, lasted: scan.lasted) }
        if output.isJSON {
            try await list(scan, output)
        } else {
            try await show(scan, of: try await lease.places(), output)
        }
        try output.checkWhole(isBounded: scanning.duration != nil)
    }

    private func list(_ scan: Scan, _ output: VerbOutput) async throws {
        try await scan.run(
            duration: scanning.duration?.duration, stop: output.stop, started: { output.note($0) },
            take: { await output.write($0.bytes) })
    }

    private func show(_ scan: Scan, of place: String, _ output: VerbOutput) async throws {
        let table = LiveTable(place: place, scan: scan, output: output)
        try await table.run {
            try await scan.run(
                duration: scanning.duration?.duration, stop: output.stop, started: { output.note($0) },
                take: { try table.take($0) })
        }
        await output.text(scan.counts.sentence(lasted: scan.lasted))
    }
}

extension VerbOutput {
    /// Takes note of the first line of a stream: marks the output as simulated if it is, and says
    /// when no dongle is usable.
    func note(_ start: StreamStart) {
        if start.simulated { markSimulated() }
        if start.dongles.isEmpty { say("perch: No dongle can be used at the moment. Waiting for one.") }
    }
}
