/// Actions of a virtual peripheral beyond keeping values: the firmware behind its GATT table.
///
/// Every hook has a default that does nothing. Hooks act through the peripheral passed to them:
/// they set values, notify, change its adverts, or end the connection. All hooks run on the
/// dongle's thread.
package protocol PeripheralBehaviour: AnyObject {
    /// Time of the next ``tick(_:at:)``; nil = none. A tick must move it on, otherwise time would
    /// stand still.
    var nextTick: Duration? { get }

    /// Called when a connection has been made.
    func connected(_ peripheral: VirtualPeripheral, at now: Duration)

    /// Called when the connection has ended, and subscriptions with it.
    func disconnected(_ peripheral: VirtualPeripheral, at now: Duration)

    /// Called before a read, or the first part of a long read, is answered with the stored value.
    ///
    /// - Throws: The error that the peer gets instead of the value.
    func willRead(
        _ characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral, at now: Duration
    ) throws(ATTError)

    /// Called when a value was written in full. The value is stored when this returns.
    ///
    /// - Throws: The error that the peer gets instead of the acknowledgement. After a write command
    ///   the peer gets no error.
    func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError)

    /// Called when the client has written the Client Characteristic Configuration descriptor.
    func subscriptionChanged(
        _ subscription: VirtualPeripheral.Subscription, to characteristic: GATTTable.Characteristic,
        of peripheral: VirtualPeripheral, at now: Duration)

    /// Called when the time of ``nextTick`` has come.
    func tick(_ peripheral: VirtualPeripheral, at now: Duration)
}

extension PeripheralBehaviour {
    package var nextTick: Duration? { nil }

    package func connected(_ peripheral: VirtualPeripheral, at now: Duration) {}

    package func disconnected(_ peripheral: VirtualPeripheral, at now: Duration) {}

    package func willRead(
        _ characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral, at now: Duration
    ) throws(ATTError) {}

    package func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError) {}

    package func subscriptionChanged(
        _ subscription: VirtualPeripheral.Subscription, to characteristic: GATTTable.Characteristic,
        of peripheral: VirtualPeripheral, at now: Duration
    ) {}

    package func tick(_ peripheral: VirtualPeripheral, at now: Duration) {}
}
