import Foundation
import SimulatedDongle
import Testing

/// Invalid scenarios with FlockFinders, and a valid one.
struct SimulatedFlockFinderScenarioTests {
    private static let path = "peripherals[0].flockFinder"
    private static let write = "a number from 1 to 1000"
    private static let time = "a number from 0.0 to 600000.0"

    private func fault(_ options: String, beside: String = #""behaviour":"flockfinder""#) -> ScenarioError? {
        let advertiser = #"{"name":"a","address":"c0:00:00:00:00:01","pdu":"ADV_IND"}"#
        let json = #"{"name":"x","peripherals":[{"advertiser":\#(advertiser),\#(beside),"flockFinder":\#(options)}]}"#
        return #expect(throws: ScenarioError.self) { try Scenario(json: Data(json.utf8)) }
    }

    @Test(
        "an option out of its range names its place and what belongs there",
        arguments: [
            ("firmware", #""new""#, "firmware", "one of real, main, document"),
            ("name", #""""#, "name", "1 to 29 bytes"),
            ("missing", #"["name"]"#, "missing[0]", "one of detection, command, stream, config"),
            ("replies", #""few""#, "replies", "one of all, none, silent"), ("replyDelayMs", "-1", "replyDelayMs", time),
            ("refuseAtWrite", "0", "refuseAtWrite", write), ("disconnectAtWrite", "1001", "disconnectAtWrite", write),
            ("dropNotification", "0", "dropNotification", write), ("dropPart", "0", "dropPart", write),
            ("faultAttempts", "0", "faultAttempts", write),
            ("refusedWith", "5", "refusedWith", "together with refuseAtWrite"),
            (
                "takesBeforeDisconnect", "true", "takesBeforeDisconnect",
                "together with disconnectAtWrite or disconnectAtCommand"
            ),
            ("faultAttempts", "1", "faultAttempts", "together with a fault"),
            ("otherPush", #"{"config":{}}"#, "otherPush", "one of atSeconds, afterReads, afterConfigs"),
            (
                "otherPush", #"{"atSeconds":1,"config":{"maxChannel":256}}"#, "otherPush.config.maxChannel",
                "a number from 0 to 255"
            ),
            ("config", #"{"version":-1}"#, "config.version", "a number from 0 to 4294967295"),
            ("rebootAtSeconds", "0", "rebootAtSeconds", "a number from 0.001 to 86400.0"),
            ("rebootAfterSaveMs", "-1", "rebootAfterSaveMs", time), ("bootMs", "600001", "bootMs", time),
            ("hears", #"[{"type":"fm","address":"c0:00:00:00:00:02"}]"#, "hears[0].type", "one of wifi, ble"),
            (
                "hears", #"[{"type":"ble","address":"c0"}]"#, "hears[0].address",
                "an address like c0:11:22:33:44:55"
            ),
            (
                "hears", #"[{"type":"ble","address":"c0:00:00:00:00:02","serviceUUID":"18"}]"#, "hears[0].serviceUUID",
                "a UUID of 4, 8 or 8-4-4-4-12 digits"
            ),
        ])
    func range(key: String, value: String, place: String, expected: String) {
        #expect(fault(#"{"\#(key)":\#(value)}"#) == .invalid(path: "\(Self.path).\(place)", expected: expected))
    }

    @Test("the options need the behaviour, and the behaviour has its own services; an unknown key is one")
    func behaviour() {
        #expect(
            fault("{}", beside: #""largestMTU":23"#)
                == .invalid(path: Self.path, expected: "together with the behaviour flockfinder"))
        #expect(
            fault("{}", beside: #""behaviour":"flockfinder","services":[{"uuid":"ffe0","characteristics":[]}]"#)
                == .invalid(
                    path: "peripherals[0].services", expected: "nothing: the behaviour flockfinder has its own"))
        #expect(fault(#"{"config":{"ssid":[]}}"#) == .unknownKey(path: "\(Self.path).config.ssid"))
    }

    @Test("all options together are read and written out equal, and the MTU is 255 where none is given")
    func roundTrip() throws {
        let config = """
            {"version":2,"wifiOn":false,"bleOn":true,"wifiIntervalMs":1,"bleIntervalMs":2,"bleDurationSeconds":3,
            "hopIntervalMs":4,"maxChannel":5,"heartbeatIntervalMs":6,"detectionTimeoutMs":7,"streamMode":1,
            "ssids":[{"pattern":"","deviceType":"","caseSensitive":true,"enabled":false}],"macs":[],"bleNames":[],
            "bleUUIDs":[]}
            """
        let json = """
            {"name":"x","peripherals":[{"advertiser":{"name":"a","address":"c0:00:00:00:00:01","pdu":"ADV_IND"},
            "behaviour":"flockfinder","flockFinder":{"firmware":"document","name":"n","config":\(config),
            "hears":[{"type":"wifi","address":"c0:00:00:00:00:02","name":"s","rssiDBm":-1,"channel":14,"probe":true},
            {"type":"ble","address":"c0:00:00:00:00:03","serviceUUID":"180a"}],"missing":["stream"],"replies":"none",
            "replyDelayMs":1,"appliesNothing":true,"keepsNothing":true,"keepsTiming":true,"telling":"endless","dropPart":9,"refuseAtWrite":1,"refusedWith":1,"disconnectAtWrite":2,"disconnectAtCommand":"x",
            "takesBeforeDisconnect":true,"dropNotification":3,"faultAttempts":4,
            "otherPush":{"atSeconds":1,"config":\(config)},"rebootAtSeconds":1,"rebootAfterSaveMs":2,"bootMs":3}}]}
            """
        let scenario = try Scenario(json: Data(json.utf8))
        #expect(scenario.peripherals[0].largestMTU == 255)
        #expect(try Scenario(json: JSONEncoder().encode(scenario)) == scenario)
        let host = try BareHost(scenario)
        let device = try #require(host.dongle.peripherals[0].behaviour as? SimulatedFlockFinder)
        #expect(device.firmware == .document && device.config.scan.heartbeatInterval == 6)
        #expect(device.config.ssids == [.init("", "", isCaseSensitive: true, isEnabled: false)])
    }

    @Test("the flockfinder scenario has three of them, of both firmwares, and the walker one")
    func builtIn() throws {
        let devices = try BareHost(try Scenario.named("flockfinder")).dongle.peripherals
        #expect(devices.compactMap { ($0.behaviour as? SimulatedFlockFinder)?.firmware } == [.real, .document, .real])
        #expect(devices.map(\.traits.largestMTU) == [255, 517, 517])
        let walker = try BareHost(try Scenario.named("walker")).dongle.peripherals
        #expect(walker.compactMap { $0.behaviour as? SimulatedFlockFinder }.count == 1)
    }
}
