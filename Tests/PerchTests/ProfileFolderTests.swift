import CP28
import Foundation
import Settings
import Testing

@testable import Perch

@Suite struct ProfileFolderTests {
    private static let other = """
        {"name": "other", "title": "Another", "service": "fff0", "notify": "fff1", "command": "fff2", "password": "fff3",
         "passwords": ["1"], "password_replies": {}, "command_replies": {}}
        """

    private func withFolder(_ files: [String: String], _ body: (Settings, String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files { try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8) }
        var settings = Settings()
        settings.profileFolder = folder
        try body(settings, folder)
    }

    @Test("without a folder there are those that are built in")
    func none() throws {
        #expect(try Settings().profiles() == BeaconProfile.bundled)
    }

    @Test("those of the folder come behind the built-in ones, or take their places; other files do not matter")
    func folder() throws {
        let cp28 = Self.other.replacingOccurrences(of: "\"other\"", with: "\"cp28\"")
        try withFolder(["b.json": Self.other, "a.json": cp28, "readme.txt": "?", ".x.json": "?"]) { settings, _ in
            let profiles = try settings.profiles()
            #expect(profiles.map(\.name) == ["cp28", "other"] && profiles[0].title == "Another")
        }
    }

    @Test("everything that is wrong is told, each with its file")
    func faults() throws {
        let files = [
            "a.json": "{", "b.json": Self.other, "c.json": Self.other,
            "d.json": Self.other.replacingOccurrences(of: "\"title\"", with: "\"titel\""),
            "e.json": String(repeating: " ", count: BeaconProfile.fileLimit + 1),
        ]
        try withFolder(files) { settings, folder in
            let error = #expect(throws: SettingsError.self) { try settings.profiles() }
            guard case .invalid(let findings)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(findings.map(\.place) == ["a", "c", "d", "e"].map { "\(folder)/\($0).json" })
            #expect(findings[0].message == "the file is not JSON" && findings[1].message.contains("b.json"))
            #expect(findings[2].message == "it lacks title" && findings[3].message.contains("65536"))
        }
    }

    @Test("a folder that is not there is told")
    func missing() {
        var settings = Settings()
        settings.profileFolder = "/nonexistent/profiles"
        #expect(throws: SettingsError.cannotRead(path: "/nonexistent/profiles", errno: ENOENT)) {
            try settings.profiles()
        }
    }
}
