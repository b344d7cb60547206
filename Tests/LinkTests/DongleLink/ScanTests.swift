import Advertising
import DongleLink
import DongleProtocol
import TestSupport
import Recording
import SimulatedDongle
import Testing

@Suite struct ScanTests {
    @Test(
        "received and lost adverts add up to the numbers the dongle gave, over every line", arguments: TestLine.steady
    )
    func accounting(_ kind: TestLine) throws {
        let replay = Replay(adverts: Self.adverts(5000), options: .init(speed: .times(50)))
        let link = try VirtualLink(scenario: .named("empty"), line: kind.line, seed: 5, replay: replay)
        #expect(link.start())
        _ = try #require(try link.answer(ScanStartRequest(mode: .passive, batchingMs: 20)))
        link.run(for: .seconds(3))
        let total = try #require(try link.answer(ScanStopRequest())).next
        link.run(for: .seconds(4))
        #expect(total == 5000)
        let statistics = link.session.statistics
        #expect(statistics.adverts + statistics.advertsLost == 5000)
        #expect(link.adverts == Int(statistics.adverts))
        if kind == .perfect || kind == .bytewise { #expect(statistics.advertsLost == 0) }
        if kind == .lossy { #expect(statistics.advertsLost > 0) }
    }

    @Test("what the air sends is what arrives, byte for byte")
    func content() throws {
        let sent = Self.adverts(100)
        let link = try VirtualLink(
            scenario: .named("empty"), replay: Replay(adverts: sent, options: .init(speed: .maximum)))
        #expect(link.start())
        _ = try #require(try link.answer(ScanStartRequest(mode: .passive, batchingMs: 0)))
        link.run(for: .seconds(1))
        var received: [Advert] = []
        for case .adverts(let payload, _) in link.actions { received += try AdvertBatch(decoding: payload).adverts }
        #expect(received.map(\.data) == sent.map(\.data))
        #expect(received.map(\.address.rawValue) == sent.map(\.address.value))
        #expect(received.map(\.rssiDBm) == sent.map(\.rssiDBm))
    }

    static func adverts(_ count: Int) -> [RecordedAdvert] {
        (0..<count).map { number in
            let address = UInt64(0xC000_0000_0000) + UInt64(number % 50)
            let data: [UInt8] = [2, 1, 6, 3, 0xFF, UInt8(number & 0xFF), UInt8(number >> 8)]
            return RecordedAdvert(
                timeSeconds: Double(number) * 0.01, address: BluetoothAddress(address), addressType: .random,
                pdu: .nonConnectable, rssiDBm: Int8(-40 - number % 50), channel: 37, data: data)
        }
    }
}

extension VirtualLink {
    /// Number of adverts delivered so far.
    var adverts: Int {
        actions.reduce(0) { count, action in
            guard case .adverts(let payload, _) = action else { return count }
            return count + ((try? AdvertBatch(decoding: payload))?.adverts.count ?? 0)
        }
    }
}
