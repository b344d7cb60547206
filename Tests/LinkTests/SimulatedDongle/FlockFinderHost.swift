import DongleProtocol
import SimulatedDongle
import Testing

/// A host for using one simulated FlockFinder, and a connection to it.
final class FlockFinderHost {
    static let detection: UInt16 = 6
    static let command: UInt16 = 9
    static let stream: UInt16 = 11
    static let config: UInt16 = 14

    let host: BareHost
    let device: SimulatedFlockFinder
    private(set) var connection: Connection?
    private var heard = 0

    var peripheral: VirtualPeripheral { host.dongle.peripherals[0] }

    init(largestMTU: Int = 255, _ set: (inout Scenario.FlockFinder) -> Void = { _ in }) throws {
        var flockFinder = Scenario.FlockFinder()
        set(&flockFinder)
        let scenario = Scenario(
            name: "one", noiseDB: 0,
            peripherals: [
                Scenario.Peripheral(
                    advertiser: .init(
                        name: "finder", address: "48:87:2d:00:00:02", addressType: "public", pdu: "ADV_IND",
                        intervalMs: 100),
                    behaviour: "flockfinder", largestMTU: largestMTU, connectionIntervalMs: 15, connectLimitMs: 20,
                    flockFinder: flockFinder)
            ])
        host = try BareHost(scenario)
        device = try #require(host.dongle.peripherals[0].behaviour as? SimulatedFlockFinder)
        _ = try host.startSession()
    }

    /// Returns a connected host with the largest MTU by default, subscribed to configs and replies.
    static func connected(
        largestMTU: Int = 255, _ set: (inout Scenario.FlockFinder) -> Void = { _ in }
    ) throws -> FlockFinderHost {
        let host = try FlockFinderHost(largestMTU: largestMTU, set)
        try host.connect()
        return host
    }

    func connect() throws {
        try connectOnly()
        try subscribe(to: Self.config)
    }

    /// Connects without subscribing to anything.
    func connectOnly() throws {
        connection = try host.connect(to: peripheral)
        _ = try host.outcome(of: ExchangeMTURequest(deadlineMs: 1000, connection: try linked(), mtu: 517))
    }

    func subscribe(to handle: UInt16) throws {
        _ = try host.outcome(
            of: SubscribeRequest(
                deadlineMs: 1000, connection: try linked(), handle: handle + 1, mode: .notifications))
    }

    func disconnect() throws {
        _ = try host.outcome(of: DisconnectRequest(deadlineMs: 1000, connection: try linked()))
    }

    // MARK: Writing

    func write(_ value: [UInt8], to handle: UInt16 = config, deadlineMs: UInt32 = 1000) throws {
        _ = try host.outcome(
            of: WriteRequest(deadlineMs: deadlineMs, connection: try linked(), handle: handle, value: value),
            within: .seconds(20))
    }

    func write(_ text: String, to handle: UInt16 = config) throws {
        try write(Array(text.utf8), to: handle)
    }

    /// Writes a config in chunks, whatever its length.
    func push(_ text: String, chunk: Int = 200) throws {
        let bytes = Array(text.utf8)
        try write("CONFIG_START")
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            try write(Array(bytes[start..<min(bytes.count, start + chunk)]))
        }
        try write("CONFIG_END")
    }

    /// Returns the notifications that follow a command.
    func answers(to command: String, within time: Duration = .milliseconds(300)) throws -> [String] {
        _ = news()
        try write(command, to: Self.command)
        host.advance(by: time)
        return news()
    }

    /// Reads a characteristic.
    func read(_ handle: UInt16 = config) throws -> String {
        let result = try host.outcome(of: ReadRequest(deadlineMs: 1000, connection: try linked(), handle: handle))
        return String(decoding: result.value, as: UTF8.self)
    }

    private func linked() throws -> Connection { try #require(connection) }

    // MARK: Notifications

    /// Returns the values that one characteristic has notified since the last call.
    func news(_ handle: UInt16 = config) -> [String] {
        host.advance(by: .milliseconds(100))
        let all = host.frames.events(.notification, as: Notification.self)
        defer { heard = all.count }
        return all.dropFirst(heard).filter { $0.handle == handle }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// Returns the events of the replies since the last call, such as `CONFIG_SAVED true`.
    func replies() -> [String] {
        news().compactMap { text in
            let parts = text.split(separator: "\"")
            guard parts.count > 6, parts[1] == "evt" else { return nil }
            return "\(parts[3]) \(text.contains(#""success":true"#))"
        }
    }

    func disconnections() -> [Status] {
        host.frames.events(.disconnected, as: Disconnected.self).map(\.status)
    }
}
