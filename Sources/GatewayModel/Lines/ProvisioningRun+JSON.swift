import JSONLines

extension JSONWriter {
    /// Writes what ``ProvisioningRun`` reads.
    package mutating func fields(_ run: ProvisioningRun) {
        field("id", run.id)
        field("batch", run.batch)
        field("state", run.state.rawValue)
        field("step", run.step)
        field("steps", run.steps)
        if let reason = run.reason {
            object("reason") {
                $0.field("code", reason.code)
                $0.field("message", reason.message)
                $0.field("hint", reason.hint)
            }
        }
        field("address", run.address)
        field("address_type", run.addressType)
        field("name", run.name)
        field("uuid", run.uuid)
        field("major", run.major)
        field("minor", run.minor)
        field("rssi_at_1m", run.rssiAt1m)
        field("interval_ms", run.intervalMs)
        field("tx_power", run.txPower)
        field("profile", run.profile)
        field("dongle", run.dongle)
        field("attempts", run.attempts)
        field("created", plain: { $0.append(run.created) })
        field("updated", plain: { $0.append(run.updated) })
        if let found = run.found {
            object("found") {
                $0.field("uuid", found.uuid)
                $0.field("major", found.major)
                $0.field("minor", found.minor)
            }
        }
        field("seen_address", run.seenAddress)
        if let rssi = run.seenRSSI { field("seen_rssi", rssi) }
        if let simulated = run.simulated { field("simulated", simulated) }
    }
}
