import TestSupport
import Foundation
import Testing

@testable import Settings

@Suite struct ExampleFileTests {
    private func example() throws -> String {
        try String(contentsOf: Checkout.file("tools/packaging/perch.toml"), encoding: .utf8)
    }

    @Test("the example sets nothing as it is")
    func asItIs() throws {
        let file = SettingsFile(path: "f", bytes: Array(try example().utf8))
        #expect(file.findings.isEmpty)
        #expect(file.values.isEmpty)
    }

    @Test("uncommented, the example sets everything to its default")
    func uncommented() throws {
        // Prose has a blank after its #.
        let lines = try example().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
        }
        let file = SettingsFile(path: "f", bytes: Array(lines.joined(separator: "\n").utf8))
        #expect(file.findings.isEmpty)
        #expect(file.values.map(\.key.path).sorted() == SettingKey.all.map(\.path).sorted())
        for (key, value, line) in file.values { #expect(value.toml == key.standard, "line \(line)") }
    }
}
