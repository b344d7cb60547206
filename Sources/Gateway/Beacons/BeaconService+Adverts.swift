import Advertising
import BeaconTracking
import DongleLink
import GatewayModel

/// Adverts and other updates from the hub.
extension BeaconService {
    func take(_ update: AdvertUpdate) async {
        switch update {
        case .adverts(let batch): hear(batch)
        case .interrupted, .restored, .failed: await look()
        case .lost, .missed: return
        }
    }

    func hear(_ batch: HeardAdverts) {
        let now = clock.now()
        let dongle = numbers.number(of: batch.dongle)
        if batch.isSimulated { simulated.insert(dongle) }
        let isMonitoring = isMonitoring
        for (sighting, advert) in batch.adverts {
            if advert.localName != nil { named.insert(sighting.address) }
            let (identity, power): (BeaconIdentity, Int8)
            switch advert.beacon {
            case .iBeacon(let beacon): (identity, power) = (beacon.identity, beacon.measuredPowerDBm)
            case .altBeacon(let beacon): (identity, power) = (beacon.identity, beacon.measuredPowerDBm)
            default: continue
            }
            let rssi = sighting.rssiDBm == 127 ? nil : sighting.rssiDBm
            let outcome = tracker.hear(
                BeaconSighting(
                    identity: identity, address: sighting.address,
                    isNamed: advert.localName != nil || named.contains(sighting.address), rssiDBm: rssi,
                    measuredPowerDBm: power == 0 ? nil : power, dongle: dongle),
                at: now)
            guard case .tracked(let isProven) = outcome else { continue }
            if isProven { summaries.add(identity, dongle: dongle, rssiDBm: rssi) }
            guard isMonitoring else { continue }
            for transition in monitor.hear(identity, rssiDBm: rssi, dongle: dongle, at: now) {
                // `hear` also returns transitions of other regions that were due; this dongle did
                // not cause those.
                if transition.to == .inside {
                    regions[transition.region]?.origin = Origin(dongle: batch.dongle, isSimulated: batch.isSimulated)
                }
                begin(transition)
            }
        }
    }
}
