import DongleLink
import Foundation
import Gateway
import GatewayModel
import NIOCore
import Testing

@testable import GatewayAPI

@Suite struct AdvertLineWriterTests {
    private struct End: Decodable {
        let type: String
        let lost: UInt64
        let missed: UInt64
        let interruptions: UInt64
        let reason: String
    }

    @Test("what was lost, missed and interrupted is told each time, and added up at the end")
    func counts() async throws {
        let outbox = StreamOutbox()
        var stream = AdvertLineWriter(
            filter: AdvertFilter(AdvertQuery()), lines: LineWriter(format: .lines, outbox: outbox))
        for count: UInt64 in [3, 4] {
            await stream.take(.lost(dongle: "d", count))
            await stream.take(.missed(count * 10))
            await stream.take(.interrupted(dongle: "d", .portLost))
        }
        await stream.finish(.asked)
        let lines = try #require(await outbox.take()).map { String(buffer: $0) }
        #expect(lines.count == 7)
        for (line, words) in zip(
            lines,
            [
                ["lost", "\"count\":3"], ["missed", "\"count\":30"], ["interrupted"], ["lost", "\"count\":4"],
                ["missed", "\"count\":40"], ["interrupted"],
            ])
        {
            for word in words { #expect(line.contains(word)) }
        }
        let end = try JSONDecoder().decode(End.self, from: Data((lines.last ?? "").utf8))
        #expect(end.type == "end" && end.reason == "asked")
        #expect(end.lost == 7 && end.missed == 70 && end.interruptions == 2)
    }
}
