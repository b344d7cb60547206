import Foundation
import LineFormats

extension JSONWriter {
    /// Writes the fields of a ``ConfigReport``. It is written once per order, so speed does not
    /// matter.
    package mutating func fields(_ report: ConfigReport) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: the report has only texts, whole numbers and flags.
        guard let object = try? encoder.encode(report) else { return }
        members(of: object)
    }
}
