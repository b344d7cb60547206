import BeaconTracking
import GatewayModel
import JSONLines
import Store

/// What is kept of each minute.
extension BeaconService {
    func endMinute(at now: Timestamp) async {
        let current = BeaconService.minute(of: now)
        guard let minute else {
            minute = current
            return
        }
        guard current != minute else { return }
        await storeHistory()
        self.minute = current
    }

    func storeHistory() async {
        let minute = minute ?? BeaconService.minute(of: timeOfDay())
        let ended = summaries.take()
        guard !ended.isEmpty else { return }
        let entries = ended.map { summary in
            HistoryEntry(
                beacon: summary.identity, dongle: numbers.id(summary.dongle) ?? "", count: Int(summary.count),
                rssi: summary.rssi.map { HistoryRSSI(minimum: $0.minimum, mean: $0.mean, maximum: $0.maximum) },
                distanceM: distance(summary))
        }
        do {
            try await store.appendHistory(entries, startMicroseconds: minute * 60_000_000)
        } catch {
            historyDropped += ended.reduce(0) { $0 + UInt64($1.count) }
            await eventLog.couldNotRecord(error)
        }
    }

    /// Counted from 1970.
    private static func minute(of time: Timestamp) -> Int64 { time.microsecondsSince1970 / 60_000_000 }

    private func distance(_ summary: SightingSummary) -> Double? {
        guard let rssi = summary.rssi, let power = tracker.beacon(summary.identity, at: clock.now())?.powerAt1mDBm
        else { return nil }
        let metres = tracker.configuration.distance.metres(rssiDBm: rssi.mean, powerDBm: power)
        return metres < 0 ? nil : metres
    }
}
