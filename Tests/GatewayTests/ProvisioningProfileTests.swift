import CP28
import Foundation
import GatewayModel
import Testing

@testable import Gateway

/// Behaviour that depends on the profile of the beacon.
@Suite(.timeLimit(.minutes(2))) struct ProvisioningProfileTests {
    private func order(_ numbers: ClosedRange<Int>, profile: String = "strict") -> ProvisioningOrder {
        var order = ProvisioningRig.order(numbers)
        order.profile = profile
        return order
    }

    @Test("a profile that knows refusals ends runs by them, and tries the next password")
    func strict() async throws {
        try await ProvisioningRig.with([
            "", #""nackAtStep": 9, "nackBy": "reply""#, #""password": "dx1234", "refusal": "nack""#,
            #""replies": "none""#,
        ]) { rig in
            let runs = try await rig.provision(order(1...4))
            #expect(runs.map(\.state) == [.verified, .failed, .verified, .failed])
            #expect(runs.map(\.step) == [24, 9, 24, 1])
            #expect(try await rig.beacon(3) { $0.passwordCounts } == ["555555": 1, "dx1234": 1])
        }
    }

    @Test("a beacon that does not acknowledge, and one that comes back with another address")
    func quick() async throws {
        try await ProvisioningRig.with([
            #""silentAtStep": 7"#, #""newAddressAfterSave": "48:87:2d:aa:00:01""#,
        ]) { rig in
            let runs = try await rig.provision(order(1...2, profile: "quick"))
            #expect(runs.map(\.state) == [.failed, .verified] && runs[0].step == 7)
            #expect(runs[1].seenAddress == "48:87:2d:aa:00:01")
            #expect(await rig.gateway.connections.list().isEmpty)
        }
    }

    @Test("passwords of the order take the place of the profile's, and are nowhere in the journal")
    func passwords() async throws {
        try await ProvisioningRig.with([#""password": "kettle-42""#]) { rig in
            var order = ProvisioningRig.order(1...1)
            order.passwords = ["teapot-17", "kettle-42"]
            let run = try #require(try await rig.provision(order).first)
            #expect(run.state == .verified)
            #expect(try await rig.beacon(1) { $0.receivedPasswords } == ["teapot-17", "kettle-42"])
            let text = try await rig.exchange(run.id).map { $0.detail + ($0.hex ?? "") }.joined()
            #expect(!text.contains("kettle") && !text.contains("teapot"))
        }
    }

    @Test("a beacon that locks itself is never given more passwords than the list has")
    func lock() async throws {
        try await ProvisioningRig.with([#""password": "secret", "lockAfterRefusals": 4"#]) { rig in
            let run = try await rig.provision()
            #expect(run.state == .failed)
            let again = try await rig.ended(try await rig.service.resume(ProvisioningContinuation(runs: [run.id])))
            #expect(again.map(\.state) == [.failed])
            let (counts, isLocked) = try await rig.beacon(1) { ($0.passwordCounts, $0.isLocked) }
            #expect(counts == ["555555": 1, "dx1234": 1, "000000": 1] && !isLocked)
        }
    }

    @Test("an unknown profile is refused, with those that are known")
    func unknown() async throws {
        try await ProvisioningRig.with([""]) { rig in
            await #expect(throws: ProvisioningError.unknownProfile("cp29", known: ["cp28", "strict", "quick"])) {
                try await rig.service.start(order(1...1, profile: "cp29"))
            }
        }
    }
}
