import Advertising
import DongleLink

/// Adverts of one dongle that came together, parsed. Shared by every reader.
public final class AdvertBatch: Sendable {
    /// Id of the dongle.
    public let dongle: String
    public let isSimulated: Bool
    public let adverts: [(sighting: Sighting, advert: ParsedAdvert)]

    public init(dongle: String, isSimulated: Bool, sightings: [Sighting]) {
        self.dongle = dongle
        self.isSimulated = isSimulated
        adverts = sightings.map { ($0, ParsedAdvert($0.data)) }
    }
}
