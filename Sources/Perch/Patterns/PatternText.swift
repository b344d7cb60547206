import Failures
import DongleLink
import FlockFinder

/// Text of a file of patterns or of a config, to be sent to the gateway.
enum PatternText {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads a file, without a byte order mark at its beginning; `-` is standard input.
    ///
    /// - Parameter limit: Most bytes of the file.
    /// - Throws: ``Failure``, also where the file is not UTF-8.
    static func read(_ path: String, limit: Int = PatternFile.lengthLimit) throws(Failure) -> String {
        var bytes = try GivenFile.read(path, limit: limit)
        if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = firstBadLine(bytes)
            throw Failure(
                code: "not-utf8",
                message: "\(path == "-" ? "Standard input" : printable(path)), line \(line) is not UTF-8.",
                hint: "Save the file as UTF-8.", exit: .badInput, outcome: .notDone)
        }
        return text
    }

    private static func firstBadLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }
}
