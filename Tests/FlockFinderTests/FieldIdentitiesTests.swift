import Advertising
import DetectionFixtures
import FlockFinder
import Foundation
import Testing

/// Sightings from the field. They carry the addresses of real devices, so they stay outside the
/// repository.
@Suite(.enabled(if: FieldFile.isPresent, FieldFile.absence)) struct FieldIdentitiesTests {
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
    static let absence: Comment = "the recordings are not part of the repository; name their folder in PERCH_RECORDINGS"

    /// Path of the file; without the variable, in a folder beside the checkout.
    static let path: String = {
        let named = ProcessInfo.processInfo.environment["PERCH_RECORDINGS"] ?? ""
        let folder =
            named.isEmpty
            ? URL(filePath: #filePath).appending(path: "../../../../shared/data").standardized : URL(filePath: named)
        return folder.appending(path: "field-identities.csv").path
    }()

    static let isPresent = FileManager.default.fileExists(atPath: path)
}
