import Advertising
import ArgumentParser
import DongleLink
import Failures
import JSONLines

/// `perch scan`: shows what is on the air.
struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Show what is on the air.",
        discussion: """
            On a terminal it shows a table that follows what is heard; into a pipe or with --json it writes one JSON \
            object an advert, and a result at the end.
            """)

    @OptionGroup var port: PortOptions
    @OptionGroup var scanning: ScanOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let terminal = output.json ? nil : Terminal()
        try await output.run(always: terminal == nil) { output in
            // A replay is all there is to hear, so its end is the scan's, unless a time was asked for.
            let endsWithReplay = scanning.duration == nil
            let stop = output.stop
            try await port.withDongle(
                output, replayFinished: { _ in if endsWithReplay { stop.stop(.satisfied) } },
                { dongle in
                    let scan = Scan(dongle: dongle, filter: scanning.filter)
                    output.setResult { $0.fields(scan.counts, lasted: scan.lasted) }
                    if let terminal {
                        try await show(scan, on: terminal, output)
                    } else {
                        try await list(scan, output)
                    }
                    try output.checkWhole(isBounded: scanning.duration != nil)
                })
        }
    }

    private func list(_ scan: Scan, _ output: VerbOutput) async throws {
        let identity = try await scan.dongle.identity
        try await scan.run(
            scanning.request(identity.features), duration: scanning.duration?.duration, stop: output.stop
        ) { adverts in
            var writer = JSONWriter()
            for (sighting, advert) in adverts { writer.line(sighting, advert, isSimulated: output.isSimulated) }
            await output.write(writer.take())
        }
    }

    private func show(_ scan: Scan, on terminal: Terminal, _ output: VerbOutput) async throws {
        let identity = try await scan.dongle.identity
        let table = LiveTable(terminal: terminal, place: scan.dongle.place, scan: scan, output: output)
        try await table.run(isSimulated: output.isSimulated) {
            try await scan.run(
                scanning.request(identity.features), duration: scanning.duration?.duration, stop: output.stop
            ) { table.take($0) }
        }
        await output.text(scan.counts.sentence(lasted: scan.lasted))
    }
}
