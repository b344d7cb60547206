import Advertising
import DongleProtocol
import Foundation
import Recording
import SimulatedDongle
import Synchronization
import Testing

/// A dongle behind a real pseudo-terminal, on the real clock.
@Suite(.timeLimit(.minutes(1)))
struct PtyDongleTests {
    private func configuration(
        adverts: Int = 0, lineRate: Int? = nil, scenario: String = "empty"
    ) throws -> SimulatedDongle.Configuration {
        let recording = (0..<adverts).map {
            RecordedAdvert(
                timeSeconds: 0, address: BluetoothAddress(UInt64($0)), addressType: .random, pdu: .nonConnectable,
                rssiDBm: -60, channel: 37, data: Array(repeating: UInt8($0 & 0xFF), count: 31))
        }
        return SimulatedDongle.Configuration(
            scenario: try Scenario.named(scenario), identity: FirmwareIdentity(lineRate: lineRate),
            replay: adverts > 0 ? Replay(adverts: recording, options: .init(speed: .maximum)) : nil)
    }

    @Test("hosts can open, use and close the port one after the other")
    func reopen() throws {
        let dongle = try PtyDongle(configuration())
        defer { dongle.stop() }
        var bootIDs: Set<UInt32> = []
        for _ in 0..<3 {
            let host = try PtyHost(path: dongle.path)
            bootIDs.insert(try host.startSession().bootID)
        }
        #expect(bootIDs.count == 1)
    }

    @Test("two dongles have different boot ids")
    func bootIDs() throws {
        let dongles = [try PtyDongle(configuration()), try PtyDongle(configuration())]
        let ids = try dongles.map { try PtyHost(path: $0.path).startSession().bootID }
        #expect(ids[0] != ids[1])
    }

    @Test("a replay as fast as possible arrives whole")
    func replay() throws {
        let finished = Mutex<[Int]>([])
        let dongle = try PtyDongle(configuration(adverts: 50_000)) { count in
            finished.withLock { $0.append(count) }
        }
        defer { dongle.stop() }
        let host = try PtyHost(path: dongle.path)
        host.frames.keepsBatches = false
        _ = try host.startSession()
        _ = try host.answer(to: ScanStartRequest(mode: .passive))
        #expect(host.read { $0.nextAdvert == 50_000 })
        #expect(host.frames.isGapless)
        #expect(host.frames.rejected == 0)
        #expect(finished.withLock { $0 } == [50_000])
    }

    @Test("a paced line is no faster than its rate")
    func paced() throws {
        let rate = 460_800
        let dongle = try PtyDongle(configuration(adverts: 200, lineRate: rate))
        defer { dongle.stop() }
        let host = try PtyHost(path: dongle.path)
        let start = ContinuousClock.now
        _ = try host.startSession()
        _ = try host.answer(to: ScanStartRequest(mode: .passive))
        #expect(host.read { $0.nextAdvert == 200 })
        let least = Duration.seconds(Double(host.received * 10) / Double(rate))
        // The first burst and a late wake-up may save 6 ms.
        #expect(ContinuousClock.now - start > least - .milliseconds(6))
    }

    @Test("a host that writes and never reads does not stop the dongle")
    func unread() throws {
        let dongle = try PtyDongle(configuration(scenario: "restaurant"))
        defer { dongle.stop() }
        let host = try PtyHost(path: dongle.path)
        _ = try host.startSession()
        for _ in 0..<20_000 {
            let (_, bytes) = host.frames.request(PingRequest())
            host.send(bytes)
        }
        tcflush(host.descriptor, TCIFLUSH)
        let later = try PtyHost(path: dongle.path)
        later.frames = HostFrames(session: 0x4321)
        #expect(try later.startSession().status == .ok)
    }

    @Test("stopping it hangs up, removes the link, and can be repeated")
    func stop() throws {
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("dongle-\(UUID())").path
        let dongle = try PtyDongle(configuration(), link: link)
        let host = try PtyHost(path: link)
        _ = try host.startSession()
        dongle.stop()
        dongle.stop()
        #expect(host.hasHungUp())
        #expect(throws: (any Error).self) { try FileManager.default.destinationOfSymbolicLink(atPath: link) }
    }

    @Test("a link that leads to this port already, or nowhere, is replaced; another dongle's is not")
    func linkLeftBehind() throws {
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("dongle-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: link) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/there-is-no-such-port")
        try PtyDongle.makeLink(at: link, to: "/dev/null")
        try PtyDongle.makeLink(at: link, to: "/dev/null")
        #expect(throws: PtyDongle.Failure.self) { try PtyDongle.makeLink(at: link, to: "/dev/zero") }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
    }

    @Test("a file in the link's place is left alone")
    func linkInTheWay() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("file-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data([1]).write(to: URL(fileURLWithPath: path))
        #expect(throws: PtyDongle.Failure.cannotLink(path: path, code: EEXIST)) {
            try PtyDongle(configuration(), link: path)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1]))
    }

    @Test("what others ask of it happens on its thread")
    func perform() throws {
        let dongle = try PtyDongle(configuration())
        defer { dongle.stop() }
        let host = try PtyHost(path: dongle.path)
        let first = try host.startSession().bootID
        dongle.perform { $0.powerCycle() }
        #expect(host.read { $0.boots().last.map { $0.bootID != first } ?? false })
    }
}
