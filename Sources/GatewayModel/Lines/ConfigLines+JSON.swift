import Foundation
import JSONLines

extension JSONWriter {
    /// Writes what ``ConfigProgress`` reads.
    package mutating func fields(_ progress: ConfigProgress) {
        field("phase", progress.phase)
        if let bytes = progress.bytes { field("bytes", bytes) }
        if let all = progress.of { field("of", all) }
    }

    /// Writes what ``ConfigReport`` reads. There is one an order, so that it need not be quick.
    package mutating func fields(_ report: ConfigReport) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, whole numbers and flags can always be encoded.
        guard let object = try? encoder.encode(report) else { return }
        members(of: object)
    }
}
