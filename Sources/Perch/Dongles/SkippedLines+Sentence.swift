import Failures
import Recording

extension SkippedLines {
    /// Returns a sentence on the skipped lines, with the numbers and faults of the first three; nil
    /// where no line was skipped.
    func sentence(path: String) -> String? {
        guard let first = named.first else { return nil }
        guard count > 1 else { return "\(path): line \(first.number) was skipped: it \(first.fault.words)." }
        let shown = named.prefix(3)
        let list = shown.map { "line \($0.number) \($0.fault.words)" }.joined(separator: ", ")
        return "\(path): \(count) lines were skipped: \(list)\(count > shown.count ? ", …" : ".")"
    }
}

extension LineFault {
    /// The fault as a predicate, such as "is not one JSON object".
    fileprivate var words: String {
        switch self {
        case .tooLong: "has more than \(RecordingReader.lineLimit) bytes"
        case .notAnObject: "is not one JSON object"
        case .missingField(let name): "lacks \(printable(name))"
        case .badField(let name): "has a wrong \(printable(name))"
        }
    }
}
