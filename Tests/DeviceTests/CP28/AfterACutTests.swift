import Advertising
import Testing

@testable import CP28

/// Reports on a beacon after a run was cut off, after pauses of any length, on a virtual clock.
@Suite struct AfterACutTests {
    private static let pauses: [Duration] = [.seconds(1), .seconds(10), .seconds(60), .seconds(600)]

    @Test(
        "cut at any of the 24 steps, after any pause, whatever somebody does then, the verdict is true",
        arguments: VirtualTable.Cut.allCases, [nil, VirtualTable.restarted])
    func everyStep(cut: VirtualTable.Cut, newAddress: BluetoothAddress?) throws {
        for step in 1...ConfigurationStep.count {
            for isTaken in [false, true] {
                for pause in Self.pauses {
                    for follow in VirtualTable.Follow.allCases {
                        var table = try VirtualTable()
                        table.newAddress = newAddress
                        let first = table.provision(cutting: cut, at: step, isTaken: isTaken)
                        let place: Comment = "step \(step), taken \(isTaken), \(pause), \(follow): \(first)"
                        #expect(first != .verified || table.isDone, place)
                        table.pause(pause)
                        // Nothing needs to be verified here.
                        guard follow != .verify || table.saveBegun, first != .verified else { continue }
                        let isDone = table.isDone
                        let writes = table.written.count
                        let end = table.follow(follow)
                        guard follow != .verify || isDone else {
                            #expect(end != .verified, place)
                            continue
                        }
                        #expect(end == .verified && table.isDone && table.seen == table.address, "\(place), \(end)")
                        // A beacon that is already done is not written again.
                        #expect(table.written.count == writes + (isDone ? 0 : ConfigurationStep.count), place)
                    }
                }
            }
        }
    }

    @Test(
        "a beacon that bore the identity before the write is never taken for it", arguments: VirtualTable.Cut.allCases)
    func bore(cut: VirtualTable.Cut) throws {
        for pause in Self.pauses {
            for follow in VirtualTable.Follow.allCases {
                var table = try VirtualTable()
                table.newAddress = VirtualTable.restarted
                // The other beacon advertises all the time, or is out of reach while the beacon is
                // written.
                table.strangerAdvertises = { $0 < .seconds(102) || $0 > .seconds(120) }
                _ = table.provision(cutting: cut, at: 24, isTaken: false)
                table.pause(pause)
                _ = table.follow(follow)
                #expect(table.seen != VirtualTable.stranger, "\(pause), \(follow)")
            }
        }
    }

    @Test("a beacon that never advertises again is not verified by another with its identity, far away")
    func farAway() throws {
        var table = try VirtualTable()
        table.newAddress = VirtualTable.restarted
        _ = table.provision(cutting: .kill, at: 24, isTaken: true)
        table.rssi = -95
        table.pause(.seconds(10))
        let end = table.follow(.verify)
        #expect(
            end == .unknown(.seenElsewhere(at: VirtualTable.restarted, rssiDBm: -95, .otherSignal(before: -55))))
    }
}
