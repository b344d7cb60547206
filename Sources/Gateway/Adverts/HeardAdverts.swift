import Advertising
import DongleLink
import NIOConcurrencyHelpers

/// Batch of parsed adverts from one dongle. Every reader shares it.
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

    /// Returns the batch as lines. The first caller makes them, the others wait for it and share
    /// them: `make` must not block, and must be the same for all callers.
    package func encoded(_ make: (HeardAdverts) -> EncodedLines) -> EncodedLines {
        lines.withLockedValue { lines in
            if let lines { return lines }
            let made = make(self)
            lines = made
            return made
        }
    }
}
