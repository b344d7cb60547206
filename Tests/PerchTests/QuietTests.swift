import TestSupport
import Foundation
import Glibc
import Testing

/// Tests that measure time, and so run alone.
@Suite(.timeLimit(.minutes(2))) struct QuietTests {
    @Test("a placement check whose dongle goes away says so within five seconds")
    func radioLost() async throws {
        let home = try TemporaryFolder()
        let dongle = try SimulatedPort(home: home)
        let place = try PerchProcess(
            [
                "place", "--port", dongle.link, "--beacon", "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/1",
                "--threshold", "-10",
            ], home: home)
        place.kill(after: 60)
        var line = "begin"
        while !line.isEmpty, !line.contains("too weak") { line = place.line() }
        #expect(line.contains("too weak"))
        let lost = ContinuousClock.now
        _ = try dongle.stop(SIGKILL)
        let ending = try place.end()
        #expect(ContinuousClock.now - lost < .seconds(5))
        #expect(ending.status == 69)
        #expect(ending.errors.contains("Beacon ranging failed: "), "\(ending.errors)")
        #expect(!ending.errors.contains(".."), "\(ending.errors)")
    }

    @Test("a message that is tried again goes at once, though its turn would be later")
    func retried() async throws {
        let home = try NoticeHome()
        let receiver = try WebhookReceiver(status: 500)
        let gateway = try await ServingProcess(in: home.folder, environment: home.settings(receiver))
        try home.addRegion()
        // The next attempt would be 8 s after the fourth, or 4 s with the most favourable random
        // wait.
        try await receiver.wait(for: 4)
        receiver.answer(204)
        let asked = ContinuousClock.now
        let id = try #require(try home.outbox().first?["id"] as? Int)
        let retried = try home.verb("outbox", "retry", "\(id)").end()
        #expect(retried.status == 0 && retried.output.hasPrefix("Message \(id) will be tried again."))
        try await receiver.wait(for: 5)
        #expect(ContinuousClock.now - asked < .seconds(3))
        try await eventually("nothing waits any more") { try home.outbox().isEmpty }
        let again = try home.verb("outbox", "retry", "\(id)", "--json").end()
        #expect(again.status == 69)
        #expect((try again.objects().last?["error"] as? [String: Any])?["code"] as? String == "unknown-outbox-entry")
        gateway.process.send(SIGTERM)
        #expect(try gateway.process.end().status == 0)
    }

    @Test("without a gateway a watch gives its notices 5 s, says how many wait, and they can be seen and dropped")
    func watch() async throws {
        let home = try NoticeHome()
        // The receiver accepts connections and never answers.
        let receiver = try WebhookReceiver(status: nil)
        let dongle = try SimulatedPort(home: home.folder)
        try home.addRegion(gateway: false)
        let watch = try home.verb(
            "region", "watch", "--port", dongle.link, "--json", gateway: false,
            environment: home.settings(receiver))
        var line = "begin"
        while !line.isEmpty, !line.contains(#""meaning":"enter""#) { line = watch.line() }
        #expect(line.contains(#""region":"tables""#))
        #expect(line.components(separatedBy: #""simulated":"#).count == 2, "\(line)")
        let asked = ContinuousClock.now
        watch.interrupt()
        let ending = try watch.end()
        let took = ContinuousClock.now - asked
        #expect(took > .seconds(3) && took < .seconds(7), "\(took)")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try ending.objects().last?["entered"] as? Int == 1)
        #expect(
            ending.errors.contains(
                "perch: 1 notice waits for webhooks: `perch outbox` lists them, `perch serve` delivers them.\n"),
            "\(ending.errors)")
        _ = try dongle.stop(SIGTERM)

        let waiting = try home.outbox(gateway: false)
        #expect(waiting.count == 1 && waiting.first?["state"] as? String == "waiting")
        #expect(waiting.first?["kind"] as? String == "regionEnter")
        let id = try #require(waiting.first?["id"] as? Int)
        let listed = try home.verb("outbox", gateway: false).end().output
        #expect(listed.hasPrefix("#\(id)  regionEnter to webhook \(receiver.origin) "), "\(listed)")
        #expect(!listed.contains("hook/secret"))
        #expect(try home.verb("outbox", "drop", "\(id)", gateway: false).end().output == "Dropped message \(id).\n")
        #expect(try home.verb("outbox", "drop", "\(id)", gateway: false).end().status == 69)
        #expect(try home.verb("outbox", gateway: false).end().output == "Nothing is waiting.\n")
    }
}
