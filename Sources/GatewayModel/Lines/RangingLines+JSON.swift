import JSONLines

extension JSONWriter {
    /// Writes what ``RangingLine`` reads, apart from the time, which is the line's.
    package mutating func fields(_ tick: RangingLine) {
        field("listening", tick.listening)
        field("message", tick.message)
        array("beacons") { for beacon in tick.beacons { $0.element { $0.fields(beacon) } } }
        if let omitted = tick.omitted { field("omitted", omitted) }
    }

    /// Writes what ``RegionLine`` reads, apart from the time, which is the line's.
    package mutating func fields(_ line: RegionLine) {
        field("region", line.region)
        field("from", line.from)
        field("to", line.to)
        field("meaning", line.meaning)
        field("reason", line.reason)
        field("beacon", line.beacon)
        if let rssi = line.rssi { field("rssi", rssi) }
        if let simulated = line.simulated { field("simulated", simulated) }
    }

    /// Writes what ``PayfritBadge`` reads.
    package mutating func fields(_ badge: PayfritBadge) {
        field("kind", badge.kind.rawValue)
        field("name", badge.name)
    }

    private mutating func fields(_ beacon: BeaconRange) {
        field("uuid", beacon.uuid)
        field("major", beacon.major)
        field("minor", beacon.minor)
        field("alias", beacon.alias)
        field("proximity", beacon.proximity)
        field("accuracy", thousandths: beacon.accuracy)
        if let rssi = beacon.rssi { field("rssi", rssi) }
        if let smoothed = beacon.smoothedRSSI { field("smoothed_rssi", thousandths: smoothed) }
        if let power = beacon.power { field("power", thousandths: power) }
        field("calibrated", beacon.calibrated)
        field("rate", thousandths: beacon.rate)
        field("sightings", beacon.sightings)
        field("first_seen", plain: { $0.append(beacon.firstSeen) })
        field("last_seen", plain: { $0.append(beacon.lastSeen) })
        field("address", beacon.address)
        field("addresses", beacon.addresses)
        field("dongle", beacon.dongle)
        array("receptions") {
            for reception in beacon.receptions {
                $0.element {
                    $0.field("dongle", reception.dongle)
                    $0.field("smoothed_rssi", thousandths: reception.smoothedRSSI)
                    $0.field("last_seen", plain: { $0.append(reception.lastSeen) })
                }
            }
        }
        if let badge = beacon.badge { object("badge") { $0.fields(badge) } }
        if let simulated = beacon.simulated { field("simulated", simulated) }
    }
}
