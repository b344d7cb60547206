import Randomness
import Advertising
import GatewayModel
import SimulatedDongle
import Testing

@testable import Perch

@Suite struct ProvisioningPlanTests {
    private func item(_ random: inout SplitMix64) -> ProvisioningItem {
        func maybe(_ range: ClosedRange<Int>) -> Int? {
            Bool.random(using: &random) ? Int.random(in: range, using: &random) : nil
        }
        let letters = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }
        let name = String(
            (0..<Int.random(in: 1...20, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
        return ProvisioningItem(
            address: "48:87:2d:11:00:01", addressType: Bool.random(using: &random) ? .random : nil, name: name,
            uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: Int.random(in: 0...65535, using: &random),
            minor: Int.random(in: 0...65535, using: &random), rssiAt1m: maybe(-128...0), intervalMs: maybe(1...255),
            txPower: maybe(0...7))
    }

    private func faults(_ json: String) -> [PlanFault] {
        do throws(ProvisioningPlan.Unreadable) {
            _ = try ProvisioningPlan(json: Array(json.utf8))
            return []
        } catch {
            return error.faults
        }
    }

    @Test("a plan that is written and read is the same", arguments: 1..<100 as Range<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let plan = ProvisioningPlan(items: (0..<Int(seed % 7 + 1)).map { _ in item(&random) })
        #expect(try ProvisioningPlan(json: plan.json) == plan)
    }

    @Test("a plan is readable: an item a line")
    func readable() {
        let plan = ProvisioningPlan(items: [
            ProvisioningItem(address: BluetoothAddress(10), name: "b", uuid: ProximityUUID(12), major: 1, minor: 2)
        ])
        #expect(
            String(decoding: plan.json, as: UTF8.self) == """
                {
                  "version": 1,
                  "items": [
                    {"address":"00:00:00:00:00:0a","name":"b","uuid":"00000000-0000-0000-0000-00000000000C","major":1,"minor":2}
                  ]
                }

                """)
    }

    @Test("what is no plan is told with the item it is about")
    func malformed() {
        let good =
            #"{"address":"00:00:00:00:00:0a","name":"b","uuid":"00000000-0000-0000-0000-00000000000C","major":1,"minor":2}"#
        #expect(faults("{").map(\.place) == [0])
        #expect(faults("[]").map(\.place) == [0])
        #expect(faults(#"{"items":[]}"#).map(\.message) == ["the key \"version\" is missing"])
        #expect(faults(#"{"version":1,"items":[]}"#).map(\.message) == ["it has 0 items; a plan has 1...1000"])
        #expect(
            faults(#"{"version":1,"items":[\#(good)],"x":1}"#) == [
                PlanFault(place: 0, message: "no key is called \"x\"")
            ])
        #expect(
            faults(#"{"version":1,"items":[\#(good),{"address":"00:00:00:00:00:0a"}]}"#) == [
                PlanFault(place: 2, message: "the key \"name\" is missing")
            ])
        let odd = good.replacing("}", with: #","txpower":3}"#)
        #expect(
            faults(#"{"version":1,"items":[\#(good),\#(odd)]}"#) == [
                PlanFault(place: 2, message: "no key is called \"txpower\"")
            ])
        let text = good.replacing(":2}", with: #":"2"}"#)
        #expect(
            faults(#"{"version":1,"items":[\#(text)]}"#) == [
                PlanFault(place: 1, message: "\"minor\" has the wrong type")
            ])
        let unreadable = good.replacing("00:00:00:00:00:0a", with: "Table 2")
        #expect(
            faults(#"{"version":1,"items":[\#(good),\#(unreadable)]}"#) == [
                PlanFault(place: 2, message: "\"address\" cannot be read")
            ])
        #expect(faults(#"{"version":1,"items":[\#(good)]}"#) == [])
    }

    @Test("a plan of another version is told as that alone")
    func otherVersion() {
        #expect(
            faults(#"{"version":2,"beacons":[]}"#).first?.message == "it has version 2; this perch reads version 1")
    }
}
