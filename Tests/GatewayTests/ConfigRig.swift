import GatewayTestSupport
import TestSupport
import FlockFinder
import Foundation
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// A gateway with one simulated FlockFinder, faster than a real one, and tables that the test
/// fills.
struct ConfigRig {
    static let device = FinderRoom.device

    let gateway: Gateway
    let pty: PtyDongle

    /// - Parameter options: Options of the FlockFinder, as the fields of a JSON object.
    static func with(
        _ options: String = "", mtu: Int = 517, store: Store? = nil, _ body: (ConfigRig) async throws -> Void
    ) async throws {
        let pty = try FinderRoom.dongle(options, mtu: mtu)
        defer { pty.stop() }
        let store = try store ?? Store.inMemory()
        try await withGateway({ $0.ports = [.path(pty.path)] }, store: store) { gateway in
            await eventually("the dongle is live") { await gateway.dongles.list().first?.state == .live }
            // The tables start empty, so that the tests push only their own patterns.
            for pattern in try await gateway.patterns.enabled() {
                try await store.patterns.change([.enable(pattern.pattern.key, false)], atMicroseconds: 1)
            }
            try await body(ConfigRig(gateway: gateway, pty: pty))
        }
    }

    /// Carries out an order, and returns its report. The order consents to removals unless `change`
    /// says otherwise.
    func perform(
        _ action: ConfigAction, device: String = device, _ change: (inout ConfigOrder) -> Void = { _ in }
    ) async throws -> ConfigReport {
        var order = ConfigOrder(device: device)
        order.timeoutMs = 1_500
        if [.push, .pull, .reset].contains(action) { order.mayRemove = true }
        change(&order)
        var report: ConfigReport?
        for await update in try await gateway.configs.perform(action, order) {
            if case .report(let last) = update { report = last }
        }
        return try #require(report)
    }

    func push(_ config: String, _ change: (inout ConfigOrder) -> Void = { _ in }) async throws -> ConfigReport {
        try await perform(.push) { order in
            order.config = config
            change(&order)
        }
    }

    /// Runs `body` with the FlockFinder on the simulation's thread, and waits for the result.
    func atDevice<Value: Sendable>(_ body: @escaping @Sendable (SimulatedFlockFinder) -> Value) async throws -> Value {
        let value: Value? = await withCheckedContinuation { continuation in
            pty.perform { dongle in
                let device = dongle.peripherals.first?.behaviour as? SimulatedFlockFinder
                continuation.resume(returning: device.map(body))
            }
        }
        return try #require(value)
    }

    /// Cuts the FlockFinder's power, and waits until it has restarted.
    func restart() async throws {
        let boots = try await atDevice { device in
            defer { device.powerCycle() }
            return device.counts.boots
        }
        try await eventually("it has restarted") { try await atDevice(\.counts.boots) > boots }
    }

    /// Config on which both sides agreed last.
    func base() async throws -> DeviceConfig {
        try ConfigReading(parsing: try #require(try await gateway.store.configs.device(Self.device)?.base)).config
    }

    func add(_ pattern: Pattern) async throws {
        try await gateway.store.patterns.change([.add(PatternDraft(pattern))], atMicroseconds: 2)
    }

    /// Returns a text in the nested dialect that replaces every list.
    static func config(names: [String], hop: Int? = nil) -> String {
        let entries = names.map { #"{"pattern":"\#($0)","deviceType":"Test"}"# }.joined(separator: ",")
        let settings = hop.map { #""scanConfig":{"channelHopInterval":\#($0)},"# } ?? ""
        return
            #"{"version":1,\#(settings)"patterns":{"ssidPatterns":[],"macPrefixes":[],"bleDeviceNames":[\#(entries)],"#
            + #""bleServiceUuids":[]}}"#
    }
}
