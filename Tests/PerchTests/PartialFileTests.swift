import TestSupport
import Failures
import Foundation
import Testing

@testable import Perch

@Suite struct PartialFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func content(_ name: String) -> String? { try? String(contentsOfFile: folder.path(name), encoding: .utf8) }

    @Test("the file appears under its name when it is whole")
    func finish() throws {
        var file = try PartialFile(folder.path("a"))
        try file.append(Array("one ".utf8))
        #expect(content("a") == nil)
        try file.append(Array("two".utf8))
        try file.finish(replacing: false)
        #expect(content("a") == "one two")
        #expect(content("a.partial") == nil)
        #expect(file.bytes == 7)
        #expect(file.head == Array("one two".utf8))
    }

    @Test("a file that has come there meanwhile is replaced only where that was asked for")
    func exists() throws {
        try folder.file("a", "older")
        var file = try PartialFile(folder.path("a"))
        try file.append(Array("newer".utf8))
        #expect(throws: Failure.exists(folder.path("a"))) { try file.finish(replacing: false) }
        file.discard()
        #expect(content("a") == "older")
        #expect(content("a.partial") == nil)
        var another = try PartialFile(folder.path("a"))
        try another.append(Array("newer".utf8))
        try another.finish(replacing: true)
        #expect(content("a") == "newer")
    }

    @Test("a folder that is not there is told by the name that was given")
    func absent() {
        #expect {
            try PartialFile("/nowhere/a")
        } throws: { error in
            (error as? Failure)?.message == "/nowhere/a cannot be created: No such file or directory."
        }
    }

    @Test("what stands in the way under another name is named")
    func occupied() throws {
        try FileManager.default.createDirectory(atPath: folder.path("a.partial"), withIntermediateDirectories: false)
        let path = folder.path("a")
        #expect {
            try PartialFile(path)
        } throws: { error in
            let failure = error as? Failure
            return failure?.message == "\(path) cannot be created, because \(path).partial exists: Is a directory."
                && failure?.hint.contains("Remove \(path).partial") == true
        }
    }

    @Test("a database is whole when it has the pages that its head says")
    func database() {
        var head = Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0, count: 84)
        (head[16], head[17], head[31]) = (0x10, 0, 3)
        #expect(DatabaseFile.isWhole(head: head, bytes: 3 * 4096))
        #expect(!DatabaseFile.isWhole(head: head, bytes: 2 * 4096))
        #expect(!DatabaseFile.isWhole(head: Array(head.prefix(99)), bytes: 3 * 4096))
        (head[16], head[17]) = (0, 1)
        #expect(DatabaseFile.isWhole(head: head, bytes: 3 * 65536))
        head[0] = 0
        #expect(!DatabaseFile.isWhole(head: head, bytes: 3 * 65536))
    }
}
