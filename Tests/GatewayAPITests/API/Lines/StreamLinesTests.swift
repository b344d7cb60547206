import Foundation
import GatewayModel
import LineFormats
import Testing

@testable import GatewayAPI

@Suite struct StreamLinesTests {
    /// Part that every line has, by which clients find the type.
    private struct Envelope: Decodable {
        let v: Int
        let ts: Timestamp
        let type: String
    }

    private func written<Value: Decodable>(
        _ type: StaticString, _ fields: (inout JSONWriter) -> Void
    ) throws -> Value {
        var writer = JSONWriter()
        writer.line(type, at: Timestamp(microsecondsSince1970: 1_767_637_845_123_456), fields)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.hasPrefix(#"{"v":1,"ts":"2026-01-05T18:30:45.123456Z","type":"\#(type)""#))
        #expect(text.hasSuffix("}\n"))
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
        #expect(envelope.v == 1 && envelope.type == "\(type)")
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private let problem = Problem(RequestError.apiVersion(client: "2", clientProgram: "0.3.0"))

    @Test("the model reads what is written by hand")
    func heldTogether() throws {
        let start = StreamStart(stream: "s1-x", dongles: ["53494d3030303031", "b"], simulated: true)
        #expect(try written("start") { $0.fields(start) } == start)
        let end = StreamEnd(
            received: 1, lost: 2, missed: 3, filtered: 4, malformed: 5, interruptions: 6, reason: .duration)
        #expect(try written("end") { $0.fields(end) } == end)
        for count in [CountLine(dongle: "d", count: .max), CountLine(dongle: nil, count: 0)] {
            #expect(try written("lost") { $0.fields(count) } == count)
        }
        for link in [LinkLine(dongle: "d", message: "\"m\""), LinkLine(dongle: "d", message: "", error: problem)] {
            #expect(try written("failed") { $0.fields(link) } == link)
        }
    }

    @Test("an event's line has its fields, the time being the line's")
    func event() throws {
        let moment = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)
        for id in [nil, 7] as [Int64?] {
            let event = EventRecord(
                id: id, ts: moment, kind: .authorization, level: .notice, title: "T\n", detail: "d",
                dongle: id.map { _ in "x" },
                simulated: true)
            #expect(try written("event") { $0.fields(event) } == event)
        }
    }

    @Test("notifications and log lines are as the model reads them")
    func others() throws {
        let notification: NotificationLine = try written("notification") {
            $0.field("handle", UInt16(3))
            $0.field("hex", plain: { $0.hexadecimal([0xAB, 0x01]) })
        }
        #expect(notification.type == "notification" && notification.handle == 3 && notification.hex == "ab01")
        let gone: NotificationLine = try written("disconnected") { $0.field(error: problem) }
        #expect(gone.error == problem)
        let log: DongleLogLine = try written("log") {
            $0.field("level", "info")
            $0.field("uptime_ms", UInt32.max)
            $0.field("text", "t")
            $0.field("dropped_before", UInt16(2))
        }
        #expect(log.level == .info && log.uptimeMs == .max && log.text == "t" && log.droppedBefore == 2)
    }

    @Test("server-sent events carry the same line, and silence is a comment")
    func serverSentEvents() {
        var writer = JSONWriter()
        writer.line("event", at: Timestamp(microsecondsSince1970: 0)) { $0.field("title", "a\nb") }
        let line = writer.take()
        let framed = String(buffer: StreamFormat.events.frame(line, type: "event", id: 12))
        #expect(
            framed
                == #"event: event"# + "\nid: 12\n"
                + #"data: {"v":1,"ts":"1970-01-01T00:00:00.000000Z","type":"event","title":"a\nb"}"# + "\n\n")
        #expect(Array(StreamFormat.lines.frame(line, type: "event", id: 12).readableBytesView) == line)
        #expect(String(buffer: StreamFormat.events.idle()) == ": idle\n\n")
    }

    @Test(
        "the format is lines unless events are asked for",
        arguments: [
            (nil, StreamFormat.lines), ("*/*", .lines), ("application/x-ndjson", .lines),
            ("text/event-stream", .events), ("TEXT/Event-Stream;q=0.9, */*", .events),
        ])
    func accept(_ accept: String?, _ format: StreamFormat) {
        #expect(StreamFormat(accept: accept) == format)
    }
}
