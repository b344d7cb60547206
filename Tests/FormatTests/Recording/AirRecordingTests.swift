import TestSupport
import Advertising
import Foundation
import Recording
import Testing

/// Recordings from the air, through parser and reader.
@Suite("recordings from the air")
struct AirRecordingTests {
    @Test(
        "every advert is read, and written back byte for byte",
        .enabled(if: isInstalled("gzip"), "gzip is not installed"),
        .enabled(
            if: AirFixture.arePresent(.conferenceRoom, .mallBeacons, .labMalformed, .gateway),
            "\(Checkout.noRecordings)"),
        arguments: [
            (AirFixture.conferenceRoom, 14_212), (.mallBeacons, 26_517), (.labMalformed, 465), (.gateway, 494),
        ])
    func roundTrip(recording: AirFixture, count: Int) throws {
        let adverts = try AirRecording(path: recording.path)
        #expect(adverts.adverts.count == count)
        #expect(adverts.skipped.count == 0)
        let folder = try TemporaryFolder()
        var writer = try RecordingWriter(path: folder.path("copy.ndjson"))
        for advert in adverts.adverts { try writer.append(advert) }
        try writer.flush()
        let copy = try Data(contentsOf: URL(filePath: folder.path("copy.ndjson")))
        let original = try Program.run("gzip", ["-dc", recording.path])
        let isSame = copy == original
        #expect(isSame)
    }

    @Test(
        "121 of the laboratory's adverts are malformed: a length past the end, and one zero inside",
        .enabled(if: AirFixture.labMalformed.isPresent, "\(Checkout.noRecordings)"))
    func labMalformed() throws {
        let parsed = try AirRecording(path: AirFixture.labMalformed.path).adverts.map { ParsedAdvert($0.data) }
        let malformations = parsed.compactMap(\.malformation)
        #expect(malformations.count == 121)
        let past = malformations.filter { if case .lengthPastEnd = $0 { true } else { false } }
        let zero = malformations.filter { if case .zeroLength = $0 { true } else { false } }
        #expect(past.count == 120)
        #expect(zero.count == 1)
        #expect(parsed.filter { if case .iBeacon = $0.beacon { true } else { false } }.count == 8)
    }

    @Test(
        "nothing in the other recordings is malformed",
        .enabled(if: AirFixture.arePresent(.conferenceRoom, .mallBeacons, .gateway), "\(Checkout.noRecordings)"),
        arguments: [AirFixture.conferenceRoom, .mallBeacons, .gateway])
    func wellFormed(recording: AirFixture) throws {
        let parsed = try AirRecording(path: recording.path).adverts.map { ParsedAdvert($0.data) }
        #expect(parsed.filter { $0.malformation != nil }.count == 0)
    }

    @Test(
        "a mall's 26,517 adverts are iBeacons of 54 identities",
        .enabled(if: AirFixture.mallBeacons.isPresent, "\(Checkout.noRecordings)"))
    func mall() throws {
        let identities = try AirRecording(path: AirFixture.mallBeacons.path).adverts.compactMap {
            advert -> BeaconIdentity? in
            guard case .iBeacon(let beacon) = ParsedAdvert(advert.data).beacon else { return nil }
            return beacon.identity
        }
        #expect(identities.count == 26_517)
        #expect(Set(identities).count == 54)
    }
}
