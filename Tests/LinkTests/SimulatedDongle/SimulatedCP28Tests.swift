import DongleProtocol
import SimulatedDongle
import Testing

/// A simulated CP28 that follows the protocol's description.
struct SimulatedCP28Tests {
    private static let notAuthenticated = HostFault.refused(Status(rawValue: 0x0505))
    private static let notAllowed = HostFault.refused(Status(rawValue: 0x0513))

    @Test("password, 24 steps and disconnection give another identity, power, name and interval on the air")
    func sequence() throws {
        let host = try BeaconHost()
        let before = try host.heard()
        #expect(Set(before.compactMap(\.measuredPower)) == [0xC5])
        #expect(before.allSatisfy { $0.beaconIdentity != BeaconHost.newIdentity })
        try host.connectAndAuthenticate()
        try host.write(steps: 1...24)
        try host.disconnect()
        let after = try host.heard()
        let adverts = after.filter { $0.traits.pdu == .connectable }
        #expect(Set(adverts.map(\.beaconIdentity)) == [BeaconHost.newIdentity])
        #expect(Set(adverts.map(\.measuredPower)) == [0xC9])
        // Every 300 ms plus up to 10 ms within 4 s; the factory's interval would give 8.
        #expect((12...14).contains(adverts.count))
        let scanResponse = [0x08, 0x09] + Array("Table 7".utf8) + [0x03, 0x03, 0xE0, 0xFF]
        #expect(Set(after.filter { $0.traits.pdu == .scanResponse }.map(\.data)) == [scanResponse])
        #expect(host.beacon.saves == 1 && host.beacon.connections == 1)
        #expect(host.beacon.executedCommands.count == 24)
        let name = try #require(host.peripheral.table.characteristics.first)
        #expect(host.peripheral.value(of: name) == Array("Table 7".utf8))
    }

