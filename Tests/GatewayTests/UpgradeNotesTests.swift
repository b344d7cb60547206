import Foundation
import GatewayModel
import GatewayTestSupport
import Logging
import NIOConcurrencyHelpers
import Store
import TestSupport
import Testing

@testable import Gateway

@Suite struct UpgradeNotesTests {
    private static let changelog = """
        # Changelog

        ## [0.10.0] - unreleased

        ### Upgrade notes

        - Ten, over
          two lines. Two sentences.
        - Eleven.

        ### Added

        - A feature.

        ## [0.9.1]

        ### Fixed

        - A fault.

        ## [0.9.0]

        ### Upgrade notes

        - Nine.

        ## [0.8.0]

        ### Upgrade notes

        - Eight.
        """

    @Test(
        "the notes are those after the last version up to this one, by number, the oldest first",
        arguments: [
            ("0.8.0", "0.10.0", ["Nine.", "Ten, over two lines. Two sentences.", "Eleven."]),
            ("0.8.5", "0.9.1", ["Nine."]), ("0.9.0", "0.9.1", []),
            ("0.9.1", "0.10.0", ["Ten, over two lines. Two sentences.", "Eleven."]),
        ])
    func span(_ last: String, _ current: String, _ notes: [String]) {
        let upgrade = UpgradeNotes(from: last, to: current, changelog: Self.changelog)
        #expect(upgrade?.title == "Upgraded from \(last) to \(current)")
        #expect(upgrade?.notes == notes)
    }

    @Test(
        "the same version, an older one and what is no version are no upgrade",
        arguments: [("0.9.0", "0.9.0"), ("0.10.0", "0.9.0"), ("", "0.9.0"), ("0.8", "0.9.0"), ("0.+8.0", "0.9.0")])
    func none(_ last: String, _ current: String) {
        #expect(UpgradeNotes(from: last, to: current, changelog: Self.changelog) == nil)
    }

    @Test("the program's own notes are plain text")
    func own() throws {
        let changelog = try String(contentsOf: Checkout.file("CHANGELOG.md"), encoding: .utf8)
        let upgrade = try #require(UpgradeNotes(from: "0.2.0", to: APIVersion.program, changelog: changelog))
        #expect(!upgrade.notes.isEmpty)
        #expect(upgrade.notes.allSatisfy { !$0.contains("](") && $0.hasSuffix(".") })
    }
}
