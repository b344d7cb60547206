import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(1))) struct AdvertChecksTests {
    @Test("a dongle whose line is too slow for what is on the air may drop adverts that it counts")
    func drops() throws {
        // About 2,500 adverts of 31 bytes in a second, twice what the line and the queue hold
        // together.
        var scenario = Scenario.numbered(60)
        for index in scenario.peripherals.indices {
            scenario.peripherals[index].advertiser.intervalMs = 20
            scenario.peripherals[index].advertiser.advert = [.hex("1eff" + String(repeating: "ff", count: 29))]
        }
        let dongle = try PtyDongle(
            SimulatedDongle.Configuration(
                scenario: scenario, identity: FirmwareIdentity(lineRate: 230_400), seed: 1, behaviours: .numbered()))
        defer { dongle.stop() }
        let port = try SerialBytePort(path: dongle.path, baud: 115_200)
        var reports: [CheckReport] = []
        try ConformanceRun(port: port, options: ConformanceOptions(patience: .seconds(5)), only: "adverts.numbered") {
            false
        }.run {
            reports.append($0)
        }
        #expect(reports.map(\.verdict) == [.passed])
        let session = try Bench(options: ConformanceOptions(), wire: Wire(port: port) { false }).open()
        let counters = try session.ask(GetStateRequest()).counters
        #expect(counters.advertsDropped > 0)
    }

    @Test("the weakest signal to pass lies between those that are heard, however weak they are")
    func minima() {
        #expect(AdvertChecks.minima(-40, -95) == [-20, -67])
        #expect(AdvertChecks.minima(20, -127) == [40, -53])
    }
}
