import Failures
import Recording

extension SkippedLines {
    /// What was passed over as a sentence, with the first lines by name; nil when nothing was.
    func sentence(path: String) -> String? {
        guard let first = named.first else { return nil }
        guard count > 1 else { return "\(path): line \(first.number) was passed over: it \(first.fault.words)." }
        let shown = named.prefix(3)
        let list = shown.map { "line \($0.number) \($0.fault.words)" }.joined(separator: ", ")
        return "\(path): \(count) lines were passed over: \(list)\(count > shown.count ? ", …" : ".")"
    }
}

extension LineFault {
    /// What is wrong with the line, as what it does.
    fileprivate var words: String {
        switch self {
        case .tooLong: "has more than \(RecordingReader.lineLimit) bytes"
        case .notAnObject: "is not one JSON object"
        case .missingField(let name): "lacks \(printable(name))"
        case .badField(let name): "has a wrong \(printable(name))"
        }
    }
}
