import TestSupport
import DongleLink

@testable import Perch

extension HeardAdvert {
    /// Makes the advert that a client of the API gets for a sighting.
    init(_ sighting: Sighting) {
        self.init(
            microsecondsSince1970: sighting.microsecondsSince1970, address: sighting.address,
            addressType: sighting.addressType, pdu: sighting.pdu,
            rssiDBm: sighting.rssiDBm == 127 ? nil : sighting.rssiDBm, channel: sighting.channel, data: sighting.data)
    }
}
