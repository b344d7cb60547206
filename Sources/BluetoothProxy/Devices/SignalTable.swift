import Advertising
import DongleLink
import NIOConcurrencyHelpers

/// Newest signal of each device at each dongle, to choose the dongle that connects best. Pure.
struct SignalTable: Sendable {
    /// Devices remembered at a time.
    static let capacity = 4_096
    /// Age after which a signal says nothing.
    static let lifetime = Duration.seconds(60)

    private struct Device: Sendable {
        var type: AddressType
        var last: Duration
        var signals: [String: (rssiDBm: Int8, at: Duration)] = [:]
    }

    private var devices: [BluetoothAddress: Device] = [:]

    mutating func note(_ sighting: Sighting, by dongle: String, at now: Duration) {
        if devices[sighting.address] == nil, devices.count >= Self.capacity { makeRoom(at: now) }
        var device = devices[sighting.address] ?? Device(type: sighting.addressType, last: now)
        (device.type, device.last) = (sighting.addressType, now)
        device.signals[dongle] = (sighting.rssiDBm == 127 ? -127 : sighting.rssiDBm, now)
        devices[sighting.address] = device
    }

    /// Forgets devices that were not heard lately; if there are none, half of all.
    private mutating func makeRoom(at now: Duration) {
        devices = devices.filter { now - $0.value.last < Self.lifetime }
        guard devices.count >= Self.capacity else { return }
        let newest = devices.values.map(\.last).sorted(by: >).prefix(Self.capacity / 2).last ?? now
        devices = devices.filter { $0.value.last > newest }
    }

    /// Type of the device's address; nil if it was not heard.
    func type(of address: BluetoothAddress) -> AddressType? { devices[address]?.type }

    /// Returns the dongles, those that hear the device best first; those that do not hear it last.
    func ranked(_ dongles: [String], for address: BluetoothAddress, at now: Duration) -> [String] {
        func signal(_ dongle: String) -> Int {
            guard let heard = devices[address]?.signals[dongle], now - heard.at < Self.lifetime else { return -200 }
            return Int(heard.rssiDBm)
        }
        return dongles.enumerated().sorted {
            let (left, right) = (signal($0.element), signal($1.element))
            return left == right ? $0.offset < $1.offset : left > right
        }.map(\.element)
    }
}
