import DongleProtocol
import Foundation
import SimulatedDongle
import Testing

/// Invalid scenarios with CP28s, and a valid one.
struct SimulatedCP28ScenarioTests {
    private static let cp28 = "peripherals[0].cp28"

    private func fault(cp28: String, beside: String = #""behaviour":"cp28""#) -> ScenarioError? {
        let advertiser = #"{"name":"a","address":"c0:00:00:00:00:01","pdu":"ADV_IND"}"#
        let json = #"{"name":"x","peripherals":[{"advertiser":\#(advertiser),\#(beside),"cp28":\#(cp28)}]}"#
        return #expect(throws: ScenarioError.self) { try Scenario(json: Data(json.utf8)) }
    }

    private static let step = "a number from 1 to 24"
    private static let text = "1 to 20 printable characters of ASCII"
    private static let time = "a number from 0.0 to 600000.0"

    @Test(
        "an option out of its range names its place and what belongs there",
        arguments: [
            ("password", #""""#, text), ("password", #""123456789012345678901""#, text), ("password", #""é""#, text),
            ("name", #""""#, text), ("name", #""a\nb""#, text), ("password", "5", "a text"),
            ("refusal", #""loud""#, "one of att, nack, disconnect, silent"),
            ("replies", #""some""#, "one of ack, none"), ("nackBy", #""fax""#, "one of att, reply"),
            ("nackAtStep", "0", step), ("nackAtStep", "25", step), ("nackAtStep", #""1""#, "a whole number"),
            ("disconnectAtStep", "0", step), ("silentAtStep", "25", step), ("leavesAtStep", "-1", step),
            ("lockAfterRefusals", "0", "a number from 1 to 1000"), ("faultAttempts", "0", "a number from 1 to 1000"),
            ("slow", "1001", "a number from 0 to 1000"), ("slow", "-1", "a number from 0 to 1000"),
            ("replyDelayMs", "600001", time), ("settleMs", "-1", time), ("returnsAfterMs", "-1", time),
            ("newAddressAfterSave", #""there""#, "an address like c0:11:22:33:44:55"),
            ("ignoresSave", "1", "true or false"),
            ("hangsUpAfterRefusal", "1", "true or false"), ("notifies", "0", "true or false"),
            ("iBeaconEvery", "0", "a number from 1 to 1000"), ("iBeaconEvery", "1001", "a number from 1 to 1000"),
            ("nackBy", #""att""#, "together with nackAtStep"), ("returnsAfterMs", "5", "together with leavesAtStep"),
            ("savesBeforeDisconnect", "true", "together with disconnectAtStep"),
            ("faultAttempts", "1", "together with a fault at a step, or ignoresSave"),
        ])
    func range(key: String, value: String, expected: String) {
        #expect(
            fault(cp28: #"{"\#(key)":\#(value)}"#) == .invalid(path: "\(Self.cp28).\(key)", expected: expected))
    }

    @Test("a beacon that hangs up anyway does not do so after a refusal", arguments: ["disconnect", "silent"])
    func hangingUp(refusal: String) {
        #expect(
            fault(cp28: #"{"refusal":"\#(refusal)","hangsUpAfterRefusal":true}"#)
                == .invalid(path: "\(Self.cp28).hangsUpAfterRefusal", expected: "together with refusal att or nack"))
    }

    @Test("the identity is checked, and a key that means nothing is one")
    func identity() {
        #expect(
            fault(cp28: #"{"iBeacon":{"uuid":"ffe0","major":1,"minor":2,"measuredPowerDBm":-59}}"#)
                == .invalid(path: "\(Self.cp28).iBeacon.uuid", expected: "a UUID of 8-4-4-4-12 digits"))
        #expect(fault(cp28: #"{"iBeacon":{"uuid":"ffe0"}}"#) == .missing(path: "\(Self.cp28).iBeacon", key: "major"))
        #expect(fault(cp28: #"{"pasword":"1"}"#) == .unknownKey(path: "\(Self.cp28).pasword"))
    }

    @Test("the options need the behaviour, and the behaviour has its own services and adverts")
    func behaviour() {
        #expect(
            fault(cp28: "{}", beside: #""largestMTU":23"#)
                == .invalid(path: Self.cp28, expected: "together with the behaviour cp28"))
        let own = "nothing: the behaviour cp28 has its own"
        #expect(
            fault(cp28: "{}", beside: #""behaviour":"cp28","services":[{"uuid":"ffe0","characteristics":[]}]"#)
                == .invalid(path: "peripherals[0].services", expected: own))
        for key in ["advert", "scanResponse"] {
            let json = """
                {"name":"x","peripherals":[{"advertiser":{"name":"a","address":"c0:00:00:00:00:01","pdu":"ADV_IND",
                "\(key)":[{"flags":6}]},"behaviour":"cp28"}]}
                """
            #expect(throws: ScenarioError.invalid(path: "peripherals[0].advertiser.\(key)", expected: own)) {
                try Scenario(json: Data(json.utf8))
            }
        }
    }

    @Test("a behaviour that is not known says which are")
    func unknownBehaviour() throws {
        let scenario = Scenario(
            name: "x",
            peripherals: [
                .init(advertiser: .init(name: "a", address: "c0:00:00:00:00:01", pdu: "ADV_IND"), behaviour: "cp29")
            ])
        #expect(
            throws: ScenarioError.invalid(path: "peripherals[0].behaviour", expected: "one of cp28, echo, flockfinder")
        ) {
            try BareHost(scenario)
        }
    }

    @Test("all options together are read and written out equal")
    func roundTrip() throws {
        let json = """
            {"name":"x","peripherals":[{"advertiser":{"name":"a","address":"c0:00:00:00:00:01","pdu":"ADV_IND"},
            "behaviour":"cp28","cp28":{"iBeacon":{"uuid":"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0","major":1,"minor":2,
            "measuredPowerDBm":-59},"name":"n","password":"p","refusal":"nack","hangsUpAfterRefusal":true,"lockAfterRefusals":3,"replies":"none",
            "replyDelayMs":5,"slow":1,"nackAtStep":1,"nackBy":"reply","disconnectAtStep":24,
            "savesBeforeDisconnect":true,"silentAtStep":3,"leavesAtStep":4,"returnsAfterMs":5,"ignoresSave":true,
            "faultAttempts":2,"newAddressAfterSave":"48:87:2d:00:00:99","settleMs":1,"service":false,"iBeaconEvery":3,"notifies":false,
            "connectable":false}}]}
            """
        let scenario = try Scenario(json: Data(json.utf8))
        #expect(try Scenario(json: JSONEncoder().encode(scenario)) == scenario)
    }

    @Test("the provisioning scenario has eight CP28s of different identities, each with its password, and others")
    func provisioning() throws {
        let scenario = try Scenario.named("provisioning")
        let host = try BareHost(scenario)
        let beacons = host.dongle.peripherals.compactMap { $0.behaviour as? SimulatedCP28 }
        #expect(beacons.count == 8 && host.dongle.peripherals.count == 9)
        #expect(Set(beacons.compactMap(\.saved.advertised?.identity.uuid)).count == 8)
        _ = try host.startSession()
        let connections = try host.dongle.peripherals.prefix(8).map { try host.connect(to: $0) }
        for (index, connection) in connections.enumerated() {
            let password = index == 5 ? "000000" : "555555"
            _ = try host.outcome(
                of: WriteRequest(
                    deadlineMs: 1000, connection: connection, handle: 11, value: Array(password.utf8)))
            for step in BeaconHost.steps {
                _ = try host.outcome(
                    of: WriteRequest(deadlineMs: 1000, connection: connection, handle: 9, value: step))
            }
            _ = try host.outcome(of: DisconnectRequest(deadlineMs: 1000, connection: connection))
        }
        #expect(beacons.allSatisfy { $0.saves == 1 })
        _ = try host.answer(to: ScanStartRequest(mode: .active))
        let known = host.frames.adverts.count
        host.advance(by: .seconds(2))
        let heard = host.frames.adverts.dropFirst(known)
        let addresses = Set(heard.filter { $0.beaconIdentity == BeaconHost.newIdentity }.map(\.address.rawValue))
        #expect(addresses.count == 8)
        #expect(addresses.contains(0x4887_2D12_0018) && !addresses.contains(0x4887_2D12_0008))
    }
}
