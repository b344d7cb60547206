import Advertising
import GatewayModel
import Store

extension StoredRun.Target {
    /// Returns one of many targets, with the identity and the address of this number.
    static func numbered(_ number: UInt16) -> StoredRun.Target {
        StoredRun.Target(
            address: BluetoothAddress(0xC3_0000_0000_00 + UInt64(number)), addressType: .random, profile: "cp28",
            name: "Table \(number)", identity: .numbered(number), rssiAt1m: -59, intervalMs: 500, txPower: 4)
    }
}

extension StoredRun.Progress {
    static func state(_ state: ProvisioningState, step: Int = 0) -> StoredRun.Progress {
        var progress = StoredRun.Progress()
        progress.state = state
        progress.step = step
        return progress
    }
}

extension JournalEntry {
    static func note(_ detail: String = "Heard.", at time: Int64 = 1, bytes: [UInt8]? = nil) -> JournalEntry {
        JournalEntry(atMicroseconds: time, attempt: 1, phase: .note, kind: "look", detail: detail, bytes: bytes)
    }
}

extension Store {
    /// Adds a batch with runs of these numbers.
    @discardableResult
    func plan(_ numbers: UInt16..., at time: Int64 = 1) async throws(StoreError) -> [StoredRun] {
        try await runs.add(numbers.map { .numbered($0) }, atMicroseconds: time)
    }

    func end(_ run: Int64, _ state: ProvisioningState = .verified, at time: Int64 = 1) async throws(StoreError) {
        try await runs.journal([.note(at: time)], of: run, progress: .state(state))
    }

    /// Adds a run that writes an identity to the beacon with this number, and ends it in `state`.
    @discardableResult
    func ended(
        _ number: UInt16, as identity: UInt16, _ state: ProvisioningState, saveBegun: Bool, seenAt seen: UInt16? = nil
    ) async throws(StoreError) -> Int64 {
        var target = StoredRun.Target.numbered(number)
        target.identity = .numbered(identity)
        var progress = StoredRun.Progress.state(state)
        progress.saveBegun = saveBegun
        progress.seenAddress = seen.map { StoredRun.Target.numbered($0).address }
        guard let run = try await runs.add([target], atMicroseconds: 1).first else { return 0 }
        try await runs.journal([.note()], of: run.id, progress: progress)
        return run.id
    }
}
