import Advertising
import GatewayModel

/// Reason why a request to the gateway failed, other than errors of the link, the port and the
/// store.
package enum GatewayError: Error, Sendable, Hashable {
    /// No dongle has this id, alias or port. `known` are the dongles that exist.
    case unknownDongle(String, known: [String])
    /// No dongle was named, and several are possible.
    case ambiguousDongle([Candidate])
    /// The dongle is known but not live; `state` gives the reason in words.
    case dongleAway(String, state: String)
    /// The dongle is known, but its port is not in use by the gateway.
    case notInUse(String)
    case noDongle
    /// `owner` is a device id.
    case aliasTaken(String, owner: String)
    case invalidAlias(String)
    /// The connection or its lease has ended.
    case unknownConnection(String)
    case notHeard(BluetoothAddress, limit: Duration)
    /// The device answered nothing behind unacknowledged writes. They may have been lost.
    case writesUnanswered(BluetoothAddress)
    case noSuchHandle(UInt16)
    case cannotNotify(BluetoothUUID)
    /// The first value is a plural, such as "connections".
    case tooMany(String, limit: Int)
    case portTaken(port: String, dongle: String?)
    /// An invalid value in a request; `expected` describes the valid ones.
    case invalidValue(String, of: String, expected: String)
    /// No region has this name.
    case unknownRegion(String, known: [String])
    case invalidRegionName(String)
    case invalidBeaconUUID(String)
    /// The beacon, given as `UUID/major/minor`, is neither stored nor heard.
    case unknownBeacon(String)
    case invalidBeaconAlias(String)
    case unknownOutboxEntry(Int64)
    /// No webhook is set, or none has this number, counted from 1.
    case noWebhook(Int?, count: Int)
    /// The gateway lasts as long as one verb.
    case cannotRestart
    case stopping

    /// A dongle that may be meant.
    package struct Candidate: Sendable, Hashable {
        /// Alias, id or port.
        package let name: String
        package let state: DongleState

        package init(name: String, state: DongleState) {
            (self.name, self.state) = (name, state)
        }
    }
}
