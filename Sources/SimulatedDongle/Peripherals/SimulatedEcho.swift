import Advertising
import EchoCharacteristics

/// The echo service of docs/conformance.md, behind the peripheral's other services.
final class SimulatedEcho: PeripheralBehaviour {
    /// Name in scenario files.
    static let name = "echo"

    private struct Counter {
        var count: UInt32 = 0
        /// Time of the next value; nil = no subscriber.
        var due: Duration?
    }

    private var counters: [EchoCharacteristic: Counter] = [.counter: Counter(), .indicated: Counter()]
    private var dropDue: Duration?

    static func addService(to table: inout GATTTable) {
        table.addService(BluetoothUUID(EchoCharacteristic.serviceUUID))
        for characteristic in EchoCharacteristic.allCases {
            table.addCharacteristic(BluetoothUUID(characteristic.uuid), properties(of: characteristic))
        }
    }

    private static func properties(of characteristic: EchoCharacteristic) -> GATTProperties {
        switch characteristic {
        case .echo: [.read, .write, .writeWithoutResponse, .notify]
        case .long, .others: .read
        case .counter: .notify
        case .indicated: .indicate
        case .protected, .silent: [.read, .write]
        case .drop: .write
        }
    }

    private static func role(of characteristic: GATTTable.Characteristic) -> EchoCharacteristic? {
        EchoCharacteristic.allCases.first { $0.uuid == characteristic.uuid.value }
    }

    var nextTick: Duration? {
        counters.values.reduce(dropDue) { Duration.earlier($0, $1.due) }
    }

    func disconnected(_ peripheral: VirtualPeripheral, at now: Duration) {
        dropDue = nil
        for counter in counters.keys { counters[counter]?.due = nil }
    }

    func willRead(
        _ characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral, at now: Duration
    ) throws(ATTError) {
        switch Self.role(of: characteristic) {
        case .long: peripheral.setValue(EchoCharacteristic.longValue, of: characteristic)
        case .protected: throw .insufficientAuthentication
        case .silent: peripheral.answerTime = .never
        default: break
        }
    }

    func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError) {
        switch Self.role(of: characteristic) {
        case .echo: peripheral.notify(value, from: characteristic)
        case .protected: throw .insufficientAuthentication
        case .silent: peripheral.answerTime = .never
        case .drop:
            guard value.count == 2 else { throw .invalidAttributeLength }
            dropDue = now + .milliseconds(Int(value[0]) | Int(value[1]) << 8)
        default: break
        }
    }

    func subscriptionChanged(
        _ subscription: VirtualPeripheral.Subscription, to characteristic: GATTTable.Characteristic,
        of peripheral: VirtualPeripheral, at now: Duration
    ) {
        guard let role = Self.role(of: characteristic) else { return }
        counters[role]?.due = subscription.isEmpty ? nil : now + EchoCharacteristic.interval
    }

    func tick(_ peripheral: VirtualPeripheral, at now: Duration) {
        if let due = dropDue, due <= now {
            dropDue = nil
            peripheral.disconnect()
        }
        for role in [EchoCharacteristic.counter, .indicated] {
            guard var counter = counters[role], let due = counter.due, due <= now,
                let characteristic = peripheral.table.characteristic(BluetoothUUID(role.uuid))
            else { continue }
            counter.due = due + EchoCharacteristic.interval
            if peripheral.notify(counter.count.littleEndianBytes, from: characteristic) { counter.count &+= 1 }
            counters[role] = counter
        }
    }
}

extension UInt32 {
    fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
