import TestSupport
import Foundation
import Glibc
import Testing

@testable import Settings

@Suite struct TokenSourceTests {
    private let folder: TemporaryFolder
    private var settings = Settings()

    init() throws {
        folder = try TemporaryFolder()
        settings.stateFolder = folder.path("a/state")
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("a token is made once, of 32 random bytes, for this user alone")
    func made() throws {
        let source = TokenSource(settings, environment: [:])
        #expect(source == .own(folder.path("a/state/token")))
        let token = try source.token()
        #expect(token.count == 64)
        #expect(token.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(try mode(source.path) == 0o600)
        #expect(try mode(folder.path("a/state")) == 0o700)
        #expect(try source.token() == token)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a/state")) == ["token"])
        try FileManager.default.removeItem(atPath: source.path)
        #expect(try source.token() != token)
    }

    @Test("the setting counts before the service manager's credential, that before a token of its own")
    func order() throws {
        let credentials = ["CREDENTIALS_DIRECTORY": folder.path]
        #expect(TokenSource(settings, environment: credentials) == .own(folder.path("a/state/token")))
        let path = try folder.file("token", "0123456789abcdef\n", mode: 0o440)
        #expect(TokenSource(settings, environment: credentials) == .credential(path))
        // The mode of a credential includes the mask of its access list.
        #expect(try TokenSource(settings, environment: credentials).token() == "0123456789abcdef")
        var settings = settings
        settings.tokenFile = folder.path("named")
        #expect(TokenSource(settings, environment: credentials) == .file(folder.path("named")))
    }

    @Test("a file that others may use is refused with the command to run", arguments: [0o640, 0o604, 0o602, 0o660])
    func open(mode: Int) throws {
        let path = try folder.file("token", "0123456789abcdef", mode: mode)
        #expect {
            try TokenSource.file(path).token()
        } throws: { error in
            guard case .invalid(let findings) = error as? SettingsError else { return false }
            return findings.first?.place == path && findings.first?.message.contains("`chmod 600 \(path)`") == true
        }
    }

    @Test(
        "what is no token is refused",
        arguments: [
            "", "\n", "short", "0123456789abcde", "0123456789 abcdef", "0123456789abcdéf", "0123456789abcdef\nmore",
            String(repeating: "x", count: 513), String(repeating: "x", count: 5000),
        ])
    func refused(text: String) throws {
        let path = try folder.file("token", text)
        #expect(throws: SettingsError.self) { try TokenSource.file(path).token() }
    }

    @Test("a token ends where its line does", arguments: ["", "\n", "\r\n", "\n\n"])
    func lineEnd(end: String) throws {
        let path = try folder.file("token", "0123456789abcdef" + end)
        #expect(try TokenSource.file(path).token() == "0123456789abcdef")
    }

    @Test("a named file that is missing is not made, and a pipe is not waited for")
    func missing() throws {
        let path = folder.path("none")
        #expect(throws: SettingsError.cannotRead(path: path, errno: ENOENT)) { try TokenSource.file(path).token() }
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: SettingsError.self) { try TokenSource.file(path).token() }
    }

    @Test("a state folder that cannot be made is told")
    func noFolder() throws {
        let path = try folder.file("file", "")
        var settings = settings
        settings.stateFolder = path + "/state"
        #expect(throws: SettingsError.self) { try TokenSource(settings, environment: [:]).token() }
    }
}
