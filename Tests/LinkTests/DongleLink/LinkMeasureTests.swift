import Testing

@testable import DongleLink

@Suite struct LinkMeasureTests {
    @Test("the time-out is 300 ms unmeasured, then follows the round trip, doubles after three sends and ends at 2 s")
    func timeouts() {
        var estimator = RoundTripEstimator(frameTime: .milliseconds(10))
        #expect((1...3).map { estimator.timeout(sends: $0) } == Array(repeating: .milliseconds(300), count: 3))
        #expect(estimator.timeout(sends: 4) == .milliseconds(600))
        #expect(estimator.timeout(sends: 9) == .seconds(2))
        estimator.record(.milliseconds(40))
        // SRTT 40 ms, RTTVAR 20 ms.
        #expect(estimator.timeout(sends: 1) == .milliseconds(130))
        for _ in 0..<100 { estimator.record(.milliseconds(1)) }
        #expect(estimator.timeout(sends: 1) == .milliseconds(110))
    }

    @Test("a line of 115,200 baud carries 11,520 bytes a second, one behind the other")
    func departures() {
        var line = LineModel(baud: 115_200)
        let result1 = line.departure(ofBytes: 11_520, at: .zero)
        #expect(result1 == .seconds(1))
        let result2 = line.departure(ofBytes: 1152, at: .milliseconds(500))
        #expect(result2 == .milliseconds(1100))
        let result3 = line.departure(ofBytes: 0, at: .seconds(5))
        #expect(result3 == .seconds(5))
        var native = LineModel(baud: 0)
        let result4 = native.departure(ofBytes: 1_000_000, at: .seconds(1))
        #expect(result4 == .seconds(1))
    }

    @Test("uptime goes on past the wrap of 32 bits, and backwards a little")
    func uptime() {
        var clock = DongleClock()
        let result5 = clock.extend(.max - 1)
        #expect(result5 == 4_294_967_294)
        let result6 = clock.extend(3)
        #expect(result6 == 4_294_967_299)
        let result7 = clock.extend(.max)
        #expect(result7 == 4_294_967_295)
        let result8 = clock.extend(4)
        #expect(result8 == 4_294_967_300)
    }

    @Test("the shortest round trip sets the clock")
    func clock() {
        var clock = DongleClock()
        clock.record(uptimeMs: 1000, sent: .milliseconds(5000), received: .milliseconds(5020))
        let result9 = clock.hostTime(ofUptimeMs: 1000)
        #expect(result9 == .milliseconds(5010))
        clock.record(uptimeMs: 2000, sent: .milliseconds(6000), received: .milliseconds(6002))
        let result10 = clock.hostTime(ofUptimeMs: 2000)
        #expect(result10 == .milliseconds(6001))
        clock.record(uptimeMs: 3000, sent: .milliseconds(7000), received: .milliseconds(7100))
        let result11 = clock.hostTime(ofUptimeMs: 3000)
        #expect(result11 == .milliseconds(7001))
    }

    @Test("adverts are accounted for by number: gaps are lost, late copies are not counted twice")
    func adverts() {
        var adverts = AdvertAccounting()
        let result12 = adverts.receive(first: 0, count: 5)
        #expect(result12)
        let result13 = adverts.receive(first: 8, count: 2)
        #expect(result13)
        #expect(adverts.lost == 3)
        let result14 = adverts.receive(first: 5, count: 3)
        #expect(!result14)
        adverts.advance(to: 12)
        #expect(adverts.received == 7)
        #expect(adverts.lost == 5)
    }

    @Test("console noise keeps the newest 4 KiB")
    func noise() {
        var noise = ConsoleNoise()
        for byte in 0..<100 as Range<UInt8> {
            noise.append([UInt8](repeating: byte, count: 100).span.bytes)
        }
        #expect(noise.bytes.count == 4096)
        #expect(noise.bytes.last == 99)
        noise.append([UInt8](repeating: 7, count: 10_000).span.bytes)
        #expect(noise.bytes == [UInt8](repeating: 7, count: 4096))
    }
}
