import DongleProtocol
import Testing

@testable import Recording

/// The dissector on a line that loses and changes bytes, or delivers them in pieces.
@Suite(.enabled(if: Dissector.isInstalled, Dissector.absence), .timeLimit(.minutes(1))) struct BrokenLineTests {
    @Test("a frame with a changed bit is a CRC error, and what follows it is dissected")
    func corrupted() throws {
        let ping = FrameEncoder.encode(
            FrameHeader(kind: .request, session: 0x1234, id: 1, code: Operation.ping.rawValue))
        var changed = ping
        changed[4] ^= 0x40
        let made = try MadeTrace([
            .init(bytes: changed, direction: .sent), .init(bytes: ping, direction: .sent),
            .init(bytes: Array("boot\r\n".utf8) + ping, direction: .sent),
        ])
        let rows = try Dissector.rows(
            made.path, ["perch.expert.crc", "perch.rejected", "perch.message", "_ws.expert.severity", "perch.noise"])
        try #require(rows.count == 3)
        #expect(rows[0][0].count == 1 && rows[0][1] == ["crc"] && rows[0][2].isEmpty)
        #expect(rows[0][3] == [String(Dissector.errorSeverity)])
        #expect(rows[1][0].isEmpty && rows[1][1].isEmpty && rows[1][2] == ["PING request"])
        #expect(rows[2][2] == ["PING request"] && rows[2][4].count == 1, "text before a frame costs no frame")
    }

    private let ping = FrameEncoder.encode(
        FrameHeader(kind: .request, session: 0x1234, id: 1, code: Operation.ping.rawValue))
    private let grant = FrameEncoder.encode(
        FrameHeader(kind: .grant, session: 0x1234), payload: Grant(next: 1, gap: false).encoded())
    private let log = FrameEncoder.encode(
        FrameHeader(kind: .log, session: 0x1234), payload: [1, 0, 0, 0, 0, 0, 0, 0, 0])

    @Test(
        "a frame that came in pieces is put together, with other frames in between, also when it is looked at again",
        arguments: 1...2)
    func pieces(passes: Int) throws {
        // Cuts behind the leading zero and one byte, two bytes and so on, up to before the closing
        // zero.
        let cuts = 2..<ping.count
        let made = try MadeTrace(
            cuts.flatMap { cut -> [MadeTrace.Packet] in
                [
                    .init(bytes: Array(ping.prefix(cut)), direction: .sent), .init(bytes: log),
                    .init(bytes: grant, direction: .sent, line: 1),
                    .init(bytes: Array(ping.dropFirst(cut)), direction: .sent), .init(bytes: grant, direction: .sent),
                ]
            })
        let rows = try Dissector.rows(
            made.path, ["perch.message", "perch.rejected", "perch.continues"], passes: passes)
        try #require(rows.count == 5 * cuts.count)
        for (index, cut) in cuts.enumerated() {
            let packets = rows[5 * index..<5 * index + 5]
            #expect(packets.map { $0[0] } == [[], ["LOG"], ["GRANT"], ["PING request"], ["GRANT"]], "cut at \(cut)")
            #expect(packets.allSatisfy { $0[1].isEmpty }, "cut at \(cut)")
            #expect(packets.map { $0[2] } == [[], [], [], ["\(5 * index + 1)"], []], "cut at \(cut)")
        }
    }

    @Test(
        "payloads with changed and missing bytes are dissected as far as they go",
        arguments: 1...2 as ClosedRange<UInt64>)
    func mutations(seed: UInt64) throws {
        var random = seed
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        let packets = try Vector.all("messages.json").flatMap { vector -> [MadeTrace.Packet] in
            var payload = try vector.bytes("payload")
            let code = UInt16(try vector.number("code"))
            return (0..<3).map { _ in
                for _ in 0..<next(4) where !payload.isEmpty { payload[next(payload.count)] = UInt8(next(256)) }
                if next(3) == 0 { payload.removeLast(next(payload.count + 1)) }
                // The kind is wrong now and then; ids and sessions are few, so that answers meet
                // requests of another operation.
                let kind = FrameKind(rawValue: UInt8(next(6)))
                let isDone = kind == .event && next(2) == 0
                let done = Done(requestID: UInt16(next(3)), status: .ok, effect: .done, result: payload)
                let header = FrameHeader(
                    kind: kind, session: UInt16(next(2)), id: UInt16(next(3)),
                    code: isDone ? EventCode.done.rawValue : code)
                return .init(bytes: FrameEncoder.encode(header, payload: isDone ? done.encoded() : payload))
            }
        }
        let made = try MadeTrace(packets)
        let rows = try Dissector.rows(
            made.path, ["_ws.lua.error", "perch.message", "perch.rejected"], largestFrame: 65_547)
        try #require(rows.count == packets.count)
        for (number, row) in rows.enumerated() {
            #expect(row[0].isEmpty && !row[1].isEmpty && row[2].isEmpty, "packet \(number + 1)")
        }
    }

    @Test("pieces of several lines at the same time are put together by their lines")
    func lines() throws {
        let cuts = 2..<ping.count
        let made = try MadeTrace(
            cuts.map { .init(bytes: Array(ping.prefix($0)), direction: .sent, line: $0) }
                + cuts.map { .init(bytes: Array(ping.dropFirst($0)), direction: .sent, line: $0) })
        let rows = try Dissector.rows(made.path, ["perch.message", "perch.continues"])
        #expect(
            rows == cuts.map { _ in [[], []] }
                + cuts.indices.map { [["PING request"], ["\($0 - cuts.startIndex + 1)"]] })
    }
}
