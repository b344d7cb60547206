import TestSupport
import Foundation
import Glibc
import Testing

/// `perch detect watch --device` as a process that is killed while the gateway keeps running.
@Suite(.timeLimit(.minutes(2))) struct DetectionProcessTests {
    private static let document = "34:85:18:00:04:12"
    private static let kept = "34:85:18:00:04:13"
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Starts a verb of the gateway in the home folder. A verb that hangs is killed, which ends its
    /// output.
    private func verb(_ arguments: String...) throws -> PerchProcess {
        let process = try PerchProcess(
            arguments, home: home, environment: ["PERCH_GATEWAY": "unix:\(home.path("s"))"])
        process.kill(after: 60)
        return process
    }

    private func attached() throws -> [[String: Any]] {
        try verb("detect", "attach", "--json").end().objects().filter { $0["type"] as? String == "attached" }
    }

    @Test("a watch that is killed takes its FlockFinder along, and none that was attached to stay")
    func killed() async throws {
        let gateway = try await ServingProcess(["--scenario", "flockfinder"], in: home)
        let stays = try verb("detect", "attach", "ble:" + Self.kept, "--json").end()
        #expect(stays.status == 0, "\(stays.errors)")
        let watches = try [Self.document, Self.kept].map {
            try verb("detect", "watch", "--device", "ble:" + $0, "--json")
        }
        // The first line shows that the stream, and with it the attachment, has begun.
        for watch in watches { #expect(watch.line().contains(#""type":"detection""#)) }
        let before = try attached()
        #expect(before.compactMap { $0["device"] as? String } == [Self.kept, Self.document])
        #expect(before.compactMap { $0["kept"] as? Bool } == [true, false])
        #expect(before.compactMap { $0["watchers"] as? Int } == [1, 1])
        let status = try verb("status").end()
        #expect(status.output.contains(" of 2 FlockFinders\n"), "\(status.output)")
        for watch in watches {
            watch.send(SIGKILL)
            #expect(try watch.end().status == -SIGKILL)
        }
        var after = try attached()
        try await eventually("nobody watches") {
            after = try attached()
            return after.count == 1 && after.first?["watchers"] as? Int == 0
        }
        #expect(after.compactMap { $0["device"] as? String } == [Self.kept])
        #expect(after.compactMap { $0["watchers"] as? Int } == [0])
        #expect(try verb("detect", "detach", Self.kept).end().status == 0)
        #expect(try attached().isEmpty)
        gateway.process.send(SIGTERM)
        #expect(try gateway.process.end().status == 0)
    }

    @Test("a watch of what cannot be listened to ends with the reason")
    func unheard() async throws {
        let gateway = try await ServingProcess(["--scenario", "walker"], in: home)
        let watch = try verb("detect", "watch", "--device", "Nobody", "--duration", "2s", "--json").end()
        #expect(watch.status == 69 && watch.output.contains(#""code":"not-connected""#), "\(watch.errors)")
        let other = try verb("detect", "watch", "--device", "48:87:2d:11:00:09", "--json").end()
        #expect(other.status == 76 && other.output.contains(#""code":"not-a-flockfinder""#), "\(other.errors)")
        gateway.process.send(SIGTERM)
        #expect(try gateway.process.end().status == 0)
    }
}
