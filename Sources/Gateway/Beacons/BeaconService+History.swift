import BeaconTracking
import Concurrency
import GatewayModel
import JSONLines
import Store

/// What is kept of each minute.
extension BeaconService {
    /// Minutes that wait to be stored where the disk is slow. Beyond it the oldest is counted only.
    static let endedLimit = 8

    /// What was heard in one minute, or in a part of it.
    struct EndedMinute: Sendable {
        let minute: Int64
        let entries: [HistoryEntry]
    }

    /// Ends the minute that is being summed up where it is over. Does not wait for the disk.
    func endMinute(at now: Timestamp) {
        let current = BeaconService.minute(of: now)
        guard current != minute else { return }
        if minute != nil { endPart() }
        minute = current
        minuteEnded.wake()
    }

    /// Nothing is heard any more; what comes later belongs to a minute of its own.
    func endMinute() {
        endPart()
        minute = nil
        minuteEnded.wake()
    }

    func storeMinutes() async {
        while !Task.isCancelled {
            await minuteEnded.wait()
            await storeEnded()
        }
    }

    /// Stores what was heard so far. Once it returns, so is everything that ended before.
    func storeHistory() async {
        endPart()
        await storeEnded()
    }

    private func endPart() {
        let ended = summaries.take()
        guard !ended.isEmpty else { return }
        let entries = ended.map { summary in
            HistoryEntry(
                beacon: summary.identity, dongle: numbers.id(summary.dongle) ?? "", count: Int(summary.count),
                rssi: summary.rssi.map { HistoryRSSI(minimum: $0.minimum, mean: $0.mean, maximum: $0.maximum) },
                distanceM: distance(summary))
        }
        if endedMinutes.count >= Self.endedLimit { drop(endedMinutes.removeFirst().entries) }
        endedMinutes.append(EndedMinute(minute: minute ?? BeaconService.minute(of: timeOfDay()), entries: entries))
    }

    private func storeEnded() async {
        await storing.take {
            while !endedMinutes.isEmpty {
                let ended = endedMinutes.removeFirst()
                do {
                    try await store.appendHistory(ended.entries, startMicroseconds: ended.minute * 60_000_000)
                } catch {
                    drop(ended.entries)
                    await eventLog.couldNotRecord(error)
                }
            }
        }
    }

    private func drop(_ entries: [HistoryEntry]) {
        historyDropped += entries.reduce(0) { $0 + UInt64($1.count) }
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
