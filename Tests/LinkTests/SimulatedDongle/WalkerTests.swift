import Advertising
import DongleProtocol
import SimulatedDongle
import Testing

/// The built-in scenario `walker`, heard by a dongle in virtual time.
struct WalkerTests {
    private struct Heard: Hashable {
        var seconds: Double
        var rssiDBm: Int
        var address: UInt64
    }

    private func walk(for time: Duration, seed: UInt64? = nil) throws -> [Heard] {
        var scenario = try Scenario.named("walker")
        if let seed { scenario.seed = seed }
        let host = try BareHost(scenario)
        _ = try host.startSession()
        _ = try host.answer(to: ScanStartRequest(mode: .passive, interval: 96, window: 96))
        host.advance(by: time)
        #expect(host.frames.isGapless)
        return host.frames.events(.advertBatch, as: AdvertBatch.self).flatMap { batch in
            batch.adverts.map {
                Heard(
                    seconds: Double(batch.baseMs + UInt32($0.offsetMs)) / 1000, rssiDBm: Int($0.rssiDBm),
                    address: $0.address.rawValue)
            }
        }
    }

    private let badgeAddress: UInt64 = 0xC300_0000_0210

    @Test("the badge comes into hearing, comes near and is gone for longer than 5 s, every 25 s")
    func badge() throws {
        let heard = try walk(for: .seconds(75)).filter { $0.address == badgeAddress }
        for round in 0..<3 {
            let start = Double(round) * 25
            let seconds = heard.filter { (start..<start + 25).contains($0.seconds) }.map { $0.seconds - start }
            let first = try #require(seconds.first)
            let last = try #require(seconds.last)
            #expect((3.5...8).contains(first))
            #expect((15...18.5).contains(last))
            let gaps = zip(seconds, seconds.dropFirst()).map { $1 - $0 }
            #expect(gaps.allSatisfy { $0 < 3 }, "no exit within the visit, for an exit time of 5 s")
        }
        let near = heard.filter { (10.0...12.0).contains($0.seconds) }
        #expect(near.count > 5)
        #expect(near.allSatisfy { $0.rssiDBm > -62 })
    }

    @Test("the tables are heard all the time")
    func tables() throws {
        let heard = try walk(for: .seconds(60))
        for table in 1...4 {
            let seconds = heard.filter { $0.address == 0xC300_0000_0200 + UInt64(table) }.map(\.seconds)
            #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 < 1 })
            #expect((160...172).contains(seconds.count))
        }
    }

    @Test("the same seed gives the same walk, another seed another")
    func determinism() throws {
        let first = try walk(for: .seconds(30))
        #expect(try walk(for: .seconds(30)) == first)
        #expect(try walk(for: .seconds(30), seed: 1) != first)
    }
}
