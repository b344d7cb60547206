import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch status`: shows the state of the running gateway.
struct StatusCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the running gateway.",
        discussion: "Never starts a gateway: ends with 69 if none is running.")

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let status = try await client.status()
        try await output.line("status", of: status)
        for line in status.prose { await output.text(line) }
    }
}

extension GatewayStatus {
    /// Lines of the text output.
    var prose: [String] {
        var lines = [
            "\(name)  perch \(version), pid \(pid), up for \(GatewayStatus.words(seconds: uptimeSeconds)), since \(startedAt.words)"
        ]
        if !isWell {
            lines.append("DEGRADED: \(store.fault ?? (liveDongles.isEmpty ? "no dongle is live" : "no dongle scans")).")
        }
        if simulated { lines.append("SIMULATED: not everything here was on the air.") }
        lines += dongles.flatMap(\.prose)
        if dongles.isEmpty { lines.append("No dongle is known.") }
        lines.append("scan     \(scan.words)")
        lines.append(
            "readers  \(queues.advertReaders) of adverts, \(queues.advertsMissed) missed; "
                + "\(queues.eventReaders) of events, \(queues.eventsMissed) missed")
        lines += tracking.prose
        lines += detection.prose
        lines += notifications.flatMap(\.prose)
        if let bluetoothProxies {
            lines.append(
                "proxies  \(counted(bluetoothProxies.proxies, "Bluetooth proxy", "Bluetooth proxies")) with "
                    + "\(counted(bluetoothProxies.clients, "client")); see `perch esphome status`")
        }
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
        guard wanted else { return "off: nobody reads adverts at the moment" }
        let filter = minimumRSSI.map { ", from \($0) dBm" } ?? ""
        return "\(mode)\(filter)\(always ? ", always" : ", while adverts are read")"
    }
}

extension StoreStatus {
    fileprivate var fault: String? {
        guard recording else { return "nothing is recorded" }
        return isWell ? nil : "the database is damaged"
    }

    /// Lines of the text output.
    var prose: [String] {
        let size = sizeBytes.map { ", \($0 / 1024) KiB" } ?? ""
        var lines = [
            "store    \(path ?? "in memory")\(size), \(counted(events, "event")), schema \(schema)"
                + (unrecorded > 0 ? ", \(unrecorded) not recorded" : "")
        ]
        if !recording { lines.append("         NOTHING IS RECORDED at the moment.") }
        if let error { lines += error.prose(after: "         ") }
        if let replaced { lines.append("         restored; the previous database is kept at \(replaced)") }
        lines += (copies ?? []).map { "         copy from before an upgrade: \($0)" }
        return lines.map(printable)
    }
}

extension TrackingStatus {
    /// Lines of the text output.
    fileprivate var prose: [String] {
        guard ranging else { return ["beacons  not tracked at the moment"] }
        let regions = regions == 0 ? "no region" : "inside \(inside) of \(counted(self.regions, "region"))"
        var lines = [
            "beacons  \(beacons) tracked of at most \(capacity), \(sightings) sightings; "
                + (monitoring ? "\(regions), watched" : regions)
                + (listening ? "" : "; NO DONGLE LISTENS")
        ]
        let dropped = [
            (floodOfAddress, "of floods from one address"), (floodOfUUID, "of floods of one UUID"),
            (evicted, "beacons removed to make room"), (historyDropped, "sightings missing from the history"),
            (transitionsDropped, "changes of regions not reported"), (missed, "ticks missed by slow readers"),
            (receptionsDropped, "receptions of a 17th dongle"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if !dropped.isEmpty { lines.append("         dropped: \(dropped.joined(separator: ", "))") }
        return lines
    }
}

extension DetectionStatus {
    /// Lines of the text output.
    var prose: [String] {
        let kept = "\(counted(devices, "device")) kept of at most \(capacity)"
        let search =
            active ? "\(counted(patterns, "pattern")), \(counted(sightings, "sighting"))" : "not looking at the moment"
        let attached = attached == 0 ? "" : "; listening to \(listening) of \(counted(attached, "FlockFinder"))"
        var lines = ["detect   \(kept); \(search)\(attached)"]
        let dropped = [
            (evicted, "devices removed to make room"), (wifiLost, "Wi-Fi sightings lost"),
            (eventsSuppressed, "events not recorded"), (missed, "changes missed by slow readers"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if !dropped.isEmpty { lines.append("         dropped: \(dropped.joined(separator: ", "))") }
        if notStored > 0 { lines.append("         \(counted(notStored, "device")) not stored at first") }
        return lines
    }
}

extension NotificationStatus {
    /// Lines of the text output.
    fileprivate var prose: [String] {
        let counts = [
            (delivered, "delivered"), (failed, "attempts failed"), (dropped, "dropped"),
            (UInt64(waiting ?? 0), "waiting"),
            (UInt64(givenUp ?? 0), "given up"),
        ].filter { $0.0 > 0 || $0.1 == "delivered" }.map { "\($0.0) \($0.1)" }
        return ["\(fit(kind.rawValue, 8)) \(destination)  \(counts.joined(separator: ", "))"]
            + (lastError.map { ["         last error: \($0)"] } ?? [])
    }
}
