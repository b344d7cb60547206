import Advertising
import CP28
import Foundation
import GatewayModel
import GatewayTestSupport
import SimulatedDongle
import Store
import TestSupport
import Testing

@testable import Gateway

/// A room of simulated CP28s around a dongle on a pty, faster than real ones.
struct ProvisioningRig {
    static let uuid: ProximityUUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
    /// Profile whose beacons answer each command with a status, 0 = done.
    static let strict = """
        {"name": "strict", "title": "Answers with a status", "service": "ffe0", "notify": "ffe1", "command": "ffe2",
         "password": "ffe3", "passwords": ["555555", "dx1234", "000000"],
         "password_replies": {"wanted": false, "wait_ms": 300, "accepted": ["4e 4f 00 01 00"],
                              "refused": ["4e 4f .. 01 !00"]},
         "command_replies": {"wanted": true, "wait_ms": 600, "accepted": ["4e 4f {command} 01 00"],
                             "refused": ["4e 4f {command} 01 !00"]}}
        """

    /// Profile with shorter waits than real beacons may need.
    static let quick = """
        {"name": "quick", "title": "Quick", "service": "ffe0", "notify": "ffe1", "command": "ffe2", "password": "ffe3",
         "passwords": ["555555"], "password_replies": {}, "command_replies": {}, "timeout_ms": 700, "gone_ms": 1000}
        """

    let gateway: Gateway
    let pty: PtyDongle

    var service: ProvisioningService { gateway.provisioning }

    /// - Parameter beacons: Options of each beacon; beacons are numbered from 1.
    static func with(
        _ beacons: [String], store: Store? = nil,
        _ body: (ProvisioningRig) async throws -> Void
    ) async throws {
        let pty = try BeaconRoom.dongle(beacons)
        defer { pty.stop() }
        try await with(pty, store: store, body)
    }

    static func with(
        _ pty: PtyDongle, store: Store? = nil, _ body: (ProvisioningRig) async throws -> Void
    ) async throws {
        let profiles = try [Self.strict, Self.quick].map { try BeaconProfile(json: Array($0.utf8)) }
        try await withGateway({ $0.profiles += profiles }, store: store) { gateway in
            await gateway.provisioning.setBaselineTime(.milliseconds(250))
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            try await body(ProvisioningRig(gateway: gateway, pty: pty))
        }
    }

    static func address(_ number: Int) -> BluetoothAddress { BeaconRoom.address(number) }

    /// Returns the order's item for the beacon with this number.
    static func item(_ number: Int, name: String? = nil, minor: Int? = nil) -> ProvisioningItem {
        ProvisioningItem(
            address: address(number), name: name ?? "Table \(number)", uuid: uuid, major: 1201, minor: minor ?? number)
    }

    static func order(_ numbers: ClosedRange<Int>, verifyMs: Int = 1_500) -> ProvisioningOrder {
        ProvisioningOrder(searchMs: 1_500, verifyMs: verifyMs, items: numbers.map { item($0) })
    }

    /// Waits for the runs of a batch to end.
    func ended(_ batch: ProvisioningBatch) async throws -> [ProvisioningRun] {
        for await _ in try await service.subscribe(batch: batch.batch) {}
        return try await service.runs(batch: batch.batch, before: nil, limit: 1000).sorted { $0.id < $1.id }
    }

    /// Waits until a run of the batch has reached a step.
    func wait(_ batch: ProvisioningBatch, until step: Int) async throws {
        let subscription = try await service.subscribe(batch: batch.batch)
        for await update in subscription {
            if case .run(let run) = update, run.step >= step { break }
        }
        subscription.end()
    }

    func provision(_ order: ProvisioningOrder) async throws -> [ProvisioningRun] {
        try await ended(try await service.start(order))
    }

    func provision(_ number: Int = 1) async throws -> ProvisioningRun {
        try #require(try await provision(Self.order(number...number)).first)
    }

    /// Returns a value from the simulated beacon with this number.
    func beacon<Value: Sendable>(
        _ number: Int, _ body: @escaping @Sendable (SimulatedCP28) -> Value
    ) async throws -> Value {
        try #require(await pty.beacon(number, body))
    }

    /// Returns the lines of a run's journal.
    func exchange(_ id: Int64) async throws -> [ExchangeEntry] {
        try await service.exchange(id, after: 0, limit: 1000).entries
    }
}
