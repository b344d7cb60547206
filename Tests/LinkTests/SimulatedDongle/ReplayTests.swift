import Advertising
import Recording
import Testing

@testable import SimulatedDongle

struct ReplayTests {
    private func recording(_ times: [Double], bytes: Int = 31) -> [RecordedAdvert] {
        times.enumerated().map { index, time in
            RecordedAdvert(
                timeSeconds: time, address: BluetoothAddress(UInt64(index)), addressType: .random,
                pdu: .nonConnectable, rssiDBm: -60, channel: nil, data: Array(repeating: 0, count: bytes))
        }
    }

    /// Returns the numbers of the adverts heard.
    private func deliver(_ replay: inout Replay, at now: Duration, room: Int = 1000) -> [UInt64] {
        var heard: [UInt64] = []
        _ = replay.deliver(at: now, room: room, limit: .max) { heard.append($0.address.value) }
        return heard
    }

    @Test("it begins with the first scan and keeps the recorded times, divided by the speed")
    func speed() {
        var replay = Replay(adverts: recording([100, 101, 104]), options: .init(speed: .times(2)))
        #expect(replay.nextDue == nil)
        replay.scanStarted(at: .seconds(7))
        #expect(deliver(&replay, at: .seconds(7)) == [0])
        #expect(replay.nextDue == .seconds(7.5))
        #expect(deliver(&replay, at: .seconds(9)) == [1, 2])
        #expect(replay.isFinished)
        #expect(replay.delivered == 3)
    }

    @Test("at most as many are given as the dongle has room for; the others wait")
    func room() {
        var replay = Replay(adverts: recording([0, 0, 0, 0]), options: .init(speed: .maximum))
        replay.scanStarted(at: .zero)
        #expect(deliver(&replay, at: .zero, room: 3) == [0, 1, 2])
        #expect(deliver(&replay, at: .zero, room: 0) == [])
        #expect(deliver(&replay, at: .zero, room: 1) == [3])
    }

    @Test("a long advert needs more room")
    func longAdverts() {
        var replay = Replay(adverts: recording([0], bytes: 229), options: .init(speed: .maximum))
        replay.scanStarted(at: .zero)
        #expect(deliver(&replay, at: .zero, room: 5) == [])
        #expect(deliver(&replay, at: .zero, room: 6) == [0])
    }

    @Test("an advert longer than the dongle keeps does not wait for ever")
    func longest() {
        var replay = Replay(adverts: recording([0], bytes: 1650), options: .init(speed: .maximum))
        replay.scanStarted(at: .zero)
        #expect(deliver(&replay, at: .zero, room: 7) == [0])
    }

    @Test("one that may drop gives everything in time, with room or without")
    func dropping() {
        var replay = Replay(adverts: recording([0, 1]), options: .init(drops: true))
        replay.scanStarted(at: .zero)
        replay.scanStopped(at: .zero)
        #expect(deliver(&replay, at: .seconds(1), room: 0) == [0, 1])
    }

    @Test("it stands still while no scan runs")
    func pause() {
        var replay = Replay(adverts: recording([0, 2]))
        replay.scanStarted(at: .zero)
        #expect(deliver(&replay, at: .seconds(1)) == [0])
        replay.scanStopped(at: .seconds(1))
        #expect(replay.nextDue == nil)
        replay.scanStarted(at: .seconds(11))
        #expect(replay.nextDue == .seconds(12))
    }

    @Test("one that loops begins again and never finishes")
    func loop() {
        var replay = Replay(adverts: recording([5, 6]), options: .init(loops: true))
        replay.scanStarted(at: .zero)
        #expect(deliver(&replay, at: .seconds(2)) == [0, 1, 0])
        #expect(!replay.isFinished)
    }

    @Test("adverts out of order of time are given in the recording's order")
    func disorder() {
        var replay = Replay(adverts: recording([10, 12, 9, 11]))
        replay.scanStarted(at: .zero)
        #expect(deliver(&replay, at: .seconds(2)) == [0, 1, 2, 3])
    }

    @Test("no time and no speed is too extreme", arguments: [1e-300, 0.001, 1, 1e300])
    func extremes(speed: Double) {
        var replay = Replay(adverts: recording([0, 1e18, 1e300]), options: .init(speed: .times(speed)))
        replay.scanStarted(at: .seconds(1))
        #expect(deliver(&replay, at: .seconds(2)).first == 0)
        if let due = replay.nextDue { #expect(due >= .zero) }
    }

    @Test("an empty recording is finished from the beginning")
    func empty() {
        #expect(Replay(adverts: []).isFinished)
    }
}
