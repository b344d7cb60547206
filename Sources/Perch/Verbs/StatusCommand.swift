import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch status`: how the running gateway is.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how the running gateway is.",
        discussion: "Never starts one: ends with 69 where none runs.")

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withRunningGateway { client in
                let status = try await output.interruptible { try await client.status() }
                try await output.line("status", of: status)
                for line in status.prose { await output.text(line) }
            }
        }
    }
}

extension GatewayStatus {
    /// Lines for people.
    var prose: [String] {
        var lines = [
            "perch \(version)  pid \(pid), up for \(GatewayStatus.words(seconds: uptimeSeconds)), since \(startedAt.words)"
        ]
        if simulated { lines.append("SIMULATED: not everything here was on the air.") }
        lines += dongles.flatMap(\.prose)
        if dongles.isEmpty { lines.append("No dongle is known.") }
        lines.append("scan     \(scan.words)")
        lines.append(
            "readers  \(queues.advertReaders) of adverts, \(queues.advertsMissed) missed; "
                + "\(queues.eventReaders) of events, \(queues.eventsMissed) missed")
        lines += store.prose
        if let lastError { lines += lastError.prose(after: "error    ") }
        return lines.map(printable)
    }

    private static func words(seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86400) days"
        }
    }
}

extension ScanStatus {
    fileprivate var words: String {
        guard wanted else { return "nobody wants adverts at the moment" }
        let filter = minimumRSSI.map { ", from \($0) dBm" } ?? ""
        return "\(mode)\(filter)\(always ? ", always" : ", while somebody reads")"
    }
}

extension StoreStatus {
    /// Lines for people.
    var prose: [String] {
        let size = sizeBytes.map { ", \($0 / 1024) KiB" } ?? ""
        var lines = [
            "store    \(path ?? "in memory")\(size), \(counted(events, "event")), schema \(schema)"
                + (unrecorded > 0 ? ", \(unrecorded) not recorded" : "")
        ]
        if !recording { lines.append("         NOTHING IS RECORDED at the moment.") }
        if let error { lines += error.prose(after: "         ") }
        return lines.map(printable)
    }
}
