import TestSupport
import Foundation
import GatewayModel
import Notifications
import Store
import Testing

@Suite(.timeLimit(.minutes(1))) struct NotifierTests {
    @Test("what hangs, fails or is full delays nothing else")
    func independence() async throws {
        let folder = try ScriptFolder()
        let fifo = folder.file("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let hook = try folder.script("hook", #"echo up > "$here/fifo"; exec sleep 1000"#)
        _ = try folder.script("notify-send", #"echo shown >> "$here/shown""#)
        let manual = ManualClock()
        let refused = try await Receiver.with { _, url in url }
        try await Receiver.with(.silence) { hanging, hangingURL in
            try await Receiver.with { working, workingURL in
                var configuration = Notifier.Configuration.webhooks(hangingURL, refused, workingURL)
                configuration.command = [hook]
                configuration.showsOnDesktop = true
                configuration.environment = ["PATH": "\(folder.path):/usr/bin:/bin", "DISPLAY": ":0"]
                try await Notifier.running(configuration, try Store.inMemory(), manual.clock) { notifier in
                    await notifier.notify("1", "2", "3")
                    await working.wait(for: 3)
                    await hanging.wait(for: 1)
                    close(await Blocking.read(fifo, until: "up\n"))
                    #expect(working.requests.map(\.region) == ["1", "2", "3"])
                    #expect(hanging.requests.count == 1)
                    await eventually("all are shown") { await notifier.sink(.desktop)?.delivered == 3 }
                    await eventually("what has arrived has left the outbox") {
                        await notifier.status.contains { $0.delivered == 3 && $0.waiting == 0 && $0.kind == .webhook }
                    }
                    #expect(folder.lines("shown").count == 3)
                    let remaining = Task { await notifier.drain(limit: .seconds(5)) }
                    await eventually("the drain has begun") { manual.dueTimes.contains(.seconds(5)) }
                    manual.advance(by: .seconds(5))
                    #expect(await remaining.value == .init(webhooks: 6, desktop: 0, command: 3))
                }
            }
        }
    }

    @Test("a full store loses the notice, says so, and stops nothing")
    func closedStore() async throws {
        let folder = try ScriptFolder()
        let hook = try folder.script("hook", #"echo run >> "$here/log""#)
        let store = try Store.inMemory()
        var configuration = Notifier.Configuration.webhooks("http://127.0.0.1:9/")
        configuration.command = [hook]
        configuration.environment = ["PATH": "/usr/bin:/bin"]
        try store.close()
        try await Notifier.running(configuration, store) { notifier in
            await notifier.notify("bar")
            await eventually("it has run") { await notifier.sink(.command)?.delivered == 1 }
            let status = try #require(await notifier.sink(.webhook))
            #expect(status.dropped == 1 && status.waiting == nil && status.givenUp == nil)
        }
        #expect(folder.lines("log") == ["run"])
    }

    @Test("a drain ends with the work, or with its time")
    func drain() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with(.silence) { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                #expect(await notifier.drain() == .init(webhooks: 0, desktop: 0, command: 0))
                #expect(manual.now == .zero)
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                let remaining = Task { await notifier.drain() }
                await eventually("the drain has begun") { manual.dueTimes.contains(.seconds(5)) }
                manual.advance(by: .seconds(5))
                #expect(await remaining.value.webhooks == 1)
            }
        }
    }
}
