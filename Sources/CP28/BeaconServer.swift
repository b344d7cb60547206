import Advertising

/// The parts of a beacon's GATT server that provisioning uses.
package struct BeaconServer: Sendable, Hashable {
    /// A characteristic that was discovered.
    package struct Characteristic: Sendable, Hashable {
        package let service: BluetoothUUID
        package let uuid: BluetoothUUID
        /// Of its value.
        package let handle: UInt16
        /// Whether writes to it are acknowledged, or can go unacknowledged.
        package let takesRequests: Bool
        package let takesCommands: Bool
        /// Whether it notifies or indicates.
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

    /// Where a value is written, and whether that is acknowledged.
    package struct Target: Sendable, Hashable {
        package let handle: UInt16
        package let isAcknowledged: Bool
    }

    let replies: UInt16
    let commands: Target
    let passwords: Target

    /// Finds what the profile names.
    ///
    /// A command that goes unacknowledged is known to be queued in the dongle and no more: an acknowledged write is taken where
    /// there is one.
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
