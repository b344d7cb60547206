import DongleProtocol
import Testing

@testable import Recording

/// The golden vectors of SPEC.md, dissected.
@Suite(.enabled(if: Dissector.isInstalled, Dissector.absence), .timeLimit(.minutes(2))) struct VectorDissectionTests {
    private static let severity = "_ws.expert.severity"

    /// Returns the frames that carry the payloads of messages, one packet each, and the packet
    /// number of each vector.
    private func frames(_ vectors: [Vector]) throws -> (packets: [MadeTrace.Packet], places: [Int]) {
        var packets: [MadeTrace.Packet] = []
        var places: [Int] = []
        for (index, vector) in vectors.enumerated() {
            let session = UInt16(index + 1)
            let payload = try vector.bytes("payload")
            let message = try vector.text("message")
            let form = try vector.text("form")
            let code = UInt16(try vector.number("code"))
            func add(_ kind: FrameKind, code: UInt16, id: UInt16 = 1, _ payload: [UInt8]) {
                let header = FrameHeader(kind: kind, session: session, id: id, code: code)
                packets.append(
                    .init(
                        bytes: FrameEncoder.encode(header, payload: payload),
                        direction: kind == .request || kind == .grant ? .sent : .received))
            }
            switch form {
            case "result":
                // DONE does not name its operation, which is known from the request.
                add(.request, code: code, id: 7, [])
                let done = Done(requestID: 7, status: .ok, effect: .done, result: payload)
                add(.event, code: EventCode.done.rawValue, done.encoded())
            case "payload":
                let kinds: [String: FrameKind] = ["BOOT": .boot, "GRANT": .grant, "LOG": .log]
                add(try #require(kinds[message]), code: 0, payload)
            case "request", "response", "event":
                let kinds: [String: FrameKind] = ["request": .request, "response": .response, "event": .event]
                let isNumbered = message == "ERROR" || Operation(rawValue: code).isNumbered
                add(
                    try #require(kinds[form]), code: message == "ERROR" ? Operation.ping.rawValue : code,
                    id: isNumbered ? 1 : 0, payload)
            default: throw Vector.Lacks(key: form)
            }
            places.append(packets.count - 1)
        }
        return (packets, places)
    }

    @Test("every field of every message has the vector's name and value, and nothing is complained of")
    func messages() throws {
        let vectors = try Vector.all("messages.json")
        let names = Set(try vectors.flatMap { try $0.fields().keys }).sorted()
        let (packets, places) = try frames(vectors)
        let trace = try MadeTrace(packets)
        let rows = try Dissector.rows(
            trace.path, [Self.severity, "perch.message"] + names.map { "perch.\($0)" }, largestFrame: 65_547)
        try #require(rows.count == packets.count)
        for (vector, place) in zip(vectors, places) {
            let row = rows[place]
            let found = Dictionary(uniqueKeysWithValues: zip(names, row.dropFirst(2)))
            for (name, expected) in try vector.fields() {
                let values = (found[name] ?? []).map(Vector.comparable)
                let isAbsent = values.isEmpty && expected.allSatisfy(\.isEmpty)
                #expect(isAbsent || values == expected, "\(vector.name): \(name)")
            }
            let worst = row[0].compactMap { Int($0) }.max() ?? 0
            #expect(worst < Dissector.warningSeverity, "\(vector.name)")
            if try vector.text("form") != "payload", try vector.text("message") != "ERROR" {
                #expect(row[1].last == "\(try vector.text("message")) \(try vector.text("form"))", "\(vector.name)")
            }
        }
    }

    @Test("what a receiver must not take is flagged, and why")
    func invalidMessages() throws {
        let vectors = try Vector.all("invalid-messages.json")
        let (packets, places) = try frames(vectors)
        let trace = try MadeTrace(packets)
        let rows = try Dissector.rows(
            trace.path, ["perch.expert.malformed", "perch.expert.out_of_range", "_ws.lua.error"])
        try #require(rows.count == packets.count)
        for (vector, place) in zip(vectors, places) {
            let isOutOfRange = try vector.text("expected") == "INVALID_ARGUMENT"
            #expect(rows[place][0].isEmpty == isOutOfRange, "\(vector.name)")
            #expect(!isOutOfRange || !rows[place][1].isEmpty, "\(vector.name)")
            #expect(rows[place][2].isEmpty, "\(vector.name): the dissector itself stumbled")
        }
    }

    @Test("every frame has the vector's header, payload and decoded bytes")
    func headers() throws {
        let vectors = try Vector.all("frames.json")
        let keys = ["major", "kind", "flags", "session", "id", "code"]
        let trace = try MadeTrace(try vectors.map { .init(bytes: try $0.bytes("wire")) })
        let rows = try Dissector.rows(
            trace.path, keys.map { "perch.frame.\($0)" } + ["perch.payload", "perch.decoded", "perch.rejected"])
        try #require(rows.count == vectors.count)
        for (vector, row) in zip(vectors, rows) {
            let values = row.map { $0.map(Vector.comparable).joined() }
            let expected =
                try keys.map { String(try vector.number($0)) } + [vector.text("payload"), vector.text("decoded"), ""]
            #expect(values == expected, "\(vector.name)")
        }
    }

    @Test("a stream is cut into frames and rejections as a receiver cuts it", arguments: [268, 540])
    func streams(largestFrame: Int) throws {
        let vectors = try Vector.all("streams.json").filter { try $0.number("largest_frame") == largestFrame }
        try #require(!vectors.isEmpty)
        let trace = try MadeTrace(
            try vectors.enumerated().map { .init(bytes: try $1.bytes("wire"), line: $0) })
        let rows = try Dissector.rows(
            trace.path, ["perch.decoded", "perch.rejected", "perch.discarded", "perch.expert.crc", Self.severity],
            largestFrame: largestFrame)
        try #require(rows.count == vectors.count)
        for (vector, row) in zip(vectors, rows) {
            let expected = try vector.list("expected")
            let rejected = expected.filter { (try? $0.text("rejected")) != nil }
            #expect(row[0] == expected.compactMap { try? $0.text("frame") }, "\(vector.name)")
            #expect(row[1] == (try rejected.map { try $0.text("rejected") }), "\(vector.name)")
            #expect(row[2] == (try rejected.map { String(try $0.number("discarded")) }), "\(vector.name)")
            #expect(row[3].count == row[1].filter { $0 == "crc" }.count, "\(vector.name)")
            let worst = row[4].compactMap { Int($0) }.max() ?? 0
            #expect(rejected.isEmpty || worst >= Dissector.warningSeverity, "\(vector.name)")
        }
    }
}
