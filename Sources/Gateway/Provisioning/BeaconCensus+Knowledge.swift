import Advertising
import CP28
import GatewayModel

extension BeaconCensus.Knowledge {
    /// - Parameter shards: The pool of shard UUIDs.
    package init(profiles: [ProvisioningProfile], shards: [ProximityUUID]) {
        self.init()
        factoryUUIDs = Set(profiles.flatMap(\.factoryUUIDs))
        self.shards = Set(shards)
    }

    package mutating func add(_ table: PayfritTable) {
        guard table.state != .planned, let address = table.address, let identity = table.identity else { return }
        ofTables[identity] = (table.name, address)
    }

    /// Adds runs, the newest first; further pages continue with older ones.
    package mutating func add(_ runs: [ProvisioningRun]) {
        for run in runs {
            if run.state.isWritten, let identity = run.identity { names[identity] = names[identity] ?? run.name }
            // Only the newest run of an address counts.
            guard judged.insert(run.address).inserted else { continue }
            if run.state.isWritten { written[run.seenAddress ?? run.address] = run.name }
            switch run.state {
            case .connecting, .authenticated, .writing:
                unsuitable[run.address] = "it is being written as \(run.name)"
            case .failed: if let reason = run.reason, reason.isFinal { unsuitable[run.address] = reason.message }
            case .planned, .saved, .verified, .writtenUnverified, .unknown: break
            }
        }
    }
}

extension PayfritTable {
    fileprivate var identity: BeaconIdentity? { BeaconIdentity("\(uuid)/\(major)/\(minor)") }
}

extension ProvisioningRun {
    fileprivate var identity: BeaconIdentity? { BeaconIdentity("\(uuid)/\(major)/\(minor)") }
}
