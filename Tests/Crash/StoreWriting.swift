import Advertising
import Foundation
import Glibc
import Store

/// `crash store PATH NEWEST WHAT`: writes to a store until it is killed, and prints the id of each
/// entry once the entry is on the disk.
enum StoreWriting {
    /// - Parameters:
    ///   - newest: Number of events that the store keeps.
    ///   - what: `events`, `outbox`, `history`, whose ids are minutes, or `journal`, the lines of
    ///     the newest run, whose ids are steps.
    static func run(path: String, newest: Int, what: String) async throws {
        let store = try Store.open(path: path, retention: .init(newest: newest))
        var time: Int64 = 0
        while true {
            time += 1
            let id = try await write(what, at: time, to: store)
            let line = Array("\(id)\n".utf8)
            // One write for each line, bypassing the C library's buffer: a printed line stays
            // acknowledged, whatever happens next.
            guard Glibc.write(STDOUT_FILENO, line, line.count) == line.count else { exit(1) }
        }
    }

    private static func write(_ what: String, at time: Int64, to store: Store) async throws -> Int64 {
        let size = Int(time % 5) * 400
        switch what {
        case "events":
            return try await store.events.append(
                kind: "info", level: "info", title: "Event \(time)", detail: String(repeating: "x", count: size),
                dongle: nil,
                isSimulated: true, microsecondsSince1970: time)
        case "outbox":
            // A new process continues with new keys.
            return try await store.outbox.enqueue(
                lane: "a", kind: "notice", idempotencyKey: "\(getpid()) \(time)", body: Data(repeating: 1, count: size),
                atMicroseconds: time
            ).id
        case "history":
            let rssi = HistoryRSSI(minimum: -70, mean: -60, maximum: -50)
            let entries = (0..<50 as Range<UInt16>).map { number in
                HistoryEntry(
                    beacon: BeaconIdentity(uuid: ProximityUUID(1), major: 1, minor: number), dongle: "a", count: 1,
                    rssi: rssi, distanceM: nil)
            }
            try await store.history.append(entries, startMicroseconds: time * 60_000_000)
            return time
        case "journal":
            if time == 1 { try await plan(in: store) }
            guard let run = try await store.runs.list(limit: 1).first else { exit(65) }
            var progress = run.progress
            progress.state = .writing
            progress.step += 1
            let line = JournalEntry(
                atMicroseconds: time, attempt: 1, phase: .intent, kind: "write", step: progress.step,
                detail: String(repeating: "x", count: size))
            try await store.runs.journal([line], of: run.id, progress: progress)
            return Int64(progress.step)
        default: exit(64)
        }
    }

    private static func plan(in store: Store) async throws {
        let target = StoredRun.Target(
            address: BluetoothAddress(1), addressType: nil, profile: "cp28", name: "Table 1",
            identity: BeaconIdentity(uuid: ProximityUUID(1), major: 1, minor: 1), rssiAt1m: -59, intervalMs: 500,
            txPower: 4)
        _ = try await store.runs.add([target], atMicroseconds: 0)
    }
}
