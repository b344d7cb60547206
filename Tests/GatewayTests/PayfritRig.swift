import Advertising
import TestSupport
import Foundation
import GatewayModel
import LineFormats
import NIOConcurrencyHelpers
import Payfrit
import Store
import Testing

@testable import Gateway

/// A Payfrit service between a store and a scripted backend, with a clock that the test moves.
struct PayfritRig {
    static let begin = Timestamp(microsecondsSince1970: 1_767_637_800_000_000)
    static let base = "https://dev.payfrit.com/api"

    let clock = ManualClock()
    let store: Store
    let server: ScriptedBackend
    let events: EventLog
    let service: PayfritService

    init(
        store: Store? = nil, server: ScriptedBackend = ScriptedBackend(), environment: String = "dev",
        api: String = "php", folder: String? = nil, delivers: Bool = true, provisioning: ProvisioningService? = nil
    ) throws {
        let clock = clock.clock
        let store = try store ?? .inMemory()
        (self.store, self.server) = (store, server)
        events = EventLog(
            store: store.events, readerLimit: 10, clock: clock, logger: .silent, describe: { ("error", "\($0)", "") })
        var setup = PayfritSetup()
        (setup.environment, setup.api, setup.folder) = (environment, api, folder)
        setup.delivers = delivers
        service = PayfritService(
            setup: setup, store: store, eventLog: events,
            provisioning: provisioning
                ?? Gateway(configuration: Gateway.Configuration(), store: store, logger: .silent, clock: clock)
                .provisioning,
            badges: BadgeCache(clock: clock), clock: clock, logger: .silent, describe: { ("code", "\($0)", "hint") },
            timeOfDay: {
                Timestamp(microsecondsSince1970: Self.begin.microsecondsSince1970 + clock.now().microseconds)
            },
            chance: { 0 }, connect: { .success(server) })
    }

    @discardableResult
    func logIn() async throws -> PayfritStatus {
        try await service.login(PayfritLogin(phone: "+49 123 456", otp: server.state.password))
    }

    /// Delivers while `body` runs.
    func delivering(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            group.cancelAll()
            try await group.waitForAll()
            try outcome.get()
        }
    }

    /// Delivers until no deliverable registration waits any more, without moving the clock.
    func deliver() async throws {
        try await delivering {
            try await eventually("nothing waits") { try await service.status().registrations.waiting == 0 }
        }
    }

    /// Lets time pass in steps of 100 ms until a condition holds.
    func passing(until isSo: () async throws -> Bool) async throws {
        try await eventually("it is so once time has passed", pace: .milliseconds(1)) {
            if try await isSo() { return true }
            // Time passes only while a task waits, so that no task waits for less than it asked
            // for.
            if clock.sleepers > 0 { clock.advance(by: .milliseconds(100)) }
            return false
        }
    }

    /// Adds a service point to the server, with a table whose beacon was written by a run that
    /// ended in `state`.
    @discardableResult
    func written(
        _ minor: Int, name: String? = nil, state: ProvisioningState = .verified, base: String = base, business: Int = 3,
        address: BluetoothAddress? = nil, isSimulated: Bool = false
    ) async throws -> StoredTable {
        let name = name ?? "Table \(minor)"
        let address = address ?? Self.address(minor)
        if !server.state.points.contains(where: { $0.id == minor }) {
            server.change { $0.points.append(ServicePoint(id: minor, business: business, name: name)) }
        }
        let identity = ScriptedBackend.identity(UInt16(minor))
        let table = try await store.payfrit.planTable(
            StoredTable.Plan(
                place: StoredTable.Place(base: base, business: business, servicePoint: minor), name: name,
                identity: identity),
            atMicroseconds: 0)
        let run = try await ended(identity, address, name: name, state: state, isSimulated: isSimulated)
        return try #require(
            try await store.payfrit.changeTable(table.id, atMicroseconds: 0) { table in
                (table.state, table.address, table.run) = (.provisioning, address, run)
                table.runsBefore = run - 1
                return true
            })
    }

    static func address(_ number: Int) -> BluetoothAddress { BluetoothAddress(0xC300_0000_0000 + UInt64(number)) }

    /// A run that has ended.
    func ended(
        _ identity: BeaconIdentity, _ address: BluetoothAddress, name: String, state: ProvisioningState,
        isSimulated: Bool = false
    ) async throws -> Int64 {
        let run = try #require(
            try await store.runs.add(
                [
                    StoredRun.Target(
                        address: address, addressType: .random, profile: "cp28", name: name, identity: identity,
                        rssiAt1m: -59, intervalMs: 500, txPower: 4)
                ], atMicroseconds: Self.begin.microsecondsSince1970
            ).first)
        var progress = run.progress
        (progress.state, progress.isSimulated) = (state, isSimulated)
        progress.saveBegun = state != .failed
        progress.seenRSSI = state == .verified ? -61 : nil
        if state != .verified { progress.reason = StoredRun.Reason(code: "c", message: "why", hint: "") }
        try await store.runs.journal(
            [
                JournalEntry(
                    atMicroseconds: Self.begin.microsecondsSince1970, attempt: 1, phase: .note, kind: "settle",
                    detail: "")
            ], of: run.id, progress: progress)
        return run.id
    }

    /// Adds a table whose registration waits.
    @discardableResult
    func queued(
        _ minor: Int, base: String = base, business: Int = 3, address: BluetoothAddress? = nil
    ) async throws -> StoredTable {
        let table = try await written(minor, base: base, business: business, address: address)
        await service.tables.runEnded(try #require(table.run))
        return try await self.table(table.id)
    }

    func table(_ id: Int64) async throws -> StoredTable { try #require(try await store.payfrit.table(id)) }

    /// Returns the titles of all recorded events, oldest first.
    func titles() async throws -> [String] {
        try await events.events(after: nil, kinds: nil, limit: 100).map(\.title)
    }
}
