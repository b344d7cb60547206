import Failures
import DongleLink
import FlockFinder

/// A file of patterns, as it is sent to the gateway.
enum PatternText {
    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: ``Failure``; also where it is not UTF-8.
    static func read(_ path: String) throws(Failure) -> String {
        let bytes = try InputFile.read(path, limit: PatternFile.lengthLimit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = firstBadLine(bytes)
            throw Failure(
                code: "not-utf8",
                message: "\(path == "-" ? "Standard input" : printable(path)), line \(line): it is not UTF-8.",
                hint: "Save it as UTF-8.", exit: .badInput, outcome: .notDone)
        }
        return text
    }

    private static func firstBadLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }
}
