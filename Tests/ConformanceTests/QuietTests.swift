import DongleProtocol
import HostileLine
import SimulatedDongle
import Testing

@testable import Conformance

/// What measures a time, and so runs with nothing beside it.
@Suite(.timeLimit(.minutes(1))) struct QuietTests {
    @Test("a dongle whose line is too slow for what is on the air may drop adverts that it counts")
    func drops() throws {
        // In some runs it has dropped none: why is not known.
        var dropped: UInt32 = 0
        for _ in 0..<8 where dropped == 0 { dropped = try droppedOnSlowLine() }
        #expect(dropped > 0)
    }

    /// Checks the numbers of such a dongle's adverts, and returns how many it has dropped.
    private func droppedOnSlowLine() throws -> UInt32 {
        var scenario = Scenario.numbered(120)
        for index in scenario.peripherals.indices { scenario.peripherals[index].advertiser.intervalMs = 20 }
        let dongle = try PtyDongle(
            SimulatedDongle.Configuration(
                scenario: scenario, identity: FirmwareIdentity(lineRate: 230_400), seed: 1,
                behaviours: .numbered()))
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
        return UInt32(try session.ask(GetStateRequest()).counters.advertsDropped)
    }
}
