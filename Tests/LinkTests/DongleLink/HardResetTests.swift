import DongleLink
import TestSupport
import SimulatedDongle
import Testing

/// Restarts that no host requested.
@Suite struct HardResetTests {
    @Test(
        "a watchdog that strikes three times within a minute is told, and the dongle left alone for 5 s",
        arguments: [true, false], [2000, 2300])
    func watchdog(bootsAreLost: Bool, afterMs: Int) throws {
        let link = try VirtualLink.numbered(seed: 67)
        for strike in 1...3 {
            link.run(for: .milliseconds(afterMs))
            #expect(!link.isUnstable)
            link.forgetActions()
            if bootsAreLost { link.line.next = Array(repeating: (.drop, .boot, nil), count: 3) }
            link.dongle.restartByWatchdog()
            let began = link.now
            #expect(link.run(limit: .seconds(20)) { link.isLive })
            if strike == 3 { #expect(link.now - began > .seconds(5)) } else { #expect(link.now - began < .seconds(3)) }
        }
        #expect(link.isUnstable)
        // The order in which a log reads naturally.
        let told = link.actions.compactMap { action -> String? in
            switch action {
            case .interrupted: "interrupted"
            case .unstable: "unstable"
            case .live: "live"
            default: nil
            }
        }
        #expect(told == ["interrupted", "unstable", "live"])
        link.run(for: .seconds(61))
        link.forgetActions()
        link.dongle.restartByWatchdog()
        #expect(link.run(limit: .seconds(4)) { link.isLive })
        #expect(!link.isUnstable)
    }
}

extension VirtualLink {
    var isUnstable: Bool { actions.contains { if case .unstable(.watchdog) = $0 { true } else { false } } }
}
