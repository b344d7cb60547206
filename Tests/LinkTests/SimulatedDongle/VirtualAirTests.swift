import Randomness
import Advertising
import Recording
import Testing

@testable import SimulatedDongle

struct VirtualAirTests {
    private static let continuous = VirtualAir.Scan(
        isActive: false, interval: .milliseconds(60), window: .milliseconds(60))

    private func advertiser(
        seed: UInt64 = 1, pdu: AdvertisingPDUType = .nonConnectable, rotation: Duration? = nil,
        path: DistancePath? = nil, scanResponse: [UInt8] = []
    ) -> Advertiser {
        Advertiser(
            name: "a", address: BluetoothAddress(0xC000_0000_0001), addressType: .random, rotation: rotation,
            pdu: pdu, interval: .milliseconds(100), path: path, data: [2, 1, 6], scanResponse: scanResponse,
            random: SplitMix64(seed: seed))
    }

    private func heard(
        _ advertisers: [Advertiser], scan: VirtualAir.Scan = continuous, for time: Duration = .seconds(60),
        signal: SignalModel = SignalModel()
    ) -> [RecordedAdvert] {
        var air = VirtualAir(advertisers: advertisers, signal: signal)
        var heard: [RecordedAdvert] = []
        air.startScan(scan, at: .zero)
        air.advance(to: time) { heard.append($0) }
        return heard
    }

    @Test("an advertiser is heard once an interval and its random delay")
    func rate() {
        // Every 100 ms plus 5 ms on average: 571 in a minute.
        #expect((560...582).contains(heard([advertiser()]).count))
    }

    @Test("the same seed gives the same air, another seed another")
    func determinism() {
        let first = heard([advertiser(), advertiser(seed: 2)])
        #expect(first == heard([advertiser(), advertiser(seed: 2)]))
        #expect(first != heard([advertiser(), advertiser(seed: 3)]))
    }

    @Test("without a scan nothing is heard and nothing is due")
    func noScan() {
        var air = VirtualAir(advertisers: [advertiser()], signal: SignalModel())
        air.advance(to: .seconds(10)) { _ in Issue.record("heard without a scan") }
        #expect(air.nextDue == nil)
        air.startScan(VirtualAirTests.continuous, at: .seconds(10))
        #expect(air.nextDue != nil)
        air.stopScan()
        #expect(air.nextDue == nil)
    }

    @Test("a scan of a tenth hears about a tenth")
    func window() {
        let scan = VirtualAir.Scan(isActive: false, interval: .milliseconds(100), window: .milliseconds(10))
        #expect((25...95).contains(heard([advertiser()], scan: scan).count))
    }

    @Test("adverts arrive in order of time, on all three channels")
    func order() {
        let adverts = heard((1...5).map { advertiser(seed: $0) })
        #expect(zip(adverts, adverts.dropFirst()).allSatisfy { $0.timeSeconds <= $1.timeSeconds })
        #expect(Set(adverts.map(\.channel)) == [37, 38, 39])
    }

    @Test("only an active scan gets scan responses, and only from who can be scanned")
    func scanResponse() {
        let active = VirtualAir.Scan(isActive: true, interval: .milliseconds(60), window: .milliseconds(60))
        let scannable = heard([advertiser(pdu: .connectable, scanResponse: [1])], scan: active)
        #expect(scannable.count { $0.pdu == .scanResponse } == scannable.count / 2)
        let passive = heard([advertiser(pdu: .connectable, scanResponse: [1])])
        #expect(!passive.contains { $0.pdu == .scanResponse })
        let beacon = heard([advertiser(pdu: .nonConnectable, scanResponse: [1])], scan: active)
        #expect(!beacon.contains { $0.pdu == .scanResponse })
    }

    @Test("a rotating address is kept for its period, and is a resolvable private one")
    func rotation() {
        let adverts = heard([advertiser(rotation: .seconds(15))])
        #expect(Set(adverts.map(\.address)).count == 4)
        #expect(adverts.allSatisfy { $0.address.value >> 46 == 0b01 })
        let first = adverts.filter { $0.timeSeconds < 15 }
        #expect(Set(first.map(\.address)).count == 1)
    }

    @Test("received power falls with distance and stays in range")
    func signal() {
        func average(_ distance: Double) -> Double {
            let sender = advertiser()
            sender.distanceM = distance
            let levels = heard([sender]).map { Double($0.rssiDBm) }
            return levels.reduce(0, +) / Double(levels.count)
        }
        #expect(abs(average(1) + 59) < 1)
        #expect(abs(average(10) + 79) < 1)
        #expect(average(1000) == -100)
    }

    @Test("received power follows the path of who moves")
    func path() throws {
        let path = try #require(
            DistancePath(points: [
                .init(time: .zero, distanceM: 1), .init(time: .seconds(20), distanceM: 1),
                .init(time: .seconds(21), distanceM: 10),
            ]))
        let adverts = heard([advertiser(path: path)], for: .seconds(40))
        func average(_ seconds: Range<Double>) -> Double {
            let levels = adverts.filter { seconds.contains($0.timeSeconds) }.map { Double($0.rssiDBm) }
            return levels.reduce(0, +) / Double(levels.count)
        }
        #expect(abs(average(0..<20) + 59) < 1)
        #expect(abs(average(21..<40) + 79) < 1)
    }

    @Test("who arrives too weakly is not heard, and is again once nearer")
    func outOfReach() throws {
        let path = try #require(
            DistancePath(points: [
                .init(time: .seconds(10), distanceM: 1), .init(time: .seconds(11), distanceM: 100),
                .init(time: .seconds(30), distanceM: 100), .init(time: .seconds(31), distanceM: 1),
            ]))
        // At 100 m the signal is -99 dBm, with no more than 10.5 dB of noise.
        let signal = SignalModel(sensitivityDBm: -85)
        let times = heard([advertiser(path: path)], signal: signal).map(\.timeSeconds)
        #expect(times.contains { $0 < 10 } && times.contains { $0 > 31 })
        #expect(!times.contains { (11...30).contains($0) })
        let everything = heard([advertiser(path: path)]).map(\.timeSeconds)
        #expect(everything.contains { (11...30).contains($0) })
    }

    @Test("at the edge of hearing a part of the adverts is missing, and nothing weaker is told of")
    func edge() {
        let sender = advertiser()
        sender.distanceM = 10
        let heard = heard([sender], signal: SignalModel(sensitivityDBm: -79))
        #expect((200...370).contains(heard.count))
        #expect(heard.allSatisfy { $0.rssiDBm >= -79 })
    }

    @Test("who is not heard is not asked for a scan response")
    func noScanResponseFromAfar() {
        let active = VirtualAir.Scan(isActive: true, interval: .milliseconds(60), window: .milliseconds(60))
        let sender = advertiser(pdu: .connectable, scanResponse: [1])
        sender.distanceM = 10
        let adverts = heard([sender], scan: active, signal: SignalModel(sensitivityDBm: -79))
        #expect(adverts.contains { $0.pdu == .scanResponse })
        let asked = zip(adverts, adverts.dropFirst()).filter { $1.pdu == .scanResponse }
        #expect(asked.allSatisfy { $0.pdu == .connectable && $0.timeSeconds == $1.timeSeconds })
    }
}
