import BeaconTracking
import GatewayModel
import Logging
import Store

/// Loading of stored regions and beacons.
extension BeaconService {
    /// Reads the stored regions and beacons, once.
    func load() async throws {
        guard !isLoaded else { return }
        try await loading.take {
            guard !isLoaded else { return }
            let stored = try await store.regions.list()
            let beacons = try await store.beacons.marked()
            for kept in stored {
                let region = BeaconRegion(kept)
                watch(region, lastDetermined: kept.state)
            }
            for beacon in beacons {
                aliases[beacon.identity] = beacon.alias
                if let power = beacon.calibration?.powerAt1mDBm {
                    tracker.calibrate(beacon.identity, BeaconCalibration(powerAt1mDBm: power))
                }
            }
            isLoaded = true
            wishesChanged()
        }
    }

    /// Retries until the store can be read. A verb that needs it meanwhile gets the error itself.
    func keepLoading() async {
        var isNews = true
        while !Task.isCancelled, !isLoaded {
            do {
                try await load()
            } catch {
                if isNews { logger.error("Regions cannot be read: \(configuration.describe(error).message)") }
                isNews = false
                await clock.sleep(clock.now() + Self.retryAfter)
            }
        }
    }
}
