import DongleProtocol
import SimulatedDongle
import Testing

/// A faulty simulated CP28.
struct SimulatedCP28FaultTests {
    private static let notAuthenticated = HostFault.refused(Status(rawValue: 0x0505))
    private static let unlikely = HostFault.refused(Status(rawValue: 0x050E))
    private static let endedByPeer = HostFault.refused(Status(rawValue: 0x0413))
    private static let missed = HostFault.refused(Status(rawValue: 0x0408))

    // MARK: Passwords

    @Test("another password than the usual one can be asked for")
    func password() throws {
        let host = try BeaconHost { $0.password = "000000" }
        try host.connect()
        #expect(throws: Self.notAuthenticated) { try host.authenticate() }
        #expect(throws: Self.notAuthenticated) { try host.authenticate("00000") }
        try host.authenticate("000000")
        try host.write(steps: 1...24)
        #expect(host.beacon.passwordCounts == ["555555": 1, "00000": 1, "000000": 1])
        #expect(host.beacon.refusedPasswords == 2)
    }

    @Test("a refusal by notification acknowledges the write and notifies status 1")
    func refusalByNotification() throws {
        let host = try BeaconHost { $0.refusal = "nack" }
        try host.connect()
        try host.subscribe()
        try host.authenticate("dx1234")
        #expect(host.replies() == [[0x4E, 0x4F, 0, 1, 1, 0]])
        #expect(throws: Self.notAuthenticated) { try host.write(steps: 1...1) }
    }

    @Test("a refusal by disconnection ends the connection without an answer")
    func refusalByDisconnection() throws {
        let host = try BeaconHost { $0.refusal = "disconnect" }
        try host.connect()
        #expect(throws: Self.endedByPeer) { try host.authenticate("dx1234") }
        #expect(host.disconnections() == [Status(rawValue: 0x0413)])
        try host.connect()
        try host.authenticate()
        try host.write(steps: 1...24)
    }

    @Test("a silent refusal acknowledges all that is written, and does and notifies nothing")
    func silentRefusal() throws {
        let host = try BeaconHost { $0.refusal = "silent" }
        try host.connect()
        try host.subscribe()
        #expect(throws: Self.notAuthenticated) { try host.write(steps: 1...1) }
        try host.authenticate("dx1234")
        try host.write(steps: 1...24)
        #expect(host.replies() == [])
        #expect(host.beacon.executedCommands == [] && host.beacon.saves == 0)
        try host.authenticate()
        try host.write(steps: 1...24)
        #expect(host.beacon.saves == 1)
    }

    @Test("after so many wrong passwords the right one is refused as well, for good")
    func lock() throws {
        let host = try BeaconHost { $0.lockAfterRefusals = 2 }
        try host.connect()
        #expect(throws: Self.notAuthenticated) { try host.authenticate("dx1234") }
        try host.authenticate()
        #expect(!host.beacon.isLocked)
        #expect(throws: Self.notAuthenticated) { try host.authenticate("000000") }
        #expect(host.beacon.isLocked)
        for _ in 0..<2 {
            #expect(throws: Self.notAuthenticated) { try host.authenticate() }
            #expect(throws: Self.notAuthenticated) { try host.write(steps: 1...1) }
            try host.disconnect()
            try host.connect()
        }
    }

    // MARK: Faults at a step

    @Test("a refused step is not executed, and the others are", arguments: [1, 12, 24])
    func nack(step: Int) throws {
        let host = try BeaconHost.authenticated { $0.nackAtStep = step }
        for number in 1..<step { try host.write(steps: number...number) }
        #expect(throws: Self.unlikely) { try host.write(steps: step...step) }
        #expect(host.beacon.executedCommands.count == step - 1)
        // The next command counts as another step, even if it is the same command.
        try host.write(steps: step...24)
        #expect(host.beacon.executedCommands.count == 24 && host.beacon.saves == 1)
    }

    @Test("a step refused by notification is acknowledged, answered with status 1, and not executed")
    func nackByReply() throws {
        let host = try BeaconHost.authenticated {
            $0.nackAtStep = 2
            $0.nackBy = "reply"
        }
        try host.write(steps: 1...3 - 1)
        #expect(host.replies() == [[0x4E, 0x4F, 0x71, 1, 0, 0x70], [0x4E, 0x4F, 0x11, 1, 1, 0x11]])
        #expect(host.beacon.executedCommands.map(\.code) == [0x71])
    }

    @Test("a disconnection at a step leaves its write without an answer and all of them without effect")
    func disconnection() throws {
        let host = try BeaconHost.authenticated { $0.disconnectAtStep = 12 }
        try host.write(steps: 1...11)
        #expect(throws: Self.endedByPeer) { try host.write(steps: 12...12) }
        #expect(host.disconnections() == [Status(rawValue: 0x0413)])
        #expect(host.beacon.executedCommands.count == 11 && host.beacon.saves == 0)
    }

