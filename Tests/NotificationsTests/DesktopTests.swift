import GatewayModel
import Logging
import Notifications
import Store
import Testing

@Suite(.timeLimit(.minutes(1))) struct DesktopTests {
    private func configuration(_ folder: ScriptFolder, display: [String: String]) -> Notifier.Configuration {
        var configuration = Notifier.Configuration()
        configuration.environment = ["PATH": "/nowhere:relative:\(folder.path)"].merging(display) { $1 }
        return configuration
    }

    @Test("notify-send of PATH shows title, region and reason", arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
    func shown(_ variable: String) async throws {
        let folder = try ScriptFolder()
        _ = try folder.script("notify-send", #"printf '%s\n' "$@" > "$here/shown""#)
        let configuration = configuration(folder, display: [variable: ":0"])
        try await Notifier.running(configuration, try Store.inMemory()) { notifier in
            var notice = Notice.enter("-bar <b>")
            notice.title = "--help"
            await notifier.notify(notice)
            #expect(await notifier.drain(limit: .seconds(30)).desktop == 0)
            let delivered = await notifier.sink(.desktop)?.delivered
            #expect(delivered == 1)
        }
        #expect(
            folder.lines("shown") == [
                "--app-name=Perch", "--", "--help", "-bar &lt;b&gt;: 3 sightings within 10.0 s; last −61 dBm",
            ])
    }

    @Test("nothing is shown without a desktop, without the program, or where nobody wants it")
    func notShown() async throws {
        let folder = try ScriptFolder()
        let store = try Store.inMemory()
        func kinds(_ configuration: Notifier.Configuration) async -> [NotificationKind] {
            await Notifier(configuration: configuration, store: store, logger: .init(label: "test")).status.map(\.kind)
        }
        #expect(await kinds(configuration(folder, display: ["DISPLAY": ":0"])).isEmpty)
        _ = try folder.script("notify-send", "exit 0")
        #expect(await kinds(configuration(folder, display: ["DISPLAY": ":0"])) == [.desktop])
        #expect(await kinds(configuration(folder, display: ["DISPLAY": ""])).isEmpty)
        var unwanted = configuration(folder, display: ["DISPLAY": ":0"])
        unwanted.showsOnDesktop = false
        #expect(await kinds(unwanted).isEmpty)
    }
}
