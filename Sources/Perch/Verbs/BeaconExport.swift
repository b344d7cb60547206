import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch beacon export`: writes the history of beacons.
struct BeaconExport: Verb {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, ndjson
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the history of beacons, minute by minute, oldest first.",
        discussion: "Writes to standard output, or to a file, which appears once it is complete.")

    @Option(help: "csv or ndjson.")
    var format: Format

    @Option(help: ArgumentHelp("Only this beacon, by its identity or its name.", valueName: "uuid/major/minor"))
    var beacon: String?

    @Option(help: "Only minutes that begin at this time or later, such as 2026-01-05T18:30:00Z.")
    var from: TimestampArgument?

    @Option(help: "Only minutes that begin before this time.")
    var to: TimestampArgument?

    @OptionGroup var frame: ExportFrame

    private static let pageSize = 5000

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let identity = try await beacon.asyncMap { try await BeaconPattern.findOne($0, client, output) }
        try await frame.file.write(output) { append in
            counted(try await export(identity, client, output, append), "row")
        }
    }

    private func export(
        _ identity: BeaconIdentity?, _ client: GatewayClient, _ sink: VerbOutput,
        _ write: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        if format == .csv { try await write(Array((HistoryCSV.header + "\r\n").utf8)) }
        var after: String?
        var count = 0
        repeat {
            let page = try await client.history(
                beacon: identity, from: from?.timestamp, to: to?.timestamp, after: after, limit: Self.pageSize)
            try await write(bytes(page.intervals))
            count += page.intervals.count
            after = page.next
        } while after != nil && sink.stop.reason == nil
        if sink.stop.reason == .signal { throw Failure.interrupted }
        return count
    }

    private func bytes(_ intervals: [BeaconInterval]) -> [UInt8] {
        switch format {
        case .csv: return Array(intervals.map { HistoryCSV.row($0) + "\r\n" }.joined().utf8)
        case .ndjson:
            var writer = JSONWriter()
            for interval in intervals {
                writer.line {
                    $0.envelope("history", at: interval.ts)
                    $0.fields(interval)
                }
            }
            return writer.take()
        }
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
        if let self { try await body(self) } else { nil }
    }
}
