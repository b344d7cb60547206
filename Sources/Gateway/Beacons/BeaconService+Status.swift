import BeaconTracking
import GatewayModel

extension BeaconService {
    /// Returns a summary of the tracking.
    func status() -> TrackingStatus {
        let counts = tracker.counts
        return TrackingStatus(
            ranging: isWanted, monitoring: isMonitoring, listening: isListening, regions: regions.count,
            inside: monitor.inside, beacons: tracker.count,
            capacity: tracker.configuration.capacity, sightings: counts.sightings,
            floodOfAddress: counts.floodOfAddress, floodOfUUID: counts.floodOfUUID, evicted: counts.evicted,
            receptionsDropped: counts.receptionsDropped, readers: places.count, missed: updatesMissed,
            historyDropped: historyDropped + summaries.dropped, transitionsDropped: transitionsDropped)
    }
}
