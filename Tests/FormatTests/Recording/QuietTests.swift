import TestSupport
import Testing

@testable import Recording

/// Tests that measure time, and so run alone.
@Suite(.timeLimit(.minutes(1))) struct QuietTests {
    @Test(
        "a conference room is read in two seconds, even without optimisation",
        .enabled(if: AirFixture.conferenceRoom.isPresent, "\(Checkout.noRecordings)"))
    func readingTime() throws {
        // Reading takes a fourteenth of that; the rest is room for sanitizers.
        let best = try (0..<5).map { _ in
            try ContinuousClock().measure { _ = try AirRecording(path: AirFixture.conferenceRoom.path) }
        }.min()
        #expect(try #require(best) < .seconds(2))
    }
}
