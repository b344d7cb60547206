import TestSupport
import Advertising
import Foundation
import Recording
import Testing

private let gzip = isInstalled("gzip")

@Suite("reading a recording")
struct RecordingReaderTests {
    private let folder: TemporaryFolder
    private let adverts: [RecordedAdvert] = (0..<2000).map { (index: Int) in
        let counter = UInt8(truncatingIfNeeded: index)
        return .sample(time: Double(index) / 8, rssi: Int8(index % 60 - 100), data: [2, 1, counter])
    }
    private var text: String { adverts.map { $0.line() + "\n" }.joined() }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func gzipped(_ data: Data) throws -> Data {
        try Program.run("gzip", ["-c", try folder.file("plain", data)])
    }

    private func error(of path: String) -> RecordingError? {
        do throws(RecordingError) {
            _ = try AirRecording(path: path)
            return nil
        } catch {
            return error
        }
    }

    @Test("plain text is read, with and without a last newline", arguments: ["", "\n"])
    func plain(end: String) throws {
        let path = try folder.file("a.ndjson", Data((text.dropLast() + end).utf8))
        let recording = try AirRecording(path: path)
        #expect(recording.adverts == adverts)
        #expect(recording.skipped.count == 0)
    }

    @Test("gzip is read under any name", .enabled(if: gzip, "gzip is not installed"), arguments: ["a.gz", "a.ndjson"])
    func compressed(name: String) throws {
        let path = try folder.file(name, try gzipped(Data(text.utf8)))
        #expect(try AirRecording(path: path).adverts == adverts)
    }

    @Test("gzip members are joined and padding is ignored", .enabled(if: gzip, "gzip is not installed"))
    func members() throws {
        let half = text.utf8.count / 2
        let (first, second) = (Data(text.utf8.prefix(half)), Data(text.utf8.dropFirst(half)))
        let path = try folder.file("a.gz", try gzipped(first) + gzipped(second) + Data(count: 512))
        #expect(try AirRecording(path: path).adverts == adverts)
    }

    @Test("a missing file is named")
    func missing() {
        #expect(error(of: folder.path("none")) == .notFound(path: folder.path("none")))
    }

    @Test("a folder cannot be read")
    func folderAsFile() {
        #expect(error(of: folder.path) == .cannotRead(path: folder.path, code: EISDIR))
    }

    @Test("a .gz that is not gzip is named", arguments: ["", "{", "text that is not compressed"])
    func notGzip(text: String) throws {
        let path = try folder.file("a.gz", Data(text.utf8))
        #expect(error(of: path) == .notGzip(path: path))
    }

    @Test("every truncation of gzip is found", .enabled(if: gzip, "gzip is not installed"))
    func truncated() throws {
        let whole = try gzipped(Data((adverts[0].line() + "\n").utf8))
        for length in 2..<whole.count {
            let path = try folder.file("a.gz", whole.prefix(length))
            #expect(error(of: path) == .truncatedGzip(path: path))
        }
    }

    @Test("the adverts before a truncation are delivered", .enabled(if: gzip, "gzip is not installed"))
    func deliveredBeforeTruncation() throws {
        let path = try folder.file("a.gz", try gzipped(Data(text.utf8)).dropLast(200))
        var reader = try RecordingReader(path: path)
        var read: [RecordedAdvert] = []
        do throws(RecordingError) {
            while let advert = try reader.next() { read.append(advert) }
            Issue.record("the truncation was not found")
        } catch {
            #expect(error == .truncatedGzip(path: path))
        }
        #expect(read.count > 500)
        #expect(read == Array(adverts.prefix(read.count)))
    }

    @Test("a wrong checksum is found", .enabled(if: gzip, "gzip is not installed"))
    func corrupt() throws {
        var data = try gzipped(Data(text.utf8))
        data[data.count - 8] ^= 1
        let path = try folder.file("a.gz", data)
        #expect(error(of: path) == .corruptGzip(path: path))
    }

    @Test("bad lines are skipped, counted and named by number")
    func skipped() throws {
        let good = adverts[0].line()
        let long = #"{"x":""# + String(repeating: "y", count: RecordingReader.lineLimit) + #""}"#
        let text = "nonsense\n\n\(good)\n\(good.replacing("-100", with: "900"))\n\(long)\n  \n\(good)\n{}\n"
        let recording = try AirRecording(path: try folder.file("a.ndjson", Data(text.utf8)))
        #expect(recording.adverts == [adverts[0], adverts[0]])
        #expect(recording.skipped.count == 4)
        #expect(recording.skipped.named.map(\.number) == [1, 4, 5, 8])
        #expect(
            recording.skipped.named.map(\.fault) == [
                .notAnObject, .badField("rssi"), .tooLong, .missingField("t"),
            ])
    }

    @Test("only the first bad lines are named")
    func namedLimit() throws {
        let text = adverts[0].line() + "\n" + String(repeating: "x\n", count: 1000)
        let skipped = try AirRecording(path: try folder.file("a.ndjson", Data(text.utf8))).skipped
        #expect(skipped.count == 1000)
        #expect(skipped.named.count == SkippedLines.namedLimit)
    }

    @Test("a file without an advert is an error", arguments: ["", "\n\n", "hello\n"])
    func unusable(text: String) throws {
        let path = try folder.file("a.ndjson", Data(text.utf8))
        guard case .noUsableLine(path, let skipped) = error(of: path) else {
            Issue.record("read as a recording")
            return
        }
        #expect(skipped.count == (text == "hello\n" ? 1 : 0))
    }
}
