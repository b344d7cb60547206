import Crypto
import Eventually
import Foundation
import Glibc
import Testing

/// Regions that are entered, and those who are told of it, by the real program.
@Suite(.timeLimit(.minutes(2))) struct NoticeProcessTests {
    private static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// A verb of the gateway in the home folder, or of none.
    private func verb(
        _ arguments: String..., gateway: Bool = true, environment: [String: String] = [:]
    ) throws -> PerchProcess {
        let place = gateway ? "unix:\(home.path("s"))" : "none"
        let process = try PerchProcess(
            arguments, home: home, environment: environment.merging(["PERCH_GATEWAY": place]) { $1 })
        process.kill(after: 60)
        return process
    }

    private func settings(_ receiver: WebhookReceiver) -> [String: String] {
        ["PERCH_NOTIFY_WEBHOOKS": receiver.url, "PERCH_NOTIFY_DESKTOP": "off"]
    }

    private func addRegion(gateway: Bool = true) throws {
        let added = try verb("region", "add", "tables", "--beacon", Self.uuid, gateway: gateway).end()
        #expect(added.status == 0, "\(added.errors)")
    }

    /// What the outbox has, as JSON.
    private func outbox(gateway: Bool = true) throws -> [[String: Any]] {
        let ending = try verb("outbox", "--json", gateway: gateway).end()
        #expect(ending.status == 0, "\(ending.errors)")
        return try ending.objects().filter { $0["type"] as? String == "outbox-entry" }
    }

    @Test("a region that is entered is told once by a signed webhook and once by the command, and the status says so")
    func told() async throws {
        let receiver = try WebhookReceiver(status: 204)
        let secret = try home.file("secret", "a key of some length\n")
        chmod(secret, 0o600)
        let log = home.path("told.txt")
        let command = try home.file(
            "tell", "#!/bin/sh\nread -r notice\necho \"$PERCH_EVENT $PERCH_REGION $notice\" >>'\(log)'\n")
        chmod(command, 0o755)
        let gateway = try await ServingProcess(
            in: home,
            environment: settings(receiver).merging(
                ["PERCH_NOTIFY_WEBHOOK_SECRET_FILE": secret, "PERCH_NOTIFY_COMMAND": command]) { $1 })
        try addRegion()
        try await receiver.wait(for: 1)
        try await eventually("both are told") {
            try verb("status").end().output.components(separatedBy: "  1 delivered\n").count == 3
        }
        let status = try verb("status").end().output
        #expect(status.contains("webhook  \(receiver.origin)  1 delivered\n"), "\(status)")
        #expect(status.contains("command  \(command)  1 delivered\n"))
        #expect(!status.contains("hook/secret"))
        #expect(try outbox().isEmpty)
        gateway.process.send(SIGTERM)
        #expect(try gateway.process.end().status == 0)

        #expect(receiver.requests.count == 1)
        let request = try #require(receiver.requests.first)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.id.wholeMatch(of: #/msg_[0-9a-f]{32}/#) != nil)
        let time = try #require(request.headers["webhook-timestamp"])
        #expect(abs(try #require(Double(time)) - Date().timeIntervalSince1970) < 60)
        let signature = try #require(request.headers["webhook-signature"]).split(separator: ",")
        #expect(signature.first == "v1" && signature.count == 2)
        #expect(
            HMAC<SHA256>.isValidAuthenticationCode(
                try #require(Data(base64Encoded: String(signature[1]))),
                authenticating: Data("\(request.id).\(time).".utf8) + request.body,
                using: SymmetricKey(data: Data("a key of some length".utf8))))
        let notice = try #require(try JSONSerialization.jsonObject(with: request.body) as? [String: Any])
        #expect(notice["type"] as? String == "region.enter" && notice["title"] as? String == "Beacon Detected")
        #expect(notice["region"] as? String == "tables" && notice["simulated"] as? Bool == true)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(lines == ["region.enter tables \(String(decoding: request.body, as: UTF8.self))"])
    }

    @Test("a gateway that is killed while the receiver fails delivers the same message after its restart, once")
    func killed() async throws {
        let receiver = try WebhookReceiver(status: 500)
        let first = try await ServingProcess(in: home, environment: settings(receiver))
        try addRegion()
        try await receiver.wait(for: 1)
        first.process.send(SIGKILL)
        #expect(try first.process.end().status == -SIGKILL)
        let failed = receiver.requests.count
        receiver.answer(204)
        let second = try await ServingProcess(in: home, environment: settings(receiver))
        try await receiver.wait(for: failed + 1)
        try await eventually("nothing waits any more") { try outbox().isEmpty }
        second.process.send(SIGTERM)
        #expect(try second.process.end().status == 0)
        #expect(receiver.requests.count == failed + 1)
        #expect(Set(receiver.requests.map(\.id)).count == 1)
        #expect(Set(receiver.requests.map(\.body)).count == 1)
    }

    @Test("a message that is tried again goes at once, though its turn would be later")
    func retried() async throws {
        let receiver = try WebhookReceiver(status: 500)
        let gateway = try await ServingProcess(in: home, environment: settings(receiver))
        try addRegion()
        // The next attempt would be 8 s after the fourth, or 4 s where chance is kind.
        try await receiver.wait(for: 4)
        receiver.answer(204)
        let asked = ContinuousClock.now
        let id = try #require(try outbox().first?["id"] as? Int)
        let retried = try verb("outbox", "retry", "\(id)").end()
        #expect(retried.status == 0 && retried.output.hasPrefix("\(id) is back in line."))
        try await receiver.wait(for: 5)
        #expect(ContinuousClock.now - asked < .seconds(3))
        try await eventually("nothing waits any more") { try outbox().isEmpty }
        let again = try verb("outbox", "retry", "\(id)", "--json").end()
        #expect(again.status == 69)
        #expect((try again.objects().last?["error"] as? [String: Any])?["code"] as? String == "unknown-outbox-entry")
        gateway.process.send(SIGTERM)
        #expect(try gateway.process.end().status == 0)
    }

    @Test("without a gateway a watch gives its notices 5 s, says how many wait, and they can be seen and dropped")
    func watch() async throws {
        // It is connected to, and says nothing.
        let receiver = try WebhookReceiver(status: nil)
        let dongle = try PerchProcess(["simulate", "--link", home.path("dongle")], home: home)
        await eventually("the dongle is there") { FileManager.default.fileExists(atPath: home.path("dongle")) }
        try addRegion(gateway: false)
        let watch = try verb(
            "region", "watch", "--port", home.path("dongle"), "--json", gateway: false, environment: settings(receiver))
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
        dongle.send(SIGTERM)
        _ = try dongle.end()

        let waiting = try outbox(gateway: false)
        #expect(waiting.count == 1 && waiting.first?["state"] as? String == "waiting")
        #expect(waiting.first?["kind"] as? String == "region.enter")
        let id = try #require(waiting.first?["id"] as? Int)
        let listed = try verb("outbox", gateway: false).end().output
        #expect(listed.hasPrefix("#\(id)  region.enter to webhook \(receiver.origin) "), "\(listed)")
        #expect(!listed.contains("hook/secret"))
        #expect(try verb("outbox", "drop", "\(id)", gateway: false).end().output == "\(id) is dropped.\n")
        #expect(try verb("outbox", "drop", "\(id)", gateway: false).end().status == 69)
        #expect(try verb("outbox", gateway: false).end().output == "Nothing waits.\n")
    }
}
