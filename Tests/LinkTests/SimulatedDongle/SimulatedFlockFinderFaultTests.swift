import DongleProtocol
import SimulatedDongle
import Testing

/// A faulty simulated FlockFinder.
struct SimulatedFlockFinderFaultTests {
    private static let endedByPeer = HostFault.refused(Status(rawValue: 0x0413))

    @Test("at a write it ends the connection, which it has executed or not", arguments: [false, true])
    func disconnection(takes: Bool) throws {
        let host = try FlockFinderHost.connected {
            $0.disconnectAtWrite = 3
            $0.takesBeforeDisconnect = takes
            $0.faultAttempts = 1
        }
        #expect(throws: Self.endedByPeer) { try host.push(#"{"scanConfig":{"bleScanInterval":2000}}"#) }
        // The third write is the end of the pushed config.
        #expect(host.device.config.scan.bleInterval == (takes ? 2000 : 5000))
        try host.connect()
        try host.push(#"{"scanConfig":{"bleScanInterval":3000}}"#)
        #expect(host.device.config.scan.bleInterval == 3000)
    }

    @Test("at a command it ends the connection, which it has executed or not", arguments: [false, true])
    func command(takes: Bool) throws {
        let host = try FlockFinderHost.connected {
            $0.disconnectAtCommand = "SAVE_CONFIG"
            $0.takesBeforeDisconnect = takes
        }
        try host.push(#"{"scanConfig":{"bleScanInterval":2000}}"#)
        #expect(throws: Self.endedByPeer) { try host.write("SAVE_CONFIG", to: FlockFinderHost.command) }
        #expect(host.device.stored.scan.bleInterval == (takes ? 2000 : 5000))
    }

    @Test("a write is refused with the ATT error that was asked for, and not executed")
    func refusal() throws {
        let host = try FlockFinderHost.connected {
            $0.refuseAtWrite = 2
            $0.refusedWith = 0x11
        }
        try host.write("CONFIG_START")
        #expect(throws: HostFault.refused(Status(rawValue: 0x0511))) {
            try host.write(#"{"scanConfig":{"bleScanInterval":2000}}"#)
        }
        try host.write(#"{"scanConfig":{"bleScanInterval":3000}}"#)
        try host.write("CONFIG_END")
        #expect(host.device.config.scan.bleInterval == 3000)
    }

    @Test("a notification gets lost, in as many connections as it is to")
    func lost() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517) {
            $0.dropNotification = 4
            $0.faultAttempts = 1
        }
        #expect(try host.answers(to: "GET_CONFIG").map(\.utf8.count) == [13, 500, 500, 500, 500, 500, 144, 11])
        try host.disconnect()
        try host.connect()
        #expect(try host.answers(to: "GET_CONFIG").count == 9)
    }

    @Test("a part of its config gets lost each time, and a config of one part does not")
    func lostPart() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517) { $0.dropPart = 7 }
        for _ in 0..<2 {
            #expect(try host.answers(to: "GET_CONFIG").map(\.utf8.count) == [13, 500, 500, 500, 500, 500, 500, 11])
        }
        try host.push(#"{"patterns":{"ssidPatterns":[],"macPrefixes":[],"bleDeviceNames":[],"bleServiceUuids":[]}}"#)
        _ = host.news()
        #expect(try host.answers(to: "GET_CONFIG").count == 1)
    }

    @Test("it can keep its replies to itself, and the config as well", arguments: ["none", "silent"])
    func silence(replies: String) throws {
        let host = try FlockFinderHost.connected(largestMTU: 517) { $0.replies = replies }
        try host.write(#"{"scanConfig":{"bleScanInterval":2000}}"#)
        #expect(host.news() == [] && host.device.config.scan.bleInterval == 2000)
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

    @Test("it replies before it answers the write, 500 ms later or whenever it is to", arguments: [nil, 3000])
    func slow(delayMs: Double?) throws {
        let host = try FlockFinderHost.connected { $0.replyDelayMs = delayMs }
        let start = host.host.now
        try host.write(Array("{}".utf8), deadlineMs: 5000)
        #expect(host.host.now - start >= .milliseconds(delayMs ?? 500))
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
