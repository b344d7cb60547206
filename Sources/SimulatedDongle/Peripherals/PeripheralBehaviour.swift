/// What a virtual peripheral does besides keeping values: the firmware behind its GATT table.
///
/// Every hook has a default that does nothing special. Hooks act through the peripheral they are given: they set
/// values, notify, change what it advertises, or end the connection. All run on the thread of the dongle.
package protocol PeripheralBehaviour: AnyObject {
    /// When ``tick(_:at:)`` wants to be called; nil = not. A tick moves it on, or time would stand still.
    var nextTick: Duration? { get }

    /// A connection has been made.
    func connected(_ peripheral: VirtualPeripheral, at now: Duration)

    /// The connection is gone, and subscriptions with it.
    func disconnected(_ peripheral: VirtualPeripheral, at now: Duration)

    /// A read or the first part of a long read is about to be answered with the stored value.
    ///
    /// - Throws: What the peer gets instead.
    func willRead(
        _ characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral, at now: Duration
    ) throws(ATTError)

    /// A value was written in full; it is stored when this returns.
    ///
    /// - Throws: What the peer gets instead of the acknowledgement. Nobody hears of it after a write command.
    func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError)

    /// The client has written the Client Characteristic Configuration descriptor.
    func subscriptionChanged(
        _ subscription: VirtualPeripheral.Subscription, to characteristic: GATTTable.Characteristic,
        of peripheral: VirtualPeripheral, at now: Duration)

    /// The time of ``nextTick`` has come.
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
