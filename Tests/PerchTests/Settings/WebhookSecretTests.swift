import TestSupport
import Foundation
import Testing

@testable import Settings

@Suite struct WebhookSecretTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a key is the bytes of its file, or Base64 behind whsec_")
    func key() throws {
        let raw = try folder.file("raw", "sixteen bytes at least\n")
        #expect(try WebhookSecret.read(raw) == Array("sixteen bytes at least".utf8))
        // Secret of the test vector of Standard Webhooks.
        let encoded = try folder.file("encoded", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
        #expect(
            try WebhookSecret.read(encoded) == Array(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") ?? Data()))
    }

    @Test(
        "what is too short, too long or no Base64 is no key",
        arguments: [
            "", "fifteen bytes..", "whsec_", "whsec_####", "whsec_" + "QUJD", String(repeating: "x", count: 513),
        ])
    func noKey(_ text: String) throws {
        let path = try folder.file("secret", text)
        #expect(throws: SettingsError.self) { try WebhookSecret.read(path) }
    }

    @Test("a file that others may read is refused", arguments: [0o640, 0o604, 0o660])
    func readable(_ mode: Int) throws {
        let path = try folder.file("secret", String(repeating: "x", count: 32), mode: mode)
        #expect(throws: SettingsError.self) { try WebhookSecret.read(path) }
    }

    @Test("a secret or a program that is not there, or is none, is told with the place that names it")
    func findings() throws {
        let plain = try folder.file("plain", "")
        func findings(_ key: String, _ value: String) throws -> [String] {
            let path = try folder.file("perch.toml", "\n[notify]\n\(key) = \(value)\n")
            return try SettingsSources.findings(in: path).map {
                "\($0.place.split(separator: ":").last ?? ""): \($0.message)"
            }
        }
        #expect(
            try findings("command", #"["/nowhere/tell", "x"]"#)
                == ["3: notify.command names \"/nowhere/tell\", which does not exist"])
        #expect(
            try findings("command", "[\"\(plain)\"]") == [
                "3: notify.command names \"\(plain)\", which is not executable"
            ])
        #expect(try findings("command", #"["/tmp"]"#) == ["3: notify.command names \"/tmp\", which is not a program"])
        #expect(try findings("command", #"["/bin/sh", "-c", "exit"]"#) == [])
        #expect(
            try findings("webhook_secret_file", #""/nowhere/secret""#)
                == ["3: notify.webhook_secret_file cannot be read: No such file or directory"])
        #expect(try findings("webhook_secret_file", "\"\(plain)\"").count == 1)
    }
}
