import Advertising
import GatewayModel

/// What a table lacks to be registered, from wherever it was left. Pure.
package enum TableCourse: Sendable, Hashable {
    /// A beacon is to be written; nil = the nearest.
    case write(address: BluetoothAddress?)
    /// What was written is to be looked for first, and written again where it is not heard.
    case resume(run: Int64)
    /// A run is under way, begun by somebody else or by an earlier call.
    case follow
    /// A beacon was written and seen, and its registration is not queued.
    case register
    /// Its registration is on its way.
    case wait
    case done
    /// It is registered with a beacon, and another one is wanted.
    case occupied(by: BluetoothAddress?)
    /// The backend has refused the registration.
    case refused
    /// It has a beacon that is being registered, and another one is wanted.
    case taken(by: BluetoothAddress?)

    /// - Parameters:
    ///   - run: The table's run, where it has one.
    ///   - wanted: Address of the beacon that it is to get; nil = whichever it has, or the nearest.
    ///   - replaces: Whether one that is registered gets a beacon anew.
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
                // The beacon may have the identity: no other is to get it.
                case .writtenUnverified, .unknown: .resume(run: run.id)
                case .failed: .write(address: wanted)
                case .planned, .connecting, .authenticated, .writing, .saved: .follow
                }
        }
    }
}
