import Advertising

/// Behaviour that a scenario file can describe: values at intervals, echoes, errors, departures.
final class ScriptedBehaviour: PeripheralBehaviour {
    struct CharacteristicScript: Sendable, Hashable {
        /// Interval at which the stored value is notified to a subscriber.
        var notifyInterval: Duration?
        /// Characteristic that notifies the values written here.
        var echo: BluetoothUUID?
        var readError: ATTError?
        var writeError: ATTError?
    }

    private let scripts: [BluetoothUUID: CharacteristicScript]
    /// Time after which the peripheral ends a connection.
    private let connectionLimit: Duration?
    /// Time after the dongle's start at which the peripheral goes out of reach for good.
    private let departure: Duration?

    private var hasLeft = false
    private var disconnectDue: Duration?
    private var notifyDue: [BluetoothUUID: Duration] = [:]

    init(
        scripts: [BluetoothUUID: CharacteristicScript], connectionLimit: Duration? = nil, departure: Duration? = nil
    ) {
        self.scripts = scripts
        self.connectionLimit = connectionLimit
        self.departure = departure
    }

    var nextTick: Duration? {
        let scheduled = Duration.earlier(disconnectDue, hasLeft ? nil : departure)
        return notifyDue.values.reduce(scheduled) { Duration.earlier($0, $1) }
    }

    func connected(_ peripheral: VirtualPeripheral, at now: Duration) {
        disconnectDue = connectionLimit.map { now + $0 }
    }

    func disconnected(_ peripheral: VirtualPeripheral, at now: Duration) {
        disconnectDue = nil
        notifyDue = [:]
    }

    func willRead(
        _ characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral, at now: Duration
    ) throws(ATTError) {
        if let error = scripts[characteristic.uuid]?.readError { throw error }
    }

    func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError) {
        guard let script = scripts[characteristic.uuid] else { return }
        if let error = script.writeError { throw error }
        if let target = script.echo.flatMap(peripheral.table.characteristic) {
            peripheral.notify(value, from: target)
        }
    }

    func subscriptionChanged(
        _ subscription: VirtualPeripheral.Subscription, to characteristic: GATTTable.Characteristic,
        of peripheral: VirtualPeripheral, at now: Duration
    ) {
        guard let interval = scripts[characteristic.uuid]?.notifyInterval else { return }
        notifyDue[characteristic.uuid] = subscription.isEmpty ? nil : now + interval
    }

    func tick(_ peripheral: VirtualPeripheral, at now: Duration) {
        if let departure, departure <= now, !hasLeft {
            hasLeft = true
            peripheral.goAway()
        }
        if let due = disconnectDue, due <= now {
            disconnectDue = nil
            peripheral.disconnect()
        }
        // In the table's order, because a dictionary's order would differ from run to run.
        for characteristic in peripheral.table.characteristics {
            guard let due = notifyDue[characteristic.uuid], due <= now,
                let interval = scripts[characteristic.uuid]?.notifyInterval
            else { continue }
            peripheral.notify(peripheral.value(of: characteristic), from: characteristic)
            notifyDue[characteristic.uuid] = due + interval
        }
    }
}
