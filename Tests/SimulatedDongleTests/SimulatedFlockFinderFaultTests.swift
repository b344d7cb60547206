import DongleProtocol
import SimulatedDongle
import Testing

/// A simulated FlockFinder with something wrong with it.
struct SimulatedFlockFinderFaultTests {
    private static let endedByPeer = HostFault.refused(Status(rawValue: 0x0413))

    @Test("at a write it ends the connection, which it has executed or not", arguments: [false, true])
    func disconnection(takes: Bool) throws {
        let host = try FlockFinderHost.connected {
            $0.disconnectAtWrite = 3
            $0.takesBeforeDisconnect = takes
            $0.faultAttempts = 1
        }
        #expect(throws: Self.endedByPeer) { try host.push(#"{"version":2}"#) }
        // The third write is the end of what was pushed.
        #expect(host.device.config.version == (takes ? 2 : 1))
        try host.connect()
        try host.push(#"{"version":3}"#)
        #expect(host.device.config.version == 3)
    }

    @Test("at a command it ends the connection, which it has executed or not", arguments: [false, true])
    func command(takes: Bool) throws {
        let host = try FlockFinderHost.connected {
            $0.disconnectAtCommand = "SAVE_CONFIG"
            $0.takesBeforeDisconnect = takes
        }
        try host.push(#"{"version":2}"#)
        #expect(throws: Self.endedByPeer) { try host.write("SAVE_CONFIG", to: FlockFinderHost.command) }
        #expect(host.device.stored.version == (takes ? 2 : 1))
    }

    @Test("a write is refused with the ATT error that was asked for, and not executed")
    func refusal() throws {
        let host = try FlockFinderHost.connected {
            $0.refuseAtWrite = 2
            $0.refusedWith = 0x11
        }
        try host.write("CONFIG_START")
        #expect(throws: HostFault.refused(Status(rawValue: 0x0511))) { try host.write(#"{"version":2}"#) }
        try host.write(#"{"version":3}"#)
        try host.write("CONFIG_END")
        #expect(host.device.config.version == 3)
    }

    @Test("a notification gets lost, in as many connections as it is to")
    func lost() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517) {
            $0.dropNotification = 4
            $0.faultAttempts = 1
        }
        #expect(try host.answers(to: "GET_CONFIG").map(\.utf8.count) == [12, 500, 500, 500, 500, 500, 144, 10])
        try host.disconnect()
        try host.connect()
        #expect(try host.answers(to: "GET_CONFIG").count == 9)
    }

    @Test("it can keep its replies to itself, and the config as well", arguments: ["none", "silent"])
    func silence(replies: String) throws {
        let host = try FlockFinderHost.connected(largestMTU: 517) { $0.replies = replies }
        try host.write(#"{"version":2}"#)
        #expect(host.news() == [] && host.device.config.version == 2)
        #expect(try host.answers(to: "SAVE_CONFIG") == [])
        #expect(try host.answers(to: "GET_CONFIG").count == (replies == "none" ? 9 : 0))
    }

    @Test("it can call a config a success and apply nothing of it", arguments: ["real", "document"])
    func idle(firmware: String) throws {
        let host = try FlockFinderHost.connected {
            $0.firmware = firmware
            $0.appliesNothing = true
        }
        let before = host.device.config
        try host.push(#"{"version":2,"v":1,"wsi":6000}"#)
        #expect(host.replies() == ["CONFIG_UPDATED true"] && host.device.config == before)
    }

    @Test("it can take its time to reply")
    func slow() throws {
        let host = try FlockFinderHost.connected { $0.replyDelayMs = 3000 }
        try host.write("{}")
        #expect(host.news() == [])
        host.host.advance(by: .seconds(3))
        #expect(host.replies() == ["CONFIG_UPDATED true"])
    }

    @Test("what nobody subscribed to is counted, and a read gets it all the same")
    func unsubscribed() throws {
        let host = try FlockFinderHost.connected()
        _ = try host.host.outcome(
            of: SubscribeRequest(
                deadlineMs: 1000, connection: try #require(host.connection), handle: FlockFinderHost.config + 1,
                mode: .off))
        try host.write("{}")
        #expect(host.news() == [] && host.device.counts.lostNotifications == 1)
        #expect(try host.read().contains("CONFIG_UPDATED"))
    }
}
