import Foundation

/// Reads a recording, a file with one advert on each line, plain or compressed with gzip. Memory
/// does not grow with the file.
///
/// Lines that are not adverts are skipped and counted; empty lines are skipped without counting.
package struct RecordingReader: ~Copyable, Sendable {
    /// Maximum length of a line, in bytes. The longest advert that the specification allows needs
    /// about 3,500.
    package static let lineLimit = 16 * 1024

    /// Path of the file.
    package let path: String
    /// Lines skipped so far.
    package private(set) var skipped = SkippedLines()

    private var source: RecordingSource
    private var lines = LineSplitter(limit: RecordingReader.lineLimit)
    private var lineNumber = 0
    private var ended = false
    private var foundValue = false

    /// Opens the file. A name ending in `.gz` requires gzip; gzip under any other name is
    /// recognised.
    package init(path: String) throws(RecordingError) {
        self.init(path: path, source: try RecordingSource(path: path))
    }

    // Nothing is set before what can fail: Swift 6.2 would release it twice.
    private init(path: String, source: consuming RecordingSource) {
        self.path = path
        self.source = source
    }

    /// Returns the next advert; nil at the end.
    ///
    /// - Throws: ``RecordingError/noUsableLine(path:skipped:)`` at the end if there was no advert
    ///   at all; ``RecordingError/truncatedGzip(path:)``, ``RecordingError/corruptGzip(path:)`` or
    ///   ``RecordingError/cannotRead(path:code:)`` after the adverts before the damage.
    package mutating func next() throws(RecordingError) -> RecordedAdvert? {
        try next { (line) throws(LineFault) in try RecordedAdvert(line: line) }
    }

    /// Returns the next advert or sighting; nil at the end. Throws the same errors as ``next()``.
    package mutating func nextLine() throws(RecordingError) -> RecordedLine? {
        try next { (line) throws(LineFault) in try RecordedLine(line: line) }
    }

    private mutating func next<Value>(_ read: (Data) throws(LineFault) -> Value) throws(RecordingError) -> Value? {
        while let line = try cutLine() {
            lineNumber += 1
            do throws(LineFault) {
                guard let text = try text(line) else { continue }
                let value = try read(text)
                foundValue = true
                return value
            } catch {
                skipped.add(number: lineNumber, fault: error)
            }
        }
        guard foundValue else { throw .noUsableLine(path: path, skipped: skipped) }
        return nil
    }

    private mutating func cutLine() throws(RecordingError) -> LineSplitter.Line? {
        while true {
            if let line = lines.next() { return line }
            if ended { return lines.finish() }
            if let piece = try source.next() {
                lines.feed(piece)
            } else {
                ended = true
            }
        }
    }

    /// - Returns: Nil for an empty line.
    private func text(_ line: LineSplitter.Line) throws(LineFault) -> Data? {
        guard case .text(let text) = line else { throw .tooLong }
        let isEmpty = text.allSatisfy {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
        }
        return isEmpty ? nil : text
    }
}
