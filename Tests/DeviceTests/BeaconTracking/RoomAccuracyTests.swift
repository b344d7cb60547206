import TestSupport
import BeaconTracking
import Testing

@Suite(.enabled(if: AirFixture.sixRooms.isPresent, "\(Checkout.noRecordings)")) struct RoomAccuracyTests {
    /// Rooms whose gateway heard beacons to the end. The gateways of 201 and 205 fell silent ten
    /// minutes before the first note of a beacon's room; that of 202 ten minutes after it, before
    /// any of the eight beacons was brought there.
    private static let hearing: Set<UInt16> = [203, 204, 206]

    @Test("the truth is that of eight beacons and 43 moves")
    func truth() throws {
        let truth = try RoomTruth(folder: Checkout.recordings.path)
        #expect(truth.moves == 43)
        #expect(truth.stays.count == 8)
        #expect(truth.room(of: 61, at: truth.begin) == 206)
        #expect(truth.room(of: 61, at: truth.begin + .seconds(3600)) == 204)
        #expect(truth.room(of: 159, at: truth.begin) == nil, "it left 204 having been in 202")
    }

    @Test("the nearest dongle is the room's 97 % of the time where the room's gateway hears, and seldom changes")
    func accuracy() throws {
        let recording = try AirFixture.rooms.get()
        let truth = try RoomTruth(folder: Checkout.recordings.path)
        let all = RoomAccuracy(recording, truth)
        #expect(all.sum(RoomAccuracyTests.hearing).share > 0.97)
        #expect(all.sum().share > 0.32)
        #expect(all.sum().seconds > 28_000)

        var plain = NearestDongle.Rule()
        plain.marginDB = 0
        plain.holdFor = .zero
        plain.silentAfter = .seconds(250)
        let baseline = RoomAccuracy(recording, truth, rule: plain)
        #expect(all.changes < baseline.changes && all.changes <= 138)
        #expect(all.sum().share > baseline.sum().share - 0.005)
    }

    @Test("without Room201, which hears next to nothing, 48 % of the time is right")
    func withoutDeaf() throws {
        let accuracy = RoomAccuracy(
            try AirFixture.rooms.get(), try RoomTruth(folder: Checkout.recordings.path), without: 201)
        #expect(accuracy.sum().share > 0.48)
        #expect(accuracy.sum().seconds > 19_000)
    }

    @Test(
        "through six simulated dongles, their lines and links, the rooms are as right as they are without",
        .timeLimit(.minutes(5)))
    func throughDongles() throws {
        let recording = try AirFixture.rooms.get()
        let truth = try RoomTruth(folder: Checkout.recordings.path)
        let relayed = try RoomsThroughDongles(recording)
        #expect(relayed.counts.count == 6)
        for (room, count) in relayed.counts {
            #expect(count.received == count.sent && count.lost == 0 && count.numbered == count.sent, "room \(room)")
        }
        #expect(relayed.recording.sightings.count == recording.sightings.count)
        // The dongle's clock counts milliseconds, and the round trips of its line limit how well it
        // is known.
        #expect(relayed.worstTimeError < .milliseconds(15))
        for without: UInt16? in [nil, 201] {
            let direct = RoomAccuracy(recording, truth, without: without)
            let through = RoomAccuracy(relayed.recording, truth, without: without)
            #expect(abs(direct.sum().share - through.sum().share) < 0.001)
            #expect(abs(direct.sum().seconds - through.sum().seconds) <= 8)
            #expect(abs(direct.changes - through.changes) <= 3)
        }
    }
}
