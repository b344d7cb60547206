import Crypto
import TestSupport
import Foundation
import Glibc
import Testing

/// Notices of entered regions, by the real program.
@Suite(.timeLimit(.minutes(2))) struct NoticeProcessTests {
    private let home: NoticeHome

    init() throws { home = try NoticeHome() }

    @Test("a region that is entered is told once by a signed webhook and once by the command, and the status says so")
    func told() async throws {
        let receiver = try WebhookReceiver(status: 204)
        let secret = try home.folder.file("secret", "a key of some length\n")
        chmod(secret, 0o600)
        let log = home.folder.path("told.txt")
        let command = try home.folder.file(
            "tell", "#!/bin/sh\nread -r notice\necho \"$PERCH_EVENT $PERCH_REGION $notice\" >>'\(log)'\n")
        chmod(command, 0o755)
        let gateway = try await ServingProcess(
            in: home.folder,
            environment: home.settings(receiver).merging(
                ["PERCH_NOTIFY_WEBHOOK_SECRET_FILE": secret, "PERCH_NOTIFY_COMMAND": command]) { $1 })
        try home.addRegion()
        try await receiver.wait(for: 1)
        try await eventually("both are told") {
            try home.verb("status").end().output.components(separatedBy: "  1 delivered\n").count == 3
        }
        let status = try home.verb("status").end().output
        #expect(status.contains("webhook  \(receiver.origin)  1 delivered\n"), "\(status)")
        #expect(status.contains("command  \(command)  1 delivered\n"))
        #expect(!status.contains("hook/secret"))
        #expect(try home.outbox().isEmpty)
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
        #expect(notice["type"] as? String == "regionEnter" && notice["title"] as? String == "Beacon Detected")
        #expect(notice["region"] as? String == "tables" && notice["simulated"] as? Bool == true)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(lines == ["regionEnter tables \(String(decoding: request.body, as: UTF8.self))"])
    }

    @Test("a gateway that is killed while the receiver fails delivers the same message after its restart, once")
    func killed() async throws {
        let receiver = try WebhookReceiver(status: 500)
        let first = try await ServingProcess(in: home.folder, environment: home.settings(receiver))
        try home.addRegion()
        try await receiver.wait(for: 1)
        first.process.send(SIGKILL)
        #expect(try first.process.end().status == -SIGKILL)
        let failed = receiver.requests.count
        receiver.answer(204)
        let second = try await ServingProcess(in: home.folder, environment: home.settings(receiver))
        try await receiver.wait(for: failed + 1)
        try await eventually("nothing waits any more") { try home.outbox().isEmpty }
        second.process.send(SIGTERM)
        #expect(try second.process.end().status == 0)
        #expect(receiver.requests.count == failed + 1)
        #expect(Set(receiver.requests.map(\.id)).count == 1)
        #expect(Set(receiver.requests.map(\.body)).count == 1)
    }
}
