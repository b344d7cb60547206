import DongleLink
import TestSupport
import Testing

@Suite struct FaultRunTests {
    @Test("over a line with every fault nothing is doubled, made up, denied, lost in silence or out of order")
    func everyFault() throws {
        let tally = try FaultRun.run(.init(operations: 1500, seed: 1))
        #expect(tally.operations >= 1500)
        #expect(tally.struck >= 1000)
        for fault in Fault.inOrder { #expect(tally.faults[fault, default: 0] > 0, "\(fault)") }
        #expect(tally.effects > 400)
        #expect(tally.notifications > 1000)
        #expect(tally.violations == 0, "\(tally)")
    }

    @Test("frames that overtake one another and late copies do no harm")
    func outOfOrder() throws {
        let tally = try FaultRun.run(.init(operations: 600, seed: 2, line: .init(rates: FaultRun.outOfOrder)))
        #expect(tally.faults[.overtake, default: 0] > 100)
        #expect(tally.faults[.lateCopy, default: 0] > 100)
        #expect(tally.violations == 0, "\(tally)")
    }

    @Test("the same seed gives the same run")
    func deterministic() throws {
        let first = try FaultRun.run(.init(operations: 200, seed: 3))
        let second = try FaultRun.run(.init(operations: 200, seed: 3))
        #expect(first.virtualTime == second.virtualTime)
        #expect(first.frames == second.frames)
        #expect(first.faults == second.faults)
        #expect(first.done == second.done)
    }
}

@Suite struct GoodputTests {
    @Test(
        "a config uses the line it is given",
        arguments: [(baud: 115_200, share: 0.92), (baud: 921_600, share: 0.88)])
    func goodput(baud: Int, share: Double) throws {
        let transfer = try ConfigTransfer.perform(over: ConfigTransfer.link(baud: baud), bytes: 8192, seed: 1)
        #expect(transfer.goodput(baud: baud) >= share)
        // The line sets the limit: of the 537 bytes of a chunk's frames, 512 are the config's.
        #expect(transfer.goodput(baud: baud) < 512.0 / 537.0)
    }

    @Test("lost frames cost a config transfer little", arguments: [115_200, 921_600])
    func losses(baud: Int) throws {
        let clean = try ConfigTransfer.perform(over: ConfigTransfer.link(baud: baud), bytes: 8192, seed: 1)
        let ratios = try (1...20 as ClosedRange<UInt64>).map { seed in
            let link = try ConfigTransfer.link(baud: baud, loss: 0.02, seed: seed)
            return try ConfigTransfer.perform(over: link, bytes: 8192, seed: seed).data / clean.data
        }
        #expect(ratios.reduce(0, +) / 20 <= 1.3)
        #expect(ratios.max() ?? 0 <= 3)
        #expect(ratios.max() ?? 0 > 1)
    }
}
