import Advertising
import DongleLink
import NIOConcurrencyHelpers

/// Adverts of one dongle that came together, parsed. Shared by every reader.
package final class HeardAdverts: Sendable {
    /// Id of the dongle.
    package let dongle: String
    package let isSimulated: Bool
    package let adverts: [(sighting: Sighting, advert: ParsedAdvert)]

    private let lines = NIOLockedValueBox<EncodedLines?>(nil)

    package init(dongle: String, isSimulated: Bool, sightings: [Sighting]) {
        self.dongle = dongle
        self.isSimulated = isSimulated
        adverts = sightings.map { ($0, ParsedAdvert($0.data)) }
    }

    /// The batch as lines. Made by the first reader that asks and kept for the others, who wait for it: `make` must not
    /// block, and must be the same for all.
    package func encoded(_ make: (HeardAdverts) -> EncodedLines) -> EncodedLines {
        lines.withLockedValue { lines in
            if let lines { return lines }
            let made = make(self)
            lines = made
            return made
        }
    }
}
