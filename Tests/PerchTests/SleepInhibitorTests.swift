import TestSupport
import Foundation
import Testing

@testable import Perch

@Suite(.timeLimit(.minutes(1))) struct SleepInhibitorTests {
    @Test("systemd-inhibit holds as long as it is wanted, and is told what for")
    func holds() async throws {
        let folder = try TemporaryFolder()
        let program = folder.path("systemd-inhibit")
        let log = folder.path("log")
        try "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(log)'\nfor last; do :; done\n\"$last\"\necho ended >> '\(log)'\n"
            .write(
                toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let inhibitor = try #require(SleepInhibitor(why: "a test", path: "\(folder.path):/usr/bin:/bin"))
        func lines() -> [String] {
            (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
        }
        await eventually("it was started") { lines().count == 5 }
        #expect(lines() == ["--what=idle:sleep", "--who=perch", "--why=a test", "--mode=block", "cat"])
        inhibitor.end()
        await eventually("it ends") { lines().last == "ended" }
    }

    @Test("where there is none, nothing is done")
    func absent() throws {
        let folder = try TemporaryFolder()
        #expect(SleepInhibitor(why: "a test", path: folder.path) == nil)
        #expect(SleepInhibitor(why: "a test", path: nil) == nil)
    }
}
