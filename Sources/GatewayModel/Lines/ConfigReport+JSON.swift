import Foundation
import JSONLines

extension JSONWriter {
    /// Writes what ``ConfigReport`` reads. There is one an order, so that it need not be quick.
    package mutating func fields(_ report: ConfigReport) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, whole numbers and flags can always be encoded.
        guard let object = try? encoder.encode(report) else { return }
        members(of: object)
    }
}
