import BeaconTracking
import Concurrency
import GatewayModel
import LineFormats
import Store

/// History: a summary of each minute.
extension BeaconService {
    /// Largest number of minutes that wait to be stored when the disk is slow. Above it, the oldest
    /// is dropped and only counted.
    static let endedLimit = 8

    /// Summaries of the adverts heard in one minute, or in a part of it.
    struct EndedMinute: Sendable {
        let minute: Int64
        let entries: [HistoryEntry]
    }

    /// Ends the current minute if it is over. Does not wait for the disk.
    func endMinute(at now: Timestamp) {
        let current = BeaconService.minute(of: now)
        guard current != minute else { return }
        if minute != nil { endPart() }
        minute = current
        minuteEnded.wake()
    }

    /// Ends the current minute because listening has stopped; later adverts belong to a new minute.
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

    /// Stores everything heard so far, including minutes that ended before.
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
                    try await store.history.append(ended.entries, startMicroseconds: ended.minute * 60_000_000)
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

    /// Returns the minute of a time, counted from 1970.
    private static func minute(of time: Timestamp) -> Int64 { time.microsecondsSince1970 / 60_000_000 }

    private func distance(_ summary: SightingSummary) -> Double? {
        guard let rssi = summary.rssi, let power = tracker.beacon(summary.identity, at: clock.now())?.powerAt1mDBm
        else { return nil }
        let metres = tracker.configuration.distance.metres(rssiDBm: rssi.mean, powerDBm: power)
        return metres < 0 ? nil : metres
    }
}
