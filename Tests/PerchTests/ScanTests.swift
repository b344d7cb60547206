import Failures
import Gateway
import AdvertFixtures
import Advertising
import DongleLink
import DongleProtocol
import Testing

@testable import Perch

@Suite(.timeLimit(.minutes(1))) struct ScanTests {
    private static let updates: [ScanUpdate] = [
        .sightings([Adverts.sighting(Adverts.named), Adverts.sighting(Adverts.iBeacon)]), .lost(3),
        .sightings([Adverts.sighting(Adverts.malformed)]), .missed(2), .interrupted(.reset(.watchdog)), .restored,
    ]

    private func run(_ dongle: FakeDongle, filter: AdvertFilter = AdvertFilter()) async throws -> (ScanCounts, Int) {
        let scan = Scan(dongle: dongle, filter: filter)
        var taken = 0
        try await scan.run(ScanStartRequest(mode: .passive), duration: .milliseconds(1), stop: StopCondition()) {
            taken += $0.count
        }
        return (scan.counts, taken)
    }

    @Test("everything that happens is counted")
    func counts() async throws {
        let (counts, taken) = try await run(FakeDongle(Self.updates))
        #expect(counts == ScanCounts(received: 3, lost: 3, missed: 2, malformed: 1, interruptions: 1))
        #expect(taken == 3)
    }

    @Test("what does not pass is counted and not handed on")
    func filtered() async throws {
        let (counts, taken) = try await run(FakeDongle(Self.updates), filter: AdvertFilter(name: "flock"))
        #expect(counts.received == 3)
        #expect(counts.filtered == 2)
        #expect(taken == 1)
    }

    @Test("a stop that returns later than the scan ends is no error")
    func lingering() async throws {
        #expect(try await run(FakeDongle([], stopping: .lingers)).1 == 0)
    }

    @Test("a stop that fails ends the scan with its error")
    func failing() async {
        await #expect(throws: LinkError.portLost) { try await run(FakeDongle([], stopping: .fails)) }
    }

    @Test("a lost port and a failed radio end the scan")
    func lost() async {
        await #expect(throws: LinkError.portLost) { try await run(FakeDongle([.interrupted(.portLost)])) }
        await #expect(throws: Failure.self) { try await run(FakeDongle([.failed(.radio)])) }
    }
}