    @Test("each command is answered with its code and status 0")
    func replies() throws {
        let host = try BeaconHost.authenticated()
        try host.write(steps: 1...3)
        #expect(
            host.replies() == [
                [0x4E, 0x4F, 0x71, 1, 0, 0x70], [0x4E, 0x4F, 0x11, 1, 0, 0x10], [0x4E, 0x4F, 0x61, 1, 0, 0x60],
            ])
    }

    @Test("nothing is answered to who has not subscribed")
    func unsubscribed() throws {
        let host = try BeaconHost()
        try host.connect()
        try host.authenticate()
        try host.write(steps: 1...3)
        #expect(host.replies() == [])
    }

    @Test("commands are refused before the password, after a wrong one, and in the next connection")
    func authentication() throws {
        let host = try BeaconHost()
        try host.connect()
        #expect(throws: Self.notAuthenticated) { try host.write(steps: 1...1) }
        #expect(throws: Self.notAuthenticated) { try host.authenticate("dx1234") }
        #expect(throws: Self.notAuthenticated) { try host.write(steps: 1...1) }
        #expect(!host.beacon.isAuthenticated)
        try host.authenticate()
        #expect(host.beacon.isAuthenticated)
        try host.write(steps: 1...1)
        try host.disconnect()
        #expect(!host.beacon.isAuthenticated)
        try host.connect()
        #expect(throws: Self.notAuthenticated) { try host.write(steps: 1...1) }
        #expect(host.beacon.receivedPasswords == ["dx1234", "555555"])
        #expect(host.beacon.executedCommands.count == 1)
    }

    @Test("what is not saved is forgotten when the connection ends")
    func unsaved() throws {
        let host = try BeaconHost.authenticated()
        let saved = host.beacon.saved
        try host.write(steps: 1...23)
        try host.disconnect()
        #expect(host.beacon.saved == saved && host.beacon.saves == 0)
        #expect(try host.heard().allSatisfy { $0.beaconIdentity != BeaconHost.newIdentity })
        // Neither the selected frame nor any change survives, and a save does not bring the changes
        // back.
        try host.connectAndAuthenticate()
        #expect(throws: Self.notAllowed) { try host.write(BeaconHost.packet(0x62)) }
        try host.write(steps: 24...24)
        #expect(host.beacon.saved == saved && host.beacon.saves == 1)
    }

    @Test(
        "a packet that is not one is refused",
        arguments: [
            [], [0x4E, 0x4F, 0x11, 0x00], [0x4F, 0x4E, 0x11, 0x00, 0x11], [0x4E, 0x4E, 0x11, 0x00, 0x11],
            [0x4E, 0x4F, 0x11, 0x00, 0x10], [0x4E, 0x4F, 0x11, 0x01, 0x10], [0x4E, 0x4F, 0x11, 0x00, 0x11, 0x00],
        ] as [[UInt8]])
    func malformed(packet: [UInt8]) throws {
        let host = try BeaconHost.authenticated()
        #expect(throws: Self.notAllowed) { try host.write(packet) }
        #expect(host.beacon.executedCommands == [])
        #expect(host.replies() == [])
    }

    @Test(
        "data out of its range, or of another length, is refused and changes nothing",
        arguments: [
            (0x71, []), (0x71, Array(repeating: 0x41, count: 21)), (0x71, [0x41, 0xC3]),
            (0x74, Array(repeating: 1, count: 15)), (0x74, Array(repeating: 1, count: 17)), (0x75, [1]),
            (0x75, [1, 2, 3]), (0x76, [1]), (0x77, []), (0x77, [1, 2]), (0x78, [0]), (0x78, [1, 2]), (0x79, [8]),
            (0x79, []), (0x10, []), (0x17, []), (0x60, [0]), (0x62, [1]), (0xA0, [1]), (0xFF, [1]), (0x63, []),
        ] as [(UInt8, [UInt8])])
    func outOfRange(code: UInt8, data: [UInt8]) throws {
        let host = try BeaconHost.authenticated()
        try host.write(steps: 7...8)
        #expect(throws: Self.notAllowed) { try host.write(BeaconHost.packet(code, data)) }
        try host.write(steps: 24...24)
        #expect(host.beacon.executedCommands.map(\.code) == [0x12, 0x62, 0x60])
        #expect(host.beacon.saved.name == "CP28")
        #expect(host.beacon.saved.frames[1].identity.description == "00000000-0000-0000-0000-000000000000/0/0")
        #expect(host.beacon.saved.frames[1].measuredPowerDBm == -59)
        #expect(host.beacon.saved.frames[1].interval == .milliseconds(500))
    }

    @Test("the limits of a range belong to it")
    func limits() throws {
        let host = try BeaconHost.authenticated()
        try host.write(steps: 7...8)
        try host.write(BeaconHost.packet(0x71, Array(repeating: 0x41, count: 20)))
        for value in [0x80, 0xFF, 0x00, 0x7F] as [UInt8] { try host.write(BeaconHost.packet(0x77, [value])) }
        for value in [1, 255] as [UInt8] { try host.write(BeaconHost.packet(0x78, [value])) }
        for value in [0, 7] as [UInt8] { try host.write(BeaconHost.packet(0x79, [value])) }
        try host.write(steps: 24...24)
        let frame = host.beacon.saved.frames[1]
        #expect(host.beacon.saved.name == String(repeating: "A", count: 20))
        #expect(frame.measuredPowerDBm == 127 && frame.interval == .milliseconds(25_500) && frame.txPowerIndex == 7)
    }

    @Test("only an iBeacon takes UUID, major and minor, and a frame that is off takes no settings at all")
    func frameKinds() throws {
        let host = try BeaconHost.authenticated()
        let identity = [BeaconHost.packet(0x74, BeaconHost.uuid), BeaconHost.packet(0x75, [0, 1])]
        let settings = [BeaconHost.packet(0x77, [0xC5]), BeaconHost.packet(0x78, [5]), BeaconHost.packet(0x79, [1])]
        // While the frame is off there is nothing to set.
        for packet in identity + settings + [BeaconHost.packet(0x61), BeaconHost.packet(0xFF)] {
            #expect(throws: Self.notAllowed) { try host.write(packet) }
        }
        try host.write(BeaconHost.packet(0x12))
        for packet in identity + settings {
            #expect(throws: Self.notAllowed) { try host.write(packet) }
        }
        try host.write(BeaconHost.packet(0x61))
        for packet in identity {
            #expect(throws: Self.notAllowed) { try host.write(packet) }
        }
        for packet in settings { try host.write(packet) }
        try host.write(BeaconHost.packet(0x62))
        for packet in identity { try host.write(packet) }
    }

    @Test("a beacon whose frames are all off advertises its name and no identity")
    func disabled() throws {
        let host = try BeaconHost.authenticated()
        for code in [0x11, 0xFF, 0x60] as [UInt8] { try host.write(BeaconHost.packet(code)) }
        try host.disconnect()
        let heard = try host.heard()
        #expect(Set(heard.filter { $0.traits.pdu == .connectable }.map(\.data)) == [[2, 1, 6]])
        #expect(heard.contains { $0.traits.pdu == .scanResponse })
    }

    @Test("a write command is executed like a write")
    func writeCommands() throws {
        let host = try BeaconHost.authenticated()
        for step in BeaconHost.steps.prefix(2) {
            _ = try host.host.answer(
                to: WriteCommandRequest(connection: try #require(host.connection), handle: 9, value: step))
        }
        #expect(host.replies().count == 2)
        #expect(host.beacon.executedCommands.map(\.code) == [0x71, 0x11])
    }

    @Test("the queue and the answer of each write request are timed, an interval apart")
    func requestTimes() throws {
        let host = try BeaconHost.authenticated()
        let known = host.peripheral.requestTimes.count
        #expect(known == 2)
        try host.write(steps: 1...24)
        let times = host.peripheral.requestTimes.dropFirst(known)
        #expect(times.count == 24)
        #expect(times.allSatisfy { $0.answered > $0.queued && $0.answered - $0.queued <= .milliseconds(30) })
        #expect(zip(times, times.dropFirst()).allSatisfy { $0.answered <= $1.queued })
        for _ in 0..<1024 { try host.write(BeaconHost.packet(0x11)) }
        #expect(host.peripheral.requestTimes.count == 1024)
        #expect(host.beacon.executedCommands.count == 1024)
    }
}
