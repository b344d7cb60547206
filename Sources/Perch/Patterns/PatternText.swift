import Failures
import DongleLink
import FlockFinder

/// A file of patterns or with a config, as it is sent to the gateway.
enum PatternText {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads a file, without the mark that some editors put in front; `-` is standard input.
    ///
    /// - Parameter limit: Most bytes.
    /// - Throws: ``Failure``; also where it is not UTF-8.
    static func read(_ path: String, limit: Int = PatternFile.lengthLimit) throws(Failure) -> String {
        var bytes = try GivenFile.read(path, limit: limit)
        if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
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