    @Test("a disconnection at the save comes before it, or after it where that is asked for", arguments: [false, true])
    func disconnectionAtSave(saves: Bool) throws {
        let host = try BeaconHost.authenticated {
            $0.disconnectAtStep = 24
            $0.savesBeforeDisconnect = saves
        }
        try host.write(steps: 1...23)
        let known = host.replies().count
        #expect(throws: Self.endedByPeer) { try host.write(steps: 24...24) }
        #expect(host.replies().count == known)
        #expect(host.beacon.saves == (saves ? 1 : 0))
        let heard = try host.heard().compactMap(\.beaconIdentity)
        #expect(!heard.isEmpty && heard.allSatisfy { ($0 == BeaconHost.newIdentity) == saves })
    }

    @Test("a silent step never answers its write, and the dongle takes no other; the next connection works")
    func silence() throws {
        let host = try BeaconHost.authenticated {
            $0.silentAtStep = 3
            $0.faultAttempts = 1
        }
        try host.write(steps: 1...2)
        let before = host.host.now
        #expect(throws: HostFault.refused(.deadline)) {
            try host.write(BeaconHost.steps[2], deadlineMs: 3000)
        }
        #expect(host.host.now - before >= .seconds(3))
        #expect(host.beacon.executedCommands.count == 2)
        #expect(host.peripheral.requestTimes.count == 4)
        #expect(throws: HostFault.refused(.busy)) { try host.write(steps: 3...3) }
        try host.disconnect()
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
        #expect(host.beacon.saves == 1)
    }

    @Test("faults last as many connections as is said, counted by those in which one strikes")
    func attempts() throws {
        let host = try BeaconHost {
            $0.nackAtStep = 2
            $0.disconnectAtStep = 4
            $0.faultAttempts = 2
        }
        for _ in 0..<2 {
            // This connection is too short for a fault.
            try host.connectAndAuthenticate()
            try host.write(steps: 1...1)
            try host.disconnect()
            // Two faults in one connection count as one.
            try host.connectAndAuthenticate()
            try host.write(steps: 1...1)
            #expect(throws: Self.unlikely) { try host.write(steps: 2...2) }
            try host.write(steps: 2...2)
            #expect(throws: Self.endedByPeer) { try host.write(steps: 3...3) }
        }
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
    }

    @Test("who leaves at a step is missed, and stays away or comes back after its time", arguments: [nil, 9000.0])
    func departure(returnsAfterMs: Double?) throws {
        let host = try BeaconHost.authenticated {
            $0.leavesAtStep = 5
            $0.returnsAfterMs = returnsAfterMs
            $0.faultAttempts = 1
        }
        try host.write(steps: 1...4)
        #expect(throws: Self.missed) { try host.write(BeaconHost.steps[4], deadlineMs: 10_000) }
        #expect(host.beacon.executedCommands.count == 4)
        #expect(try host.heard().isEmpty)
        host.host.advance(by: .seconds(2))
        #expect(try host.heard().isEmpty == (returnsAfterMs == nil))
        guard returnsAfterMs != nil else { return }
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
    }

    @Test("who comes back before it is missed has lost its connection all the same")
    func earlyReturn() throws {
        let host = try BeaconHost.authenticated {
            $0.leavesAtStep = 1
            $0.returnsAfterMs = 1000
            $0.faultAttempts = 1
        }
        _ = try host.host.answer(
            to: WriteCommandRequest(
                connection: try #require(host.connection), handle: 9, value: BeaconHost.steps[0]))
        host.host.advance(by: .seconds(2))
        #expect(throws: Self.missed) { try host.write(BeaconHost.steps[0], deadlineMs: 10_000) }
        #expect(host.beacon.executedCommands == [])
        #expect(host.disconnections() == [Status(rawValue: 0x0408)])
        #expect(!(try host.heard().isEmpty))
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
    }

    @Test("a save that is ignored is acknowledged, and the old identity stays on the air")
    func ignoredSave() throws {
        let host = try BeaconHost.authenticated {
            $0.ignoresSave = true
            $0.faultAttempts = 1
            $0.newAddressAfterSave = "48:87:2d:00:00:99"
        }
        try host.write(steps: 1...24)
        #expect(host.replies().last == [0x4E, 0x4F, 0x60, 1, 0, 0x61])
        try host.disconnect()
        #expect(host.beacon.saves == 0)
        let heard = try host.heard()
        #expect(!heard.isEmpty && heard.allSatisfy { $0.beaconIdentity != BeaconHost.newIdentity })
        #expect(heard.allSatisfy { $0.address.rawValue == 0x4887_2D00_0001 })
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
        #expect(host.beacon.saves == 1)
    }
}
