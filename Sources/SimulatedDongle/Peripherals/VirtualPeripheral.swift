import Advertising

/// A device that advertises and accepts connections: a GATT server over a table of attributes.
///
/// It advertises while no central is connected. Like the whole simulation it belongs to one thread.
package final class VirtualPeripheral {
    /// Updates that a client has asked for in a Client Characteristic Configuration descriptor.
    package struct Subscription: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        package static let notifications = Subscription(rawValue: 1)
        package static let indications = Subscription(rawValue: 2)
    }

    /// Properties of its connections.
    package struct LinkTraits: Sendable, Hashable {
        /// The largest ATT MTU it accepts, 23...517.
        package var largestMTU: Int
        /// The connection interval it uses if the central does not choose one.
        package var preferredInterval: Duration
        /// The longest time to connect, however rarely it advertises; nil = no limit.
        package var connectLimit: Duration?

        package init(
            largestMTU: Int = 23, preferredInterval: Duration = .milliseconds(30), connectLimit: Duration? = nil
        ) {
            self.largestMTU = largestMTU
            self.preferredInterval = preferredInterval
            self.connectLimit = connectLimit
        }
    }

    /// Time of the answer to a request. A read is answered at once or never.
    package enum AnswerTime: Sendable, Hashable {
        case atOnce
        /// This many connection events after the usual one.
        case afterEvents(Int)
        /// At the first connection event after this time.
        case after(Duration)
        /// Never: the client waits until its deadline or the end of the connection.
        case never
    }

    /// Times of the arrival of a write request and of its answer, by the dongle's clock.
    package struct RequestTime: Sendable, Hashable {
        /// Time at which the request reached the radio, which sends it in the next connection
        /// event.
        package let queued: Duration
        /// Time at which the answer was reported to the firmware.
        package let answered: Duration
    }

    /// A value on its way to the client.
    struct Outgoing {
        let handle: UInt16
        let value: [UInt8]
        let isIndication: Bool
    }

    /// Largest size of an attribute's value, in bytes.
    ///
    /// Source: Core Specification, Vol 3, Part F, 3.2.9.
    static let valueLimit = 512
    /// Largest number of notifications that wait for a connection event. A real stack has about as
    /// many buffers.
    private static let outgoingLimit = 32
    private static let requestTimeLimit = 1024

    /// Its advertiser, which is on while no central is connected.
    package let advertiser: Advertiser
    /// Its attributes.
    package let table: GATTTable
    /// Properties of its connections.
    package let traits: LinkTraits
    /// The firmware behind the table.
    package let behaviour: any PeripheralBehaviour

    /// Whether a central is connected.
    package private(set) var isConnected = false
    /// The ATT MTU of the connection.
    package internal(set) var attMTU = 23
    /// Whether it is out of reach: it neither sends nor answers.
    package private(set) var isGone = false

    /// Number of values sent to the central in this connection or, without one, the last.
    package private(set) var sentValues = 0
    /// Times of the last 1,024 answered write requests, in order, over all connections.
    package private(set) var requestTimes: [RequestTime] = []
    /// Time of the answer to the request that the behaviour is handling. It is at once unless the
    /// behaviour changes it.
    package var answerTime = AnswerTime.atOnce

    private(set) var outgoing: [Outgoing] = []
    private(set) var wantsToDisconnect = false
    private var values: [UInt16: [UInt8]]
    private var subscriptions: [UInt16: Subscription] = [:]

    /// - Parameter values: Initial values by handle. All other values are empty.
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

    /// Returns the stored value of a characteristic.
    package func value(of characteristic: GATTTable.Characteristic) -> [UInt8] {
        values[characteristic.valueHandle] ?? []
    }

    /// Stores a value of at most 512 bytes, without a notification.
    package func setValue(_ value: [UInt8], of characteristic: GATTTable.Characteristic) {
        values[characteristic.valueHandle] = value
    }

    /// Returns the client's subscription; empty without a connection.
    package func subscription(to characteristic: GATTTable.Characteristic) -> Subscription {
        subscriptions[characteristic.valueHandle] ?? []
    }

    /// Sends a value to the client in one of the next connection events, as an indication if the
    /// client asked for indications. The value is truncated to ATT MTU - 3 bytes, as a stack does.
    ///
    /// - Returns: False if the client is not subscribed or too many values are waiting. Nothing is
    ///   sent then.
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

    /// Goes out of reach. A connection ends when the central has heard nothing for the supervision
    /// time-out.
    package func goAway() {
        isGone = true
        advertiser.isOn = false
    }

    /// Returns within reach. A connection that it left behind still ends, and only then does it
    /// advertise again.
    package func comeBack() {
        isGone = false
        advertiser.isOn = !isConnected
    }

    // MARK: For the radio

    /// Whether it is about to end the connection, either by disconnecting or by going out of reach.
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
        // Before the hook, because the hook may turn the adverts off for a while.
        advertiser.isOn = !isGone
        behaviour.disconnected(self, at: now)
    }

    func read(_ handle: UInt16, offset: Int, at now: Duration) throws(ATTError) -> [UInt8] {
        answerTime = .atOnce
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
