import Foundation
import Recording
import Testing

@testable import Perch

@Suite struct SkippedLinesTests {
    private static let good =
        #"{"t":1,"addr":"aa:bb:cc:dd:ee:ff","addr_type":"random","pdu":"ADV_IND","rssi":-60,"channel":37,"data":""}"#

    private func sentence(_ lines: [String]) throws -> String? {
        let url = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID()).ndjson")
        try Data(lines.joined(separator: "\n").utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }  // Only a leftover in the temporary folder.
        return try AirRecording(path: url.path).skipped.sentence(path: "a.ndjson")
    }

    @Test("a good recording is no matter for words")
    func none() throws {
        #expect(try sentence([Self.good]) == nil)
    }

    @Test("one line is named with its fault")
    func one() throws {
        #expect(
            try sentence([Self.good, "nonsense"])
                == "a.ndjson: line 2 was skipped: it is not one JSON object.")
    }

    @Test("of many lines all are counted and the first three named")
    func many() throws {
        let bad = [
            "{}", Self.good.replacing("-60", with: "600"), String(repeating: "x", count: RecordingReader.lineLimit + 1),
            "",
            "[]",
        ]
        #expect(
            try sentence(Array(bad.prefix(3)) + [Self.good])
                == "a.ndjson: 3 lines were skipped: line 1 lacks t, line 2 has a wrong rssi, "
                + "line 3 has more than 16384 bytes.")
        #expect(
            try sentence([Self.good] + bad)
                == "a.ndjson: 4 lines were skipped: line 2 lacks t, line 3 has a wrong rssi, "
                + "line 4 has more than 16384 bytes, …")
    }
}
