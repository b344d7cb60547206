import Advertising

/// A device that advertises and can be connected to: a GATT server over a table of attributes.
///
/// It advertises while nobody is connected. Like all of the simulation it belongs to one thread.
package final class VirtualPeripheral {
    /// What a client has asked for in a Client Characteristic Configuration descriptor.
    package struct Subscription: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        package static let notifications = Subscription(rawValue: 1)
        package static let indications = Subscription(rawValue: 2)
    }

    /// How it takes part in connections.
    package struct LinkTraits: Sendable, Hashable {
        /// The largest ATT MTU it agrees to, 23...517.
        package var largestMTU: Int
        /// The connection interval it takes where the central leaves the choice.
        package var preferredInterval: Duration
        /// The longest that connecting takes, however rarely it advertises; nil = as long as that.
        package var connectLimit: Duration?

        package init(
            largestMTU: Int = 23, preferredInterval: Duration = .milliseconds(30), connectLimit: Duration? = nil
        ) {
            self.largestMTU = largestMTU
            self.preferredInterval = preferredInterval
            self.connectLimit = connectLimit
        }
    }

    /// When a write gets its answer, be it an acknowledgement or an error.
    package enum AnswerTime: Sendable, Hashable {
        case atOnce
        /// So many connection events after the usual one.
        case afterEvents(Int)
        /// At the first connection event after so long.
        case after(Duration)
        /// The client waits until its deadline, or until the connection ends.
        case never
    }

    /// When a write request came and when it was answered, by the dongle's clock.
    package struct RequestTime: Sendable, Hashable {
        /// The request reached the radio, which sends it with the next connection event.
        package let queued: Duration
        /// The answer was reported to the firmware.
        package let answered: Duration
    }

    /// A value on its way to the client.
    struct Outgoing {
        let handle: UInt16
        let value: [UInt8]
        let isIndication: Bool
    }

    /// The longest value an attribute holds, in bytes.
    ///
    /// Source: Core Specification, Vol 3, Part F, 3.2.9.
    static let valueLimit = 512
    /// Notifications that wait for a connection event; a real stack has about as many buffers.
    private static let outgoingLimit = 32
    private static let requestTimeLimit = 1024

    /// How it advertises; on while nobody is connected.
    package let advertiser: Advertiser
    /// Its attributes.
    package let table: GATTTable
    /// How it takes part in connections.
    package let traits: LinkTraits
    /// The firmware behind the table.
    package let behaviour: any PeripheralBehaviour

    /// Whether a central is connected.
    package private(set) var isConnected = false
    /// The ATT MTU of the connection.
    package internal(set) var attMTU = 23
    /// Whether it is out of reach: it sends nothing and answers nothing.
    package private(set) var isGone = false

    /// Values that have left for the central, in this connection or the last.
    package private(set) var sentValues = 0
    /// The last 1,024 write requests that were answered, in order, of all connections.
    package private(set) var requestTimes: [RequestTime] = []
    /// When the write that its behaviour is just told of is answered; at once where the behaviour says nothing.
    package var answerTime = AnswerTime.atOnce

    private(set) var outgoing: [Outgoing] = []
    private(set) var wantsToDisconnect = false
    private var values: [UInt16: [UInt8]]
    private var subscriptions: [UInt16: Subscription] = [:]

    /// - Parameter values: Initial values by handle; the others are empty.
    package init(
        advertiser: Advertiser, table: GATTTable, values: [UInt16: [UInt8]] = [:], traits: LinkTraits = LinkTraits(),
        behaviour: any PeripheralBehaviour
    ) {
        self.advertiser = advertiser
        self.table = table
        self.values = values
        self.traits = traits
        self.behaviour = behaviour
    }

    // MARK: For behaviours

    /// The stored value of a characteristic.
    package func value(of characteristic: GATTTable.Characteristic) -> [UInt8] {
        values[characteristic.valueHandle] ?? []
    }

    /// Stores a value, of at most 512 bytes; nobody is notified.
    package func setValue(_ value: [UInt8], of characteristic: GATTTable.Characteristic) {
        values[characteristic.valueHandle] = value
    }

    /// What the client has subscribed to; nothing without a connection.
    package func subscription(to characteristic: GATTTable.Characteristic) -> Subscription {
        subscriptions[characteristic.valueHandle] ?? []
    }

    /// Sends a value to the client, as an indication where it asked for those, in one of the next connection events.
    /// What exceeds ATT MTU - 3 bytes is cut off, as a stack does.
    ///
    /// - Returns: False when nobody is subscribed or too many wait already; nothing is sent then.
    @discardableResult
    package func notify(_ value: [UInt8], from characteristic: GATTTable.Characteristic) -> Bool {
        let subscription = subscription(to: characteristic)
        guard isConnected, !subscription.isEmpty, outgoing.count < VirtualPeripheral.outgoingLimit else {
            return false
        }
        let isIndication = !subscription.contains(.notifications)
        outgoing.append(
            Outgoing(
                handle: characteristic.valueHandle, value: Array(value.prefix(attMTU - 3)), isIndication: isIndication))
        return true
    }

    /// Ends the connection at the next connection event.
    package func disconnect() {
        wantsToDisconnect = isConnected
    }

    /// Goes out of reach. A connection ends when the central has missed it for the supervision time-out.
    package func goAway() {
        isGone = true
        advertiser.isOn = false
    }

    /// Is in reach again. A connection that it left behind ends all the same, and only then does it advertise.
    package func comeBack() {
        isGone = false
        advertiser.isOn = !isConnected
    }

    // MARK: For the radio

    /// Whether it has made up its mind to end the connection, in one way or the other.
    var isLeaving: Bool { wantsToDisconnect || isGone }

    var canBeConnected: Bool { !isConnected && advertiser.isOn && advertiser.isConnectable }

    func takeOutgoing() -> Outgoing? {
        guard !outgoing.isEmpty else { return nil }
        sentValues += 1
        return outgoing.removeFirst()
    }

    func linkEstablished(at now: Duration) {
        isConnected = true
        sentValues = 0
        advertiser.isOn = false
        behaviour.connected(self, at: now)
    }

    func linkLost(at now: Duration) {
        isConnected = false
        wantsToDisconnect = false
        attMTU = 23
        outgoing = []
        subscriptions = [:]
        // Before the hook, which may keep it off the air for a while.
        advertiser.isOn = !isGone
        behaviour.disconnected(self, at: now)
    }

    func read(_ handle: UInt16, offset: Int, at now: Duration) throws(ATTError) -> [UInt8] {
        guard let attribute = table.attribute(handle) else { throw .invalidHandle }
        let value: [UInt8]
        switch attribute.role {
        case .value(let characteristic):
            guard characteristic.properties.contains(.read) else { throw .readNotPermitted }
            if offset == 0 { try behaviour.willRead(characteristic, of: self, at: now) }
            value = self.value(of: characteristic)
        case .clientConfiguration(let characteristic):
            value = subscription(to: characteristic).rawValue.littleEndianPair
        case .descriptor:
            value = values[handle] ?? []
        case .declaration:
            value = declaration(attribute)
        }
        guard offset <= value.count else { throw .invalidOffset }
        return Array(value[offset...].prefix(attMTU - 1))
    }

    func requestAnswered(queued: Duration, at now: Duration) {
        if requestTimes.count >= VirtualPeripheral.requestTimeLimit { requestTimes.removeFirst() }
        requestTimes.append(RequestTime(queued: queued, answered: now))
    }

    func write(_ value: [UInt8], to handle: UInt16, isCommand: Bool, at now: Duration) throws(ATTError) {
        answerTime = .atOnce
        guard let attribute = table.attribute(handle) else { throw .invalidHandle }
        guard value.count <= VirtualPeripheral.valueLimit else { throw .invalidAttributeLength }
        switch attribute.role {
        case .value(let characteristic):
            guard characteristic.properties.contains(isCommand ? .writeWithoutResponse : .write) else {
                throw .writeNotPermitted
            }
            try behaviour.written(value, to: characteristic, of: self, at: now)
            setValue(value, of: characteristic)
        case .clientConfiguration(let characteristic):
            guard value.count == 2 else { throw .invalidAttributeLength }
            let subscription = Subscription(rawValue: UInt16(value[0]) | UInt16(value[1]) << 8)
            subscriptions[characteristic.valueHandle] = subscription
            behaviour.subscriptionChanged(subscription, to: characteristic, of: self, at: now)
        case .descriptor, .declaration:
            throw .writeNotPermitted
        }
    }

    private func declaration(_ attribute: GATTTable.Attribute) -> [UInt8] {
        if let characteristic = table.characteristics.first(where: { $0.declaration == attribute.handle }) {
            return [characteristic.properties.rawValue] + characteristic.valueHandle.littleEndianPair
                + characteristic.uuid.littleEndianBytes
        }
        return table.services.first { $0.handles.lowerBound == attribute.handle }?.uuid.littleEndianBytes ?? []
    }
}

extension UInt16 {
    fileprivate var littleEndianPair: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(self >> 8)] }
}
