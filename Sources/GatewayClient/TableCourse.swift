import Advertising
import GatewayModel

/// Next step towards the registration of a table's beacon, from any state. Pure.
package enum TableCourse: Sendable, Hashable {
    /// Write a beacon; nil = the nearest.
    case write(address: BluetoothAddress?)
    /// Look for the beacon that the run wrote; write it again if it is not heard.
    case resume(run: Int64)
    /// Follow a run that is under way, started by another client or an earlier call.
    case follow
    /// Queue the registration: the beacon is verified.
    case register
    /// Wait for the queued registration to be delivered.
    case wait
    case done
    /// The table is registered with a beacon, and another beacon is wanted.
    case occupied(by: BluetoothAddress?)
    /// The backend has refused the registration.
    case refused
    /// The table has a beacon whose provisioning or registration is not finished, and another
    /// beacon is wanted.
    case taken(by: BluetoothAddress?)

    /// - Parameters:
    ///   - run: The table's run; nil if it has none.
    ///   - wanted: Address of the beacon that the table should get; nil = the one it has, or the
    ///     nearest.
    ///   - replaces: Whether a registered table gets its beacon written again, or a new one.
    package init(_ table: PayfritTable, run: ProvisioningRun?, wanted: BluetoothAddress?, replaces: Bool) {
        let isOther = wanted != nil && table.address != nil && wanted != table.address
        switch table.state {
        case .provisioning: self = isOther ? .taken(by: table.address) : .follow
        case .queued: self = isOther ? .taken(by: table.address) : .wait
        case .refused: self = isOther ? .taken(by: table.address) : .refused
        case .registered:
            self = replaces ? .write(address: wanted) : isOther ? .occupied(by: table.address) : .done
        case .dropped: self = .write(address: wanted)
        case .planned, .provisioned:
            guard !isOther, let run, let address = table.address, run.address == address else {
                self = .write(address: wanted)
                return
            }
            self =
                switch run.state {
                case .verified: .register
                // The beacon may have the identity already, so no other beacon may get it.
                case .writtenUnverified, .unknown: .resume(run: run.id)
                case .failed: .write(address: wanted)
                case .planned, .connecting, .authenticated, .writing, .saved: .follow
                }
        }
    }
}
