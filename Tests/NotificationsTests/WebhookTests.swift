import Crypto
import Foundation
import GatewayModel
import Logging
import Notifications
import Store
import Testing

@Suite(.timeLimit(.minutes(1))) struct WebhookTests {
    @Test("a notice arrives as JSON with the headers of Standard Webhooks, and leaves the outbox")
    func arrives() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify(.enter("bar"))
                await receiver.wait(for: 1)
                #expect(await notifier.drain() == .init(webhooks: 0, desktop: 0, command: 0))
                let request = try #require(receiver.requests.first)
                #expect(request.headers[":method"] == "POST" && request.headers[":path"] == "/hook/secret")
                #expect(request.headers["content-type"] == "application/json")
                #expect(request.headers["webhook-timestamp"] == "1795262400")
                #expect(request.id.wholeMatch(of: #/msg_[0-9a-f]{32}/#) != nil)
                #expect(request.headers["webhook-signature"] == nil)
                #expect(
                    String(decoding: request.body, as: UTF8.self)
                        == #"{"v":1,"ts":"2026-11-21T12:00:00.000000Z","type":"regionEnter","title":"Beacon Detected","#
                        + #""reason":"3 sightings within 10.0 s; last −61 dBm","region":"bar","#
                        + #""beacon":"FDA50693-A4E2-4FB1-AFCF-C6EB07647825/1/2","rssi":-61,"#
                        + #""dongle":"53494d3030303031","simulated":true}"#)
                let status = try #require(await notifier.sink(.webhook))
                #expect(status.delivered == 1 && status.failed == 0 && status.waiting == 0 && status.lastError == nil)
                #expect(status.name == url.replacing("/hook/secret", with: ""))
            }
        }
        #expect(try await store.outbox.list(limit: 9).isEmpty)
    }

    @Test("a signature is the HMAC of id, time and body under the key")
    func signature() async throws {
        let store = try Store.inMemory()
        let key = Array("a key of some length".utf8)
        try await Receiver.with { receiver, url in
            var configuration = Notifier.Configuration.webhooks(url)
            configuration.webhookSecret = key
            try await Notifier.running(configuration, store) { notifier in
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                let request = try #require(receiver.requests.first)
                let parts = try #require(request.headers["webhook-signature"]).split(separator: ",")
                #expect(parts.count == 2 && parts[0] == "v1")
                let code = try #require(Data(base64Encoded: String(parts[1])))
                let time = try #require(request.headers["webhook-timestamp"])
                #expect(abs(try #require(Double(time)) - Date().timeIntervalSince1970) < 60)
                let signed = Data("\(request.id).\(time).".utf8) + request.body
                #expect(
                    HMAC<SHA256>.isValidAuthenticationCode(
                        code, authenticating: signed, using: SymmetricKey(data: key)))
            }
        }
    }

    @Test("a receiver that fails for an hour gets each attempt in its time, then everything in order")
    func hour() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with(.status(500, "broken\n  for now")) { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify("first", "second", "third")
                var times: [Int64] = []
                while manual.now < .seconds(3_600) {
                    guard await receiver.wait(for: times.count + 1) else { break }
                    times.append(manual.now.components.seconds)
                    _ = await notifier.drain()
                    try await manual.advanceToNextDue()
                }
                let doubling: [Int64] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 511]
                #expect(times == doubling + (1...10).map { 511 + 300 * $0 })
                let status = try #require(await notifier.sink(.webhook))
                #expect(status.waiting == 3 && status.lastError == "500 Internal Server Error: broken for now")
                #expect(receiver.requests.allSatisfy { $0.region == "first" })
                #expect(Set(receiver.requests.map(\.id)).count == 1)

                await receiver.wait(for: times.count + 1)
                receiver.answer(.status(200))
                _ = await notifier.drain()
                try await manual.advanceToNextDue()
                await receiver.wait(for: times.count + 4)
                #expect(receiver.requests.suffix(3).map(\.region) == ["first", "second", "third"])
                #expect(await notifier.drain().webhooks == 0)
                #expect(await notifier.sink(.webhook)?.delivered == 3)
            }
        }
    }

    @Test(
        "a receiver is left alone for as long as it asks in Retry-After, in seconds",
        arguments: [("45", 45), ("0", 1), ("-5", 1), ("Sat, 21 Nov 2026 13:00:00 GMT", 1), ("99999999999999999999", 1)])
    func retryAfter(_ header: String, _ seconds: Int64) async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with(.status(429, retryAfter: header)) { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                _ = await notifier.drain()
                try await manual.advanceToNextDue()
                #expect(manual.now == .seconds(seconds))
                await receiver.wait(for: 2)
            }
        }
    }

    @Test("410 gives a notice up at once, and the next is tried")
    func gone() async throws {
        let store = try Store.inMemory()
        try await Receiver.with(.status(410, "no more")) { receiver, url in
            try await Notifier.running(.webhooks(url), store, ManualClock().clock) { notifier in
                await notifier.notify("first", "second")
                await receiver.wait(for: 2)
                #expect(await notifier.drain().webhooks == 0)
                #expect(receiver.requests.map(\.region) == ["first", "second"])
                #expect(await notifier.sink(.webhook)?.givenUp == 2)
                let kept = try await store.outbox.list(state: .givenUp, limit: 9)
                #expect(kept.map(\.lastError) == ["410 Gone: no more", "410 Gone: no more"])
                receiver.answer(.status(200))
                #expect(try await notifier.retry(kept[1].id))
                await receiver.wait(for: 3)
                #expect(await notifier.drain().webhooks == 0)
                #expect(receiver.requests.last?.id == kept[1].idempotencyKey)
                #expect(try await store.outbox.list(limit: 9).map(\.id) == [kept[0].id])
            }
        }
    }

    @Test("where the first that waits is dropped, the next does not wait for its turn")
    func dropped() async throws {
        let store = try Store.inMemory()
        try await Receiver.with(.status(500)) { receiver, url in
            try await Notifier.running(.webhooks(url), store, ManualClock().clock) { notifier in
                await notifier.notify("first", "second")
                await receiver.wait(for: 1)
                #expect(await notifier.drain().webhooks == 2)
                receiver.answer(.status(204))
                let first = try #require(try await store.outbox.list(limit: 9).first)
                #expect(try await notifier.drop(first.id))
                #expect(await notifier.drain().webhooks == 0)
                #expect(receiver.requests.map(\.region) == ["first", "second"])
                #expect(try await notifier.drop(first.id) == false)
            }
        }
    }

    @Test("a redirect is not followed", arguments: ["/elsewhere", "http://127.0.0.1:1/"])
    func redirect(_ place: String) async throws {
        let store = try Store.inMemory()
        try await Receiver.with(.redirect(to: place)) { receiver, url in
            try await Notifier.running(.webhooks(url), store, ManualClock().clock) { notifier in
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                #expect(await notifier.drain().webhooks == 1)
                #expect(receiver.requests.count == 1)
                #expect(await notifier.sink(.webhook)?.lastError == "302 Found")
            }
        }
    }

    @Test("an answer that does not come ends after 10 s, and is tried again")
    func silence() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with(.silence) { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                #expect(await manual.nextDue() == .seconds(10))
                receiver.answer(.status(200))
                manual.advance(by: .seconds(10))
                _ = await notifier.drain()
                #expect(await notifier.sink(.webhook)?.lastError == "no answer within 10s")
                #expect(await manual.nextDue() == .seconds(11))
                manual.advance(by: .seconds(1))
                await receiver.wait(for: 2)
                #expect(await notifier.drain().webhooks == 0)
                #expect(Set(receiver.requests.map(\.id)).count == 1)
            }
        }
    }

    @Test("a receiver that is not there is a failure like others")
    func refused() async throws {
        let url = try await Receiver.with { _, url in url }
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
            await notifier.notify("bar")
            #expect(await notifier.drain().webhooks == 1)
            #expect(await notifier.sink(.webhook)?.lastError == "Connection refused")
            #expect(await manual.nextDue() == .seconds(1))
        }
    }

    @Test("after a day a notice is given up and the next is tried")
    func aDay() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with(.status(503)) { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify("first")
                var attempts = 0
                while receiver.requests.last?.region != "second" {
                    attempts += 1
                    guard await receiver.wait(for: attempts) else { break }
                    _ = await notifier.drain()
                    guard await notifier.sink(.webhook)?.givenUp == 0 else { break }
                    try await manual.advanceToNextDue()
                }
                // 511 s of doubling waits, then one attempt every 300 s.
                #expect(attempts == 10 + (86_400 - 511 + 299) / 300)
                #expect(manual.now >= .seconds(86_400) && manual.now < .seconds(86_700))
                #expect(await notifier.drain().webhooks == 0)
                await notifier.notify("second")
                await receiver.wait(for: attempts + 1)
                #expect(receiver.requests.last?.region == "second")
            }
        }
    }

    @Test("a notifier that takes over delivers what is left, under the same ids and in order")
    func restart() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with(.status(500)) { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify("first", "second")
                await receiver.wait(for: 1)
                #expect(await notifier.drain().webhooks == 2)
            }
            let ids = try await store.outbox.list(limit: 9).map(\.idempotencyKey)
            receiver.answer(.status(200))
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                #expect(await notifier.drain().webhooks == 2)
                try await manual.advanceToNextDue()
                #expect(manual.now == .seconds(1))
                await receiver.wait(for: 3)
                #expect(await notifier.drain().webhooks == 0)
            }
            #expect(ids.count == 2 && receiver.requests.map(\.id) == [ids[0]] + ids)
        }
    }

    @Test("a time of day that jumps back makes nothing wait longer, and one that jumps ahead gives nothing up")
    func jumps() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        try await Receiver.with(.status(500)) { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                _ = await notifier.drain()
            }
            manual.jump(by: -50 * 365 * 86_400_000_000)
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                #expect(await manual.nextDue() == .seconds(300))
                manual.jump(by: 100 * 365 * 86_400_000_000)
                manual.advance(by: .seconds(300))
                await receiver.wait(for: 2)
                #expect(await notifier.drain().webhooks == 1)
                #expect(await notifier.sink(.webhook)?.givenUp == 0)
            }
        }
    }

    @Test("a gateway that may not know every webhook gives up nothing that waits for others")
    func othersMayKnow() async throws {
        let store = try Store.inMemory()
        _ = try await store.outbox.enqueue(
            lane: "webhook http://a.example 00", kind: "x", idempotencyKey: "k", body: Data(), atMicroseconds: 0)
        try await Receiver.with { receiver, url in
            var configuration = Notifier.Configuration.webhooks(url)
            configuration.givesUpOthers = false
            try await Notifier.running(configuration, store, ManualClock().clock) { notifier in
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                #expect(await notifier.drain().webhooks == 0)
            }
        }
        #expect(try await store.outbox.list(state: .waiting, limit: 9).map(\.idempotencyKey) == ["k"])
    }

    @Test("messages for a webhook that was removed from the settings are given up, and others stay")
    func unnamed() async throws {
        let store = try Store.inMemory()
        let manual = ManualClock()
        let url = try await Receiver.with { _, url in url }
        try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
            await notifier.notify("bar")
            _ = await notifier.drain()
        }
        _ = try await store.outbox.enqueue(
            lane: "payments", kind: "x", idempotencyKey: "k", body: Data(), atMicroseconds: 0)
        try await Receiver.with { receiver, url in
            try await Notifier.running(.webhooks(url), store, manual.clock) { notifier in
                await notifier.notify("bar")
                await receiver.wait(for: 1)
                #expect(await notifier.drain().webhooks == 0)
            }
        }
        #expect(
            try await store.outbox.list(state: .givenUp, limit: 9).map(\.lastError) == [
                "the webhook was removed from the settings"
            ])
        #expect(try await store.outbox.list(state: .waiting, limit: 9).map(\.lane) == ["payments"])
    }

    @Test("no more than 8 webhooks are taken, each once, and nothing that is no URL of HTTP")
    func taken() async throws {
        var configuration = Notifier.Configuration.webhooks(
            "http://a.example/1", "ftp://a.example", "", "http://a.example/1")
        configuration.webhooks += (2...12).map { "https://a.example:8443/\($0)" }
        let notifier = Notifier(configuration: configuration, store: try Store.inMemory(), logger: .init(label: "test"))
        let names = await notifier.status.map(\.name)
        #expect(names == ["http://a.example"] + Array(repeating: "https://a.example:8443", count: 7))
    }
}
