import Foundation
import GatewayModel
import Notifications
import Store
import Testing

@Suite(.timeLimit(.minutes(1))) struct CommandTests {
    @Test("the command gets the notice as JSON and as variables, and nothing of the service manager's")
    func notice() async throws {
        let folder = try ScriptFolder()
        let hook = try folder.script(
            "hook",
            """
            cat > "$here/json"
            printf '%s\\n' "$1" "$PERCH_EVENT" "$PERCH_REGION" "$PERCH_TITLE" "$PERCH_REASON" "$PERCH_BEACON" \\
                "$PERCH_RSSI" "$PERCH_DONGLE" "$PERCH_SIMULATED" "$PERCH_TIME" "[$NOTIFY_SOCKET]" "$X" > "$here/variables"
            """)
        var configuration = Notifier.Configuration.command(hook, "an argument")
        configuration.environment["NOTIFY_SOCKET"] = "/run/systemd/notify"
        configuration.environment["X"] = "kept"
        let notice = Notice.enter("$(id) \"bar\"")
        try await Notifier.running(configuration, try Store.inMemory()) { notifier in
            await notifier.notify(notice)
            #expect(await notifier.drain(limit: .seconds(30)) == .init(webhooks: 0, desktop: 0, command: 0))
            let status = try #require(await notifier.sink(.command))
            #expect(status.delivered == 1 && status.lastError == nil && status.name == hook)
        }
        #expect(folder.lines("json") == [String(decoding: notice.json, as: UTF8.self)])
        #expect(
            folder.lines("variables") == [
                "an argument", "regionEnter", "$(id) \"bar\"", "Beacon Detected",
                "3 sightings within 10.0 s; last −61 dBm", "FDA50693-A4E2-4FB1-AFCF-C6EB07647825/1/2", "-61",
                "53494d3030303031", "1", "2026-11-21T12:00:00.000000Z", "[]", "kept",
            ])
    }

    @Test("what a command did wrong is told, and the next notice is told all the same")
    func failures() async throws {
        let folder = try ScriptFolder()
        let hook = try folder.script(
            "hook",
            """
            case "$PERCH_REGION" in
            exit) echo 'no network' >&2; exit 3 ;;
            signal) kill -KILL $$ ;;
            esac
            """)
        try await Notifier.running(.command(hook), try Store.inMemory()) { notifier in
            func error(_ region: String) async -> String? {
                await notifier.notify(region)
                _ = await notifier.drain(limit: .seconds(30))
                return await notifier.sink(.command)?.lastError
            }
            #expect(await error("exit") == "exit 3: no network")
            #expect(await error("signal") == "ended by signal 9")
            await notifier.notify("fine")
            _ = await notifier.drain(limit: .seconds(30))
            let status = try #require(await notifier.sink(.command))
            #expect(status.failed == 2 && status.delivered == 1)
        }
    }

    @Test("a command that is not there or not executable is a failure", arguments: [true, false])
    func notStarted(_ isThere: Bool) async throws {
        let folder = try ScriptFolder()
        let hook = isThere ? try folder.script("hook", "exit 0", mode: 0o644) : folder.file("hook")
        try await Notifier.running(.command(hook), try Store.inMemory()) { notifier in
            await notifier.notify("bar")
            _ = await notifier.drain(limit: .seconds(30))
            let reason = isThere ? "Permission denied" : "No such file or directory"
            let error = await notifier.sink(.command)?.lastError
            #expect(error == "cannot be started: \(reason)")
        }
    }

    @Test("one runs at a time, in the order of notices")
    func oneAtATime() async throws {
        let folder = try ScriptFolder()
        let hook = try folder.script(
            "hook",
            """
            mkdir "$here/running" || echo overlap >> "$here/log"
            echo "$PERCH_REGION" >> "$here/log"
            rmdir "$here/running"
            """)
        try await Notifier.running(.command(hook), try Store.inMemory()) { notifier in
            await notifier.notify("1", "2", "3", "4", "5", "6")
            _ = await notifier.drain(limit: .seconds(30))
        }
        #expect(folder.lines("log") == ["1", "2", "3", "4", "5", "6"])
    }

    @Test("what hangs is killed after 30 s; meanwhile 100 notices wait, and more push out the oldest")
    func hangs() async throws {
        let folder = try ScriptFolder()
        let fifo = folder.file("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let hook = try folder.script(
            "hook",
            """
            echo "$PERCH_REGION" >> "$here/log"
            if [ "$PERCH_REGION" = hang ]; then echo up > "$here/fifo"; exec sleep 1000; fi
            """)
        let manual = ManualClock()
        try await Notifier.running(.command(hook), try Store.inMemory(), manual.clock) { notifier in
            await notifier.notify("hang")
            let held = await Blocking.read(fifo, until: "up\n")
            close(held)
            for number in 1...102 { await notifier.notify("\(number)") }
            var status = try #require(await notifier.sink(.command))
            #expect(status.dropped == 2 && status.waiting == 101 && status.delivered == 0)
            #expect(await manual.nextDue() == .seconds(30))
            manual.advance(by: .seconds(30))
            #expect(await notifier.drain(limit: .seconds(1)).command == 0)
            status = try #require(await notifier.sink(.command))
            #expect(status.failed == 1 && status.delivered == 100)
            #expect(status.lastError == "did not end within 30s, killed")
            #expect(folder.lines("log") == ["hang"] + (3...102).map { "\($0)" })
        }
    }
}
