import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import Glibc
import JSONLines

/// `perch beacon export`: writes the history.
struct BeaconExport: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, ndjson
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write what was heard of beacons, minute by minute, oldest first.",
        discussion: "To standard output, or to a file that appears when it is whole.")

    @Option(help: "csv or ndjson.")
    var format: Format

    @Option(help: ArgumentHelp("Only this beacon, or the one of this name.", valueName: "uuid/major/minor"))
    var beacon: String?

    @Option(help: "Only minutes that begin at this time or later, such as 2026-01-05T18:30:00Z.")
    var from: TimestampArgument?

    @Option(help: "Only minutes that begin before this time.")
    var to: TimestampArgument?

    @Option(name: .shortAndLong, help: "The file; without it standard output.", completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions

    private static let pageSize = 5000

    func run() async throws {
        try await OutputOptions.prose { sink in
            if let output, !force, access(output, F_OK) == 0 { throw Failure.exists(output) }
            try await gateway.withStoreGateway(sink) { client in
                let identity = try await beacon.asyncMap { try await BeaconPattern.findOne($0, client, sink) }
                guard let output else {
                    _ = try await export(identity, client, sink) { await sink.write($0) }
                    return
                }
                var file = try PartialFile(output)
                do {
                    let count = try await export(identity, client, sink) { try file.append($0) }
                    try file.finish(replacing: force)
                    say("perch: \(output): \(counted(count, "row")).")
                } catch {
                    file.discard()
                    throw error
                }
            }
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
            let page = try await sink.interruptible { [after] in
                try await client.history(
                    beacon: identity, from: from?.timestamp, to: to?.timestamp, after: after, limit: Self.pageSize)
            }
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
