import TestSupport
import Glibc
import Testing

@testable import Settings

@Suite struct SettingsSourcesTests {
    private let folder: TemporaryFolder
    private var places: Places

    init() throws {
        folder = try TemporaryFolder()
        places = Places(environment: ["HOME": "/h"], userID: 1000) { _, _ in false }
        places.settingsFiles = [folder.path("system.toml"), folder.path("user.toml")]
    }

    private func sources(_ environment: [String: String] = [:], file: String? = nil) -> SettingsSources {
        SettingsSources(environment: environment, places: places, file: file)
    }

    private func findings(_ sources: SettingsSources) -> [String] {
        do {
            _ = try sources.load()
        } catch .invalid(let findings) {
            return findings.map { "\($0.place): \($0.message)" }
        } catch {
            Issue.record("\(error)")
        }
        return []
    }

    @Test("without files, variables and flags everything is as by default, in the usual places")
    func standard() throws {
        let effective = try sources().load()
        var wanted = Settings()
        wanted.socket = "/h/.local/state/perch/perch.sock"
        wanted.stateFolder = "/h/.local/state/perch"
        #expect(effective.settings == wanted)
        #expect(effective.entries.allSatisfy { $0.origin == .standard })
        #expect(effective.entries.map(\.key.path) == SettingKey.all.map(\.path))
        #expect(
            effective.entries.first { $0.key.path == "socket.path" }?.value == .text("/h/.local/state/perch/perch.sock")
        )
    }

    @Test("a flag is stronger than a variable, the user's file, the system's file, each for one setting alone")
    func precedence() throws {
        try folder.file(
            "system.toml",
            "[events]\nkeep = 1\n[scan]\nmin_rssi = -10\n[log]\nlevel = \"debug\"\n[store]\nfolder = \"/1\"")
        try folder.file("user.toml", "\n[log]\nlevel = \"error\"\n[scan]\nmin_rssi = -20\n[store]\nfolder = \"/2\"")
        var sources = sources(["PERCH_SCAN_MIN_RSSI": "-30", "PERCH_STORE_FOLDER": "/3"])
        sources.flags = [.init("--state", "/4"), .init("--passive", "passive")]
        let effective = try sources.load()
        #expect(effective.settings.eventsKept == 1)
        #expect(effective.settings.logLevel == "error")
        #expect(effective.settings.minimumRSSI == -30)
        #expect(effective.settings.stateFolder == "/4")
        let origins = Dictionary(uniqueKeysWithValues: effective.entries.map { ($0.key.path, $0.origin.words) })
        #expect(origins["events.keep"] == "file \(folder.path("system.toml")):2")
        #expect(origins["log.level"] == "file \(folder.path("user.toml")):3")
        #expect(origins["scan.min_rssi"] == "environment PERCH_SCAN_MIN_RSSI")
        #expect(origins["store.folder"] == "flag --state")
        #expect(origins["scan.mode"] == "flag --passive")
        #expect(origins["dongles.ports"] == "default")
    }

    @Test("an empty text in a stronger file takes a setting back")
    func takenBack() throws {
        try folder.file("system.toml", "[http]\nlisten = \"localhost:8470\"\n[dongles]\nbaud = 9600\n")
        try folder.file("user.toml", "[http]\nlisten = \"\"\n[dongles]\nbaud = \"auto\"\n")
        let effective = try sources().load()
        #expect(effective.settings.listen == nil)
        #expect(effective.settings.baud == nil)
    }

    @Test("a named file is read instead of the usual ones, and must be there")
    func named() throws {
        try folder.file("system.toml", "[events]\nkeep = 1\n")
        let path = try folder.file("named.toml", "[events]\nkeep = 2\n")
        #expect(try sources(file: path).load().settings.eventsKept == 2)
        #expect(try sources(["PERCH_CONFIG": path]).load().settings.eventsKept == 2)
        #expect(try sources(["PERCH_CONFIG": "/nowhere"], file: path).load().settings.eventsKept == 2)
        #expect(throws: SettingsError.cannotRead(path: "/nowhere", errno: ENOENT)) {
            try sources(["PERCH_CONFIG": "/nowhere"]).load()
        }
    }

    @Test("a usual file that is there and cannot be read is not passed over")
    func unreadable() throws {
        var places = places
        places.settingsFiles = [folder.path]
        let sources = SettingsSources(environment: [:], places: places)
        #expect(throws: SettingsError.cannotRead(path: folder.path, errno: EISDIR)) { try sources.load() }
    }

    @Test("what is wrong in every file, variable and flag is told at once")
    func everything() throws {
        try folder.file("system.toml", "[events]\nkeep = 0\n")
        try folder.file("user.toml", "[scan\n")
        var sources = sources(["PERCH_LOG_LEVEL": "loud", "PERCH_LOGLEVEL": "debug", "PERCH_SCAN_MODE": ""])
        sources.flags = [.init("--baud", "7")]
        let found = findings(sources)
        try #require(found.count == 4)
        #expect(found[0].hasPrefix("\(folder.path("system.toml")):2: events.keep is 0"))
        #expect(found[1].hasPrefix("\(folder.path("user.toml")):1: this is not TOML"))
        #expect(found[2].hasPrefix("PERCH_LOG_LEVEL: log.level is \"loud\""))
        #expect(found[3].hasPrefix("--baud: dongles.baud is 7"))
    }

    @Test("variables of other parts of the program, and of other programs, are left alone")
    func otherVariables() throws {
        let others = [
            "PERCH_GATEWAY", "PERCH_TOKEN_FILE", "PERCH_RECORDINGS", "PERCH_PROGRAMS", "PERCH_CA_FILE", "HOME",
            "MY_PERCH_X", "PERCHED",
        ]
        let loaded = try sources(Dictionary(uniqueKeysWithValues: others.map { ($0, "x") })).load()
        #expect(loaded.remarks.isEmpty)
    }

    @Test("a variable that means nothing hinders nobody, and is remarked on")
    func unknownVariables() throws {
        let remarks = try sources(["PERCH_X": "x", "PERCH_LOGLEVEL": "debug"]).load().remarks.map {
            "\($0.place): \($0.message)"
        }
        #expect(
            remarks == [
                "PERCH_LOGLEVEL: this variable is not a setting; did you mean PERCH_LOG_LEVEL?",
                "PERCH_X: this variable is not a setting",
            ])
    }

    @Test("certificate and key go together, and an address for others needs neither")
    func contradictions() throws {
        let path = try folder.file("f", "\n[http]\ntls_key = \"/k\"\nlisten = \"0.0.0.0:1\"\n")
        let wanted = [
            "\(path):3: http.tls_key needs http.tls_certificate"
        ]
        #expect(findings(sources(file: path)) == wanted)
        #expect(try SettingsSources.findings(in: path).map { "\($0.place): \($0.message)" } == wanted)
        #expect(findings(sources(["PERCH_HTTP_TLS_CERTIFICATE": "/c"], file: path)).isEmpty)
        #expect(findings(sources(["PERCH_HTTP_LISTEN": "0.0.0.0:1"])).isEmpty)
    }

    @Test("what is behind a webhook's host may be a secret, and is in no list")
    func webhooksInLists() throws {
        let urls = ["https://a.example/secret/1?x", "http://127.0.0.1:9", "http://b/", "http://c?q"]
        let effective = try sources(["PERCH_NOTIFY_WEBHOOKS": urls.joined(separator: ",")]).load()
        #expect(effective.settings.webhooks == urls)
        let entry = try #require(effective.entries.first { $0.key.path == "notify.webhooks" })
        #expect(entry.shown == #"["https://a.example/…", "http://127.0.0.1:9", "http://b/", "http://c/…"]"#)
        #expect(effective.entries.filter { $0.shown != $0.value.toml }.count == 1)
    }
}
