import Advertising

/// Parts of a beacon's GATT server that provisioning uses.
package struct BeaconServer: Sendable, Hashable {
    /// A discovered characteristic.
    package struct Characteristic: Sendable, Hashable {
        package let service: BluetoothUUID
        package let uuid: BluetoothUUID
        /// Handle of the value.
        package let handle: UInt16
        /// Whether the characteristic accepts acknowledged writes (requests) or unacknowledged ones
        /// (commands).
        package let takesRequests: Bool
        package let takesCommands: Bool
        /// Whether the characteristic notifies or indicates.
        package let notifies: Bool

        package init(
            service: BluetoothUUID, uuid: BluetoothUUID, handle: UInt16, takesRequests: Bool, takesCommands: Bool,
            notifies: Bool
        ) {
            self.service = service
            self.uuid = uuid
            self.handle = handle
            self.takesRequests = takesRequests
            self.takesCommands = takesCommands
            self.notifies = notifies
        }
    }

    /// Handle for writing, and whether the writes are acknowledged.
    package struct Target: Sendable, Hashable {
        package let handle: UInt16
        package let isAcknowledged: Bool
    }

    let replies: UInt16
    let commands: Target
    let passwords: Target

    /// Finds the characteristics that the profile names.
    ///
    /// Acknowledged writes are preferred where possible: after an unacknowledged one, it is only
    /// known that the dongle has queued it.
    init(_ found: [Characteristic], profile: BeaconProfile) throws(RunFailure) {
        let ofService = found.filter { $0.service == profile.service }
        guard !ofService.isEmpty else { throw .missing("service \(profile.service)") }
        func characteristic(_ uuid: BluetoothUUID) throws(RunFailure) -> Characteristic {
            guard let found = ofService.first(where: { $0.uuid == uuid }) else {
                throw .missing("characteristic \(uuid)")
            }
            return found
        }
        func target(_ uuid: BluetoothUUID) throws(RunFailure) -> Target {
            let found = try characteristic(uuid)
            guard found.takesRequests || found.takesCommands else { throw .lacks("\(uuid)", property: "write") }
            return Target(handle: found.handle, isAcknowledged: found.takesRequests)
        }
        let notifying = try characteristic(profile.notify)
        guard notifying.notifies else { throw .lacks("\(profile.notify)", property: "notify") }
        replies = notifying.handle
        commands = try target(profile.command)
        passwords = try target(profile.password)
    }
}
