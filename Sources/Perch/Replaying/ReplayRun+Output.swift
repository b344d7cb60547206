import Advertising
import BeaconTracking
import LineFormats

extension JSONWriter {
    /// Writes the fields of one event's line.
    mutating func fields(_ event: ReplayRun.Event, of run: ReplayRun) {
        switch event {
        case .sighting(let sighting, let outcome):
            identity(sighting.identity)
            if let rssi = sighting.rssiDBm { field("rssi", rssi) }
            if let power = sighting.measuredPowerDBm { field("power", power) }
            field("dongle", run.dongle(sighting.dongle))
            field("outcome", outcome.word)
        case .ranging(let beacons):
            array("beacons") { for beacon in beacons { $0.element { $0.fields(beacon, of: run) } } }
        case .region(let transition):
            field("region", transition.region)
            field("meaning", transition.meaning.rawValue)
            field("from", transition.from.rawValue)
            field("to", transition.to.rawValue)
            field("reason", transition.reason)
            field("beacon", transition.beacon?.description)
            if let rssi = transition.rssiDBm { field("rssi", rssi) }
        }
    }

    private mutating func fields(_ beacon: RangedBeacon, of run: ReplayRun) {
        identity(beacon.identity)
        field("proximity", beacon.proximity.rawValue)
        field("accuracy", thousandths: beacon.accuracyM)
        if let rssi = beacon.rssiDBm { field("rssi", rssi) }
        if let smoothed = beacon.smoothedRSSI { field("smoothed_rssi", thousandths: smoothed) }
        if let power = beacon.powerAt1mDBm { field("power", thousandths: power) }
        field("rate", thousandths: beacon.rate)
        field("sightings", beacon.sightings)
        field("addresses", beacon.addresses)
        field("dongle", run.dongle(beacon.nearest))
    }

    private mutating func identity(_ identity: BeaconIdentity) {
        field("uuid", identity.uuid.description)
        field("major", identity.major)
        field("minor", identity.minor)
    }

    /// Writes the fields of the result line.
    mutating func fields(_ run: ReplayRun, malformed: Int) {
        field("sightings", run.tracker.counts.sightings)
        field("identities", run.identities.count)
        field("other_adverts", run.otherAdverts)
        field("transitions", run.transitions)
        field("flood_of_address", run.tracker.counts.floodOfAddress)
        field("flood_of_uuid", run.tracker.counts.floodOfUUID)
        field("evicted", run.tracker.counts.evicted)
        field("forgotten", run.tracker.counts.forgotten)
        field("malformed_lines", malformed)
        field("duration_s", thousandths: run.now / .seconds(1))
        if let score = run.score {
            field("scored", score.distances.count)
            if let hit = score.distances.hit { field("class_hit", thousandths: hit) }
            if let error = score.distances.medianErrorM { field("median_error_m", thousandths: error) }
            field("ticks", score.ticks)
            field("nearest_right", score.nearestRight)
        }
    }
}

extension ReplayRun.Event {
    var type: StaticString {
        switch self {
        case .sighting: "sighting"
        case .ranging: "ranging"
        case .region: "region"
        }
    }
}

extension BeaconTracker.Outcome {
    fileprivate var word: String {
        switch self {
        case .tracked: "tracked"
        case .floodOfAddress: "flood-of-address"
        case .floodOfUUID: "flood-of-uuid"
        }
    }
}
