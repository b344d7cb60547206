import Advertising
import BeaconTracking
import GatewayModel
import LineFormats

/// Beacons as the API describes them.
extension BeaconService {
    /// Converts a moment of the clock to a time of day.
    func timestamp(_ moment: Duration) -> Timestamp {
        let ago = clock.now() - moment
        return Timestamp(microsecondsSince1970: timeOfDay().microsecondsSince1970 - Int64(ago / .microseconds(1)))
    }

    /// Converts a ranged beacon to its form in the API.
    func range(_ beacon: RangedBeacon, at now: Duration) -> BeaconRange {
        let wall = timeOfDay().microsecondsSince1970
        func timestamp(_ moment: Duration) -> Timestamp {
            Timestamp(microsecondsSince1970: wall - Int64((now - moment) / .microseconds(1)))
        }
        return BeaconRange(
            uuid: beacon.identity.uuid, major: Int(beacon.identity.major),
            minor: Int(beacon.identity.minor), alias: aliases[beacon.identity],
            proximity: beacon.proximity, accuracy: beacon.accuracyM.thousandths,
            rssi: beacon.rssiDBm.map(Int.init), smoothedRSSI: beacon.smoothedRSSI?.thousandths,
            power: beacon.powerAt1mDBm?.thousandths, calibrated: beacon.isCalibrated, rate: beacon.rate.thousandths,
            sightings: beacon.sightings, firstSeen: timestamp(beacon.firstSeen),
            lastSeen: timestamp(beacon.lastSeen), address: beacon.address, addresses: beacon.addresses,
            dongle: numbers.id(beacon.nearest),
            receptions: beacon.receptions.compactMap { reception in
                numbers.id(reception.dongle).map {
                    Reception(
                        dongle: $0, smoothedRSSI: reception.smoothedRSSI.thousandths,
                        lastSeen: timestamp(reception.lastSeen))
                }
            },
            badge: badges.look(beacon.identity), simulated: simulated.contains(beacon.nearest) ? true : nil)
    }
}

extension Double {
    /// The value rounded to thousandths, as in streamed lines, so that an answer gives the same
    /// number.
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}
