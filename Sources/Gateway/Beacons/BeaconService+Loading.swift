import BeaconTracking
import GatewayModel
import Logging
import Store

/// What is kept from before.
extension BeaconService {
    /// Reads what is kept, once.
    func load() async throws {
        guard !isLoaded else { return }
        try await loading.take {
            guard !isLoaded else { return }
            let stored = try await store.regions()
            let beacons = try await store.markedBeacons()
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

    /// Tries until it can be read. A verb that asks for it is told why it cannot.
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
