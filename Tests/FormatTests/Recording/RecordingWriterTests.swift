import TestSupport
import Foundation
import Recording
import Testing

@Suite("writing a recording")
struct RecordingWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("what is written is read back")
    func roundTrip() throws {
        let adverts = (0..<3000).map { RecordedAdvert.sample(time: Double($0) * 0.1, channel: nil) }
        var writer = try RecordingWriter(path: folder.path("a.ndjson"))
        for advert in adverts { try writer.append(advert) }
        try writer.flush()
        #expect(try AirRecording(path: folder.path("a.ndjson")).adverts == adverts)
    }

    @Test("a writer that is let go writes what it holds")
    func withoutFlush() throws {
        do {
            var writer = try RecordingWriter(path: folder.path("a.ndjson"))
            try writer.append(.sample())
        }
        #expect(try AirRecording(path: folder.path("a.ndjson")).adverts == [.sample()])
    }

    @Test("a descriptor stays open")
    func descriptor() throws {
        let descriptor = open(folder.path("a.ndjson"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        do {
            var writer = RecordingWriter(descriptor: descriptor, name: "a")
            try writer.append(.sample())
            try writer.flush()
        }
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        #expect(try AirRecording(path: folder.path("a.ndjson")).adverts == [.sample()])
    }

    @Test("a file that cannot be created is named")
    func cannotCreate() {
        let path = folder.path("none/a.ndjson")
        #expect(throws: RecordingError.cannotCreate(path: path, code: ENOENT)) {
            _ = try RecordingWriter(path: path)
        }
    }

    @Test("a full disk is reported", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full"))
    func fullDisk() throws {
        #expect(throws: RecordingError.cannotWrite(path: "/dev/full", code: ENOSPC)) {
            var writer = try RecordingWriter(path: "/dev/full")
            while true { try writer.append(.sample()) }
        }
    }
}
