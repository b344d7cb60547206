import Testing

@testable import Recording

/// What measures a time, and so runs with nothing beside it.
@Suite(.timeLimit(.minutes(1))) struct QuietTests {
    @Test(
        "a conference room is read in two seconds, even without optimisation",
        .enabled(if: AirFixture.conferenceRoom.isPresent, "\(AirFixture.absence)"))
    func readingTime() throws {
        // It takes a fourteenth of that; the rest is for sanitizers.
        let best = try (0..<5).map { _ in
            try ContinuousClock().measure { _ = try AirRecording(path: AirFixture.conferenceRoom.path) }
        }.min()
        #expect(try #require(best) < .seconds(2))
    }
}
