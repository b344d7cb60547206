import DongleProtocol
import SimulatedDongle
import Testing

/// A host for setting up one simulated CP28, and a connection to it.
final class BeaconHost {
    static let password = Array("555555".utf8)
    static let address = "48:87:2d:00:00:01"
    /// Packets of the steps in the protocol's description; the identity is 5E1F7A10-…/1201/7.
    static let steps: [[UInt8]] = [
        packet(0x71, Array("Table 7".utf8)),
        packet(0x11), packet(0x61), packet(0x77, [0xC5]), packet(0x78, [5]), packet(0x79, [4]),
        packet(0x12), packet(0x62), packet(0x74, uuid), packet(0x75, [0x04, 0xB1]), packet(0x76, [0, 7]),
        packet(0x77, [0xC9]), packet(0x78, [3]), packet(0x79, [2]),
        packet(0xA0),
        packet(0x13), packet(0xFF), packet(0x14), packet(0xFF), packet(0x15), packet(0xFF), packet(0x16), packet(0xFF),
        packet(0x60),
    ]
    static let uuid: [UInt8] = [
        0x5E, 0x1F, 0x7A, 0x10, 0x3C, 0x2B, 0x4D, 0x9E, 0x8A, 0x77, 0x0B, 0x6C, 0x1D, 0x2E, 0x3F, 0x40,
    ]
    static let newIdentity: [UInt8] = uuid + [0x04, 0xB1, 0, 7]

    let host: BareHost
    let beacon: SimulatedCP28
    private(set) var connection: Connection?

    var peripheral: VirtualPeripheral { host.dongle.peripherals[0] }

    init(_ set: (inout Scenario.CP28) -> Void = { _ in }) throws {
        var cp28 = Scenario.CP28()
        set(&cp28)
        let scenario = Scenario(
            name: "one", noiseDB: 0,
            peripherals: [
                Scenario.Peripheral(
                    advertiser: .init(
                        name: "beacon", address: Self.address, addressType: "public", pdu: "ADV_IND", intervalMs: 500),
                    behaviour: "cp28", largestMTU: 100, connectLimitMs: 20, cp28: cp28)
            ])
        host = try BareHost(scenario)
        beacon = try #require(host.dongle.peripherals[0].behaviour as? SimulatedCP28)
        _ = try host.startSession()
    }

    /// Returns a packet of the beacon's protocol.
    static func packet(_ code: UInt8, _ data: [UInt8] = []) -> [UInt8] {
        let body = [code, UInt8(data.count)] + data
        return [0x4E, 0x4F] + body + [body.reduce(0, ^)]
    }

    // MARK: Connection

    func connect(deadlineMs: UInt32 = 5000) throws {
        connection = try host.connect(to: peripheral, deadlineMs: deadlineMs)
        _ = try host.outcome(of: ExchangeMTURequest(deadlineMs: 1000, connection: try linked(), mtu: 100))
    }

    func disconnect() throws {
        _ = try host.outcome(of: DisconnectRequest(deadlineMs: 1000, connection: try linked()))
    }

    /// Returns a host that is connected to a beacon and has given the password.
    static func authenticated(_ set: (inout Scenario.CP28) -> Void = { _ in }) throws -> BeaconHost {
        let host = try BeaconHost(set)
        try host.connectAndAuthenticate()
        return host
    }

    /// Connects, subscribes to the beacon's answers, and sends the right password.
    func connectAndAuthenticate() throws {
        try connect()
        try subscribe()
        try authenticate()
    }

    func subscribe() throws {
        _ = try host.outcome(
            of: SubscribeRequest(deadlineMs: 1000, connection: try linked(), handle: 7, mode: .notifications))
    }

    func authenticate(_ password: String = "555555") throws {
        try write(Array(password.utf8), to: 11)
    }

    func write(_ value: [UInt8], to handle: UInt16 = 9, deadlineMs: UInt32 = 1000) throws {
        _ = try host.outcome(
            of: WriteRequest(deadlineMs: deadlineMs, connection: try linked(), handle: handle, value: value),
            within: .seconds(20))
    }

    /// Writes steps, which are numbered from 1.
    func write(steps: ClosedRange<Int> = 1...24) throws {
        for step in steps { try write(Self.steps[step - 1]) }
    }

    private func linked() throws -> Connection { try #require(connection) }

    // MARK: Answers

    /// Returns the values notified so far.
    func replies() -> [[UInt8]] {
        host.advance(by: .milliseconds(100))
        return host.frames.events(.notification, as: Notification.self).map(\.value)
    }

    func disconnections() -> [Status] {
        host.frames.events(.disconnected, as: Disconnected.self).map(\.status)
    }

    /// Returns the adverts that are heard from all devices within a time.
    func heard(for time: Duration = .seconds(4)) throws -> [Advert] {
        let known = host.frames.adverts.count
        _ = try host.answer(to: ScanStartRequest(mode: .active))
        host.advance(by: time)
        _ = try host.answer(to: ScanStopRequest())
        return Array(host.frames.adverts.dropFirst(known))
    }
}

extension Advert {
    /// UUID, major and minor, if the advert is an iBeacon behind the flags.
    var beaconIdentity: [UInt8]? {
        data.count == 30 && data[3...8] == [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] ? Array(data[9..<29]) : nil
    }

    /// Measured power, the last byte, if the advert is an iBeacon.
    var measuredPower: UInt8? { beaconIdentity == nil ? nil : data.last }
}
