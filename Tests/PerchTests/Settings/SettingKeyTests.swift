import TestSupport
import Foundation
import Testing

@testable import Settings

@Suite struct SettingKeyTests {
    @Test("the documentation lists exactly the settings there are, each as it is")
    func documentation() throws {
        let text = try String(contentsOf: Checkout.file("docs/configuration.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains("` | `PERCH_") }
        let documented = rows.map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().prefix(5).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let wanted = SettingKey.all.map { key in
            [
                "`\(key.path)`", key.form.words, "`\(key.standard)`", "`\(key.variable)`",
                key.flags.map { "`\($0)`" }.joined(separator: ", "),
            ]
        }
        #expect(documented == wanted)
    }

    @Test("paths, variables and flags name one setting each")
    func unique() {
        #expect(Set(SettingKey.all.map(\.path)).count == SettingKey.all.count)
        #expect(Set(SettingKey.all.map(\.variable)).count == SettingKey.all.count)
        let flags = SettingKey.all.flatMap(\.flags)
        #expect(Set(flags).count == flags.count)
        #expect(SettingKey.named("--passive")?.path == "scan.mode")
        #expect(SettingKey.named("scan.mode")?.flags == ["--active", "--passive"])
        #expect(SettingKey.named("scan") == nil)
    }

    @Test("the default of every setting fits it, and setting it changes nothing", arguments: SettingKey.all)
    func standard(key: SettingKey) {
        let value = key.value(Settings())
        #expect(key.fault(of: value, isRelativeAllowed: false) == nil)
        var settings = Settings()
        key.set(&settings, value)
        #expect(settings == Settings())
    }

    /// Paths of settings, texts as in variables, and checks of the resulting settings.
    private static let readings: [(String, String, @Sendable (Settings) -> Bool)] = [
        ("dongles.ports", "/dev/ttyACM0, id:12:34,auto", { $0.ports == ["/dev/ttyACM0", "id:12:34", "auto"] }),
        ("dongles.ports", "", { $0.ports.isEmpty }),
        ("dongles.radios", "usb:0, hci1", { $0.radios == ["usb:0", "hci1"] }),
        (
            "dongles.radios", "serial:/a,1000000,rtscts,serial:/b,9600, tcp:h:1",
            { $0.radios == ["serial:/a,1000000,rtscts", "serial:/b,9600", "tcp:h:1"] }
        ),
        ("dongles.radios", " ", { $0.radios.isEmpty }),
        ("dongles.baud", "115200", { $0.baud == 115_200 }),
        ("dongles.baud", "auto", { $0.baud == nil }),
        ("scan.always", "false", { !$0.scansAlways }),
        ("scan.mode", "passive", { !$0.scansActively }),
        ("scan.min_rssi", "-127", { $0.minimumRSSI == -127 }),
        ("scan.min_rssi", "20", { $0.minimumRSSI == 20 }),
        ("scan.min_rssi", "none", { $0.minimumRSSI == nil }),
        ("socket.path", "perch.sock", { $0.socket == "perch.sock" }),
        ("socket.group", "radio", { $0.socketGroup == "radio" }),
        ("http.listen", "[::1]:0", { $0.listen == "[::1]:0" }),
        ("http.listen", "", { $0.listen == nil }),
        ("http.token_file", "/t", { $0.tokenFile == "/t" }),
        ("http.tls_certificate", "/c", { $0.tlsCertificate == "/c" }),
        ("http.tls_key", "/k", { $0.tlsKey == "/k" }),
        ("store.folder", "/s", { $0.stateFolder == "/s" }),
        ("events.keep", "1000000", { $0.eventsKept == 1_000_000 }),
        ("events.keep_days", "30", { $0.eventDays == 30 }),
        ("events.keep_days", "any", { $0.eventDays == nil }),
        ("history.days", "1", { $0.historyDays == 1 }),
        ("history.megabytes", "1000000", { $0.historyMegabytes == 1_000_000 }),
        ("beacons.capacity", "1000", { $0.beaconCapacity == 1_000 }),
        ("beacons.distance", "log-distance", { $0.distanceModel == "log-distance" }),
        ("beacons.path_loss", "2.75", { $0.pathLoss == "2.75" }),
        ("beacons.tell_addresses_apart", "true", { $0.tellsAddressesApart }),
        ("detection.enabled", "false", { !$0.detects }),
        ("provisioning.profiles", "/etc/perch/profiles", { $0.profileFolder == "/etc/perch/profiles" }),
        ("payfrit.environment", "prod", { $0.payfritEnvironment == "prod" }),
        ("payfrit.environment", "http://127.0.0.1:8090", { $0.payfritEnvironment == "http://127.0.0.1:8090" }),
        ("payfrit.api", "cfm", { $0.payfritAPI == "cfm" }),
        ("payfrit.pinned_certificate", "/p.pem", { $0.payfritCertificate == "/p.pem" }),
        ("payfrit.pinned_certificate", "", { $0.payfritCertificate == nil }),
        ("till.environment", "production", { $0.tillEnvironment == "production" }),
        ("till.environment", "http://127.0.0.1:8090/v1", { $0.tillEnvironment == "http://127.0.0.1:8090/v1" }),
        ("till.pinned_certificate", "/p.pem", { $0.tillCertificate == "/p.pem" }),
        ("till.badges", "true", { $0.tillBadges }),
        ("till.notices", "true", { $0.tillNotices }),
        ("notify.desktop", "off", { !$0.notifiesDesktop }),
        (
            "notify.webhooks", "http://localhost, https://a.example:8443/x?y=1",
            { $0.webhooks == ["http://localhost", "https://a.example:8443/x?y=1"] }
        ),
        ("notify.webhook_secret_file", "/w", { $0.webhookSecretFile == "/w" }),
        ("notify.command", "/bin/tell,--quiet", { $0.notifyCommand == ["/bin/tell", "--quiet"] }),
        ("notify.command", "", { $0.notifyCommand.isEmpty }),
        ("log.level", "debug", { $0.logLevel == "debug" }),
    ]

    @Test("a text becomes the setting it says", arguments: readings.indices)
    func reading(index: Int) throws {
        let (path, text, isRight) = Self.readings[index]
        let key = try #require(SettingKey.named(path))
        #expect(key.fault(of: text) == nil)
        var settings = Settings()
        // Other values first, so that a text that restores a default shows its effect.
        settings.baud = 9600
        settings.minimumRSSI = 1
        settings.listen = "localhost:1"
        settings.eventDays = 1
        key.set(&settings, key.form.value(text))
        #expect(isRight(settings))
    }

    private static let misfits: [(String, String)] = [
        ("dongles.ports", "ttyACM0,ttyACM0"), ("dongles.radios", "usb:0,,hci0"), ("dongles.radios", "usb:0,"),
        ("dongles.ports", "id:"), ("dongles.baud", "1201"),
        ("dongles.baud", "fast"), ("scan.always", "yes"), ("scan.always", "1"), ("scan.mode", "Active"),
        ("scan.min_rssi", "-128"), ("scan.min_rssi", "21"), ("scan.min_rssi", "-70.5"), ("scan.min_rssi", "any"),
        ("http.listen", "8470"), ("http.listen", "localhost"), ("http.listen", "localhost:65536"),
        ("events.keep", "0"), ("events.keep", "1000001"), ("events.keep", "any"), ("events.keep_days", "0"),
        ("history.days", "0"), ("history.days", "3651"), ("history.megabytes", "0"),
        ("beacons.capacity", "999"), ("beacons.distance", "AltBeacon"), ("beacons.path_loss", "0.9"),
        ("beacons.path_loss", "6.1"), ("beacons.path_loss", "nan"), ("beacons.path_loss", "2,5"),
        ("beacons.path_loss", ""), ("notify.desktop", "on"), ("notify.command", "tell"),
        ("payfrit.environment", "test"), ("payfrit.environment", ""), ("payfrit.environment", "ftp://a/"),
        ("payfrit.environment", "https://a/?x=1"), ("payfrit.environment", "https://u:p@a"), ("payfrit.api", "PHP"),
        ("till.environment", "prod"),
        ("notify.webhooks", "example.org"), ("notify.webhooks", "ftp://example.org"),
        ("notify.webhooks", "http://"), ("notify.webhooks", "https:///x"), ("notify.webhooks", "http://a:b@c/"),
        ("notify.webhooks", "http://a b/"), ("notify.webhooks", "http://a:0/"), ("notify.webhooks", "http://a/#x"),
        ("notify.webhooks", "http://a,http://a"),
        ("notify.webhooks", (0...SettingForm.urlLimit).map { "http://a/\($0)" }.joined(separator: ",")),
        ("log.level", "trace"), ("socket.group", String(repeating: "x", count: 256)),
        ("dongles.ports", (0...SettingForm.portLimit).map { "/dev/tty\($0)" }.joined(separator: ",")),
    ]

    @Test("what is out of range or of another kind does not fit", arguments: misfits)
    func misfit(path: String, text: String) throws {
        let key = try #require(SettingKey.named(path))
        let fault = try #require(key.fault(of: text))
        #expect(fault.contains(path))
        #expect(fault.contains(key.form.words))
    }

    @Test("in a file, paths begin at the root")
    func relative() throws {
        let key = try #require(SettingKey.named("store.folder"))
        #expect(key.fault(of: .text("state"), isRelativeAllowed: false) != nil)
        #expect(key.fault(of: .text("state"), isRelativeAllowed: true) == nil)
        let ports = try #require(SettingKey.named("dongles.ports"))
        #expect(ports.fault(of: .list(["ttyACM0"]), isRelativeAllowed: false) != nil)
        #expect(ports.fault(of: .list(["/dev/ttyACM0", "sim"]), isRelativeAllowed: false) == nil)
    }

    @Test("a value is written as a file would have it")
    func toml() {
        #expect(SettingValue.text("a \"b\"\\\n\u{1}é").toml == #""a \"b\"\\\n\u0001é""#)
        #expect(SettingValue.list(["a", "b"]).toml == #"["a", "b"]"#)
        #expect(SettingValue.number(-3).toml == "-3")
        #expect(SettingValue.flag(true).toml == "true")
    }
}
