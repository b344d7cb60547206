import Randomness
import Advertising
import SimulatedDongle

/// A peripheral that counts the operations that really reach it: every value written to it carries
/// a number, and so does every value that it notifies.
package final class NumberedPeripheral: PeripheralBehaviour {
    /// Executions of writes and write commands, by the number in the first four bytes.
    package private(set) var writes: [UInt32: Int] = [:]
    package private(set) var commands: [UInt32: Int] = [:]
    /// Number of connections made.
    package private(set) var connections = 0
    /// Number of values notified in this connection so far; each carries its number, from 0.
    package private(set) var notified: UInt32 = 0

    /// Interval between two notifications once subscribed, in ms; nil = none. Takes effect with the
    /// next subscription or notification.
    package var notifyInterval: ClosedRange<Int>?
    /// Notifications still to be sent in this connection; nil = unlimited.
    package var notificationsLeft: Int?
    /// Bytes in a notified value, at least 4.
    package var notifiedBytes = 4
    /// One in this many notifications begins a burst of 300, 2 ms apart; nil = no bursts.
    package var burstsOneIn: Int?
    /// Time until this side ends a connection, in ms; nil = never.
    package var lifetime: ClosedRange<Int>?
    /// Called when a value was written, before the writer gets the answer.
    package var onWrite: ((VirtualPeripheral) -> Void)?

    private var random: SplitMix64
    private var notifyDue: Duration?
    private var endDue: Duration?
    private var burstLeft = 0

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    package var nextTick: Duration? { [notifyDue, endDue].compactMap { $0 }.min() }

    package func connected(_ peripheral: VirtualPeripheral, at now: Duration) {
        connections += 1
        notified = 0
        endDue = lifetime.map { now + .milliseconds(Int.random(in: $0, using: &random)) }
    }

    package func disconnected(_ peripheral: VirtualPeripheral, at now: Duration) {
        notifyDue = nil
        endDue = nil
    }

    package func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError) {
        let number = UInt32(number: value)
        if characteristic.uuid == Self.commanded {
            commands[number, default: 0] += 1
        } else {
            writes[number, default: 0] += 1
        }
        onWrite?(peripheral)
    }

    package func subscriptionChanged(
        _ subscription: VirtualPeripheral.Subscription, to characteristic: GATTTable.Characteristic,
        of peripheral: VirtualPeripheral, at now: Duration
    ) {
        notifyDue = subscription.isEmpty ? nil : nextNotification(after: now)
    }

    package func tick(_ peripheral: VirtualPeripheral, at now: Duration) {
        if let due = endDue, due <= now {
            endDue = nil
            peripheral.disconnect()
        }
        guard let due = notifyDue, due <= now else { return }
        if notificationsLeft != 0, let source = peripheral.table.characteristic(Self.notifying),
            peripheral.notify(notified.numbered(bytes: notifiedBytes), from: source)
        {
            notified += 1
            notificationsLeft = notificationsLeft.map { $0 - 1 }
        }
        notifyDue = nextNotification(after: due)
    }

    private func nextNotification(after time: Duration) -> Duration? {
        if burstLeft > 0 {
            burstLeft -= 1
            return time + .milliseconds(2)
        }
        if let burstsOneIn, Int.random(in: 0..<burstsOneIn, using: &random) == 0 { burstLeft = 300 }
        return notifyInterval.map { time + .milliseconds(max(1, Int.random(in: $0, using: &random))) }
    }

    static let notifying = BluetoothUUID(short: 0xFFE1)
    static let written = BluetoothUUID(short: 0xFFE2)
    static let commanded = BluetoothUUID(short: 0xFFE3)
}

extension UInt32 {
    /// The number in the first four bytes of a value; 0 if the value is shorter.
    package init(number value: [UInt8]) {
        self = value.count < 4 ? 0 : value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns a value that carries this number: at least four bytes, the rest derived from the
    /// number.
    package func numbered(bytes: Int = 4) -> [UInt8] {
        (0..<Swift.max(4, bytes)).map { index -> UInt8 in
            let place = UInt32(index)
            return UInt8(truncatingIfNeeded: index < 4 ? self >> (8 * place) : self &+ place)
        }
    }
}

extension Scenario {
    /// Numbered peripherals at addresses of their own, too far away for a scan with a limit of -90
    /// dBm or more.
    package static func numbered(
        _ count: Int = 1, largestMTU: Int = 185, connectionIntervalMs: Double = 10, readable: Int = 20
    ) -> Scenario {
        Scenario(
            name: "numbered",
            peripherals: (0..<count).map { index in
                Peripheral(
                    advertiser: Advertiser(
                        name: "Numbered \(index)", address: Self.address(index), addressType: "public", pdu: "ADV_IND",
                        intervalMs: 100, distanceM: 1000, advert: []),
                    behaviour: "numbered", largestMTU: largestMTU, connectionIntervalMs: connectionIntervalMs,
                    connectLimitMs: 20,
                    services: [
                        Service(
                            uuid: "ffe0",
                            characteristics: [
                                Characteristic(uuid: "ffe1", properties: ["notify", "indicate"]),
                                Characteristic(
                                    uuid: "ffe2", properties: ["read", "write"],
                                    value: Bytes(hex: String(repeating: "5a", count: readable))),
                                Characteristic(uuid: "ffe3", properties: ["writeWithoutResponse"]),
                            ])
                    ])
            })
    }

    /// Address of one of the numbered peripherals.
    package static func address(_ index: Int) -> String {
        "c8:00:00:00:00:" + String(index + 16, radix: 16)
    }
}

extension [String: BehaviourFactory] {
    /// Behaviours of the peripherals in
    /// ``Scenario/numbered(_:largestMTU:connectionIntervalMs:readable:)``.
    package static func numbered(seed: UInt64 = 1) -> Self {
        ["numbered": { NumberedPeripheral(seed: seed &+ UInt64(BluetoothAddress($0.advertiser.address)?.value ?? 0)) }]
    }
}
