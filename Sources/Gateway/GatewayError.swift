import Advertising
import GatewayModel

/// Why the gateway could not do what it was asked, apart from the link, the port and the store.
package enum GatewayError: Error, Sendable, Hashable {
    /// No dongle has that id, alias or port. `known` are those that could have been meant.
    case unknownDongle(String, known: [String])
    /// None was named, and these could be meant.
    case ambiguousDongle([Candidate])
    /// The dongle is known, and not live; `state` says in words why.
    case dongleAway(String, state: String)
    /// The dongle is known, and its port is not one of the gateway's.
    case notInUse(String)
    case noDongle
    /// `owner` is a device id.
    case aliasTaken(String, owner: String)
    case invalidAlias(String)
    /// It has ended, or its lease has.
    case unknownConnection(String)
    case notHeard(BluetoothAddress, limit: Duration)
    case noSuchHandle(UInt16)
    case cannotNotify(BluetoothUUID)
    /// `what` is a plural, such as "connections".
    case tooMany(String, limit: Int)
    case portTaken(port: String, dongle: String?)
    /// A value of a request that cannot be; `expected` says what can.
    case invalidValue(String, of: String, expected: String)
    /// None has that name.
    case unknownRegion(String, known: [String])
    case invalidRegionName(String)
    case invalidBeaconUUID(String)
    /// It is neither known nor heard; as `UUID/major/minor`.
    case unknownBeacon(String)
    case invalidBeaconAlias(String)
    case unknownOutboxEntry(Int64)
    /// No webhook is set, or none has that number, from 1.
    case noWebhook(Int?, count: Int)
    /// It lasts as long as one verb.
    case cannotRestart
    case stopping

    /// A dongle that could be meant.
    package struct Candidate: Sendable, Hashable {
        /// Its alias, id or port.
        package let name: String
        package let state: DongleState

        package init(name: String, state: DongleState) {
            (self.name, self.state) = (name, state)
        }
    }
}
