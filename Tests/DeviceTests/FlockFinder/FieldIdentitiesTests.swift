import Advertising
import TestSupport
import FlockFinder
import Foundation
import Testing

/// Sightings from the field. They carry the addresses of real devices, so they stay outside the
/// repository.
@Suite(.enabled(if: FieldFile.isPresent, "\(Checkout.noRecordings)")) struct FieldIdentitiesTests {
    @Test("of the sightings from the field hardly one is overlooked by name, SSID or address")
    func recall() throws {
        let identities = try FieldIdentities(path: FieldFile.path)
        #expect(identities.count == 2_856)
        let bundle = PatternSet.bundled
        let patterns = bundle.sets.flatMap(\.entries).map(\.pattern).filter(\.isEnabled)
        let found = identities.found(by: PatternMatcher(patterns.enumerated().map { ($0.element, $0.offset) }))
        // The sightings were collected by these very names.
        #expect(Double(found.all) >= 0.99 * Double(identities.count))
    }

    @Test("without patterns nothing is found in them")
    func nothing() throws {
        let found = try FieldIdentities(path: FieldFile.path).found(by: PatternMatcher([]))
        #expect(found == (0, 0))
    }
}

private enum FieldFile {
    static let path = Checkout.recordings.appending(path: "field-identities.csv").path

    static let isPresent = FileManager.default.fileExists(atPath: path)
}
