import Advertising
import DongleLink
import DongleProtocol
import Recording
import SimulatedDongle

/// Scans for a while, stops, and compares the adverts received and those reported as lost with the
/// numbers that the dongle assigned.
final class ScanLane {
    private unowned let run: FaultRun
    /// Adverts on the air: each carries its position in the recording, one every 10 ms.
    static let replay = Replay(
        adverts: (0..<recorded).map { index -> RecordedAdvert in
            let address: UInt64 = 0xC000_0000_0000 + UInt64(index)
            let length: Int = 4 + index % 28
            return RecordedAdvert(
                timeSeconds: Double(index) * 0.01, address: BluetoothAddress(address), addressType: .random,
                pdu: .nonConnectable, rssiDBm: -40, channel: 37, data: UInt32(index).numbered(bytes: length))
        }, options: .init(speed: .times(1), loops: true, drops: true))
    private static let recorded = 4000

    /// Adverts received and adverts reported as lost in this session.
    private var received: UInt32 = 0
    private var toldLost: UInt32 = 0
    /// Position in the recording that corresponds to advert 0 of the session; known from the first
    /// advert of a scan.
    private var origin: Int?

    init(_ run: FaultRun) {
        self.run = run
    }

    func start() { begin() }

    func sessionChanged() {
        received = 0
        toldLost = 0
        origin = nil
    }

    private func begin() {
        // The recording continued while no scan ran.
        origin = nil
        let request = ScanStartRequest(mode: .passive, minimumRSSI: -90, batchingMs: 20)
        run.submit(request) { [self] result in
            if case .success = result { run.link.session.setScanning(true, now: run.link.now) }
            run.pause(500...3000) { [self] in end() }
        }
    }

    private func end() {
        run.submit(ScanStopRequest()) { [self] result in
            run.link.session.setScanning(false, now: run.link.now)
            if case .success(let stopped) = result {
                account(for: stopped.next, epoch: run.epoch, patience: 100)
            } else {
                run.pause(2000...6000) { [self] in begin() }
            }
        }
    }

    /// Checks that every numbered advert was received or reported as lost, and waits for those
    /// under way.
    private func account(for next: UInt32, epoch: Int, patience: Int) {
        if run.epoch != epoch || received + toldLost == next { return run.pause(2000...6000) { [self] in begin() } }
        if patience == 0 || received + toldLost > next {
            run.violate(\.advertsWrong, "\(received) received, \(toldLost) lost of \(next) adverts")
            return begin()
        }
        run.pause(100...200) { [self] in account(for: next, epoch: epoch, patience: patience - 1) }
    }

    func lost(_ count: UInt64) {
        toldLost += UInt32(count)
        run.tally.advertsToldLost += Int(count)
    }

    func received(_ payload: [UInt8], lost: UInt64) {
        self.lost(lost)
        guard let batch = try? AdvertBatch(decoding: payload) else {
            run.violate(\.advertsWrong, "batch malformed")
            return
        }
        if batch.firstNumber != received + toldLost {
            run.violate(
                \.advertsWrong, "batch begins with \(batch.firstNumber), \(received) received, \(toldLost) lost")
        }
        for (index, advert) in batch.adverts.enumerated() {
            run.tally.adverts += 1
            let place = Int(UInt32(number: advert.data))
            let number = Int(batch.firstNumber) + index
            let first = origin ?? (place - number)
            origin = first
            if (place - number - first) % Self.recorded != 0 {
                run.violate(\.advertsWrong, "advert \(number) is \(place) of the recording")
            }
        }
        received += UInt32(batch.adverts.count)
    }
}
