import Advertising
import CP28
import Failures
import Foundation
import GatewayClient
import GatewayTestSupport
import GatewayModel
import SimulatedDongle
import TestSupport
import Testing

@testable import Perch

/// Texts that a user reads for each behaviour of a beacon, from the beacon to the command line.
@Suite(.timeLimit(.minutes(2))) struct RunSentenceTests {
    private struct Expected {
        /// Options of the simulated beacon; nil = there is no beacon.
        var beacon: String?
        var state: ProvisioningState
        var exit: Failures.ExitStatus
        var code: String?
        /// Texts that the sentence and the hint must contain.
        var words: [String] = []
    }

    private static let variants = [
        Expected(beacon: #""password": "000000""#, state: .verified, exit: .ok),
        Expected(
            beacon: #""password": "hush-hush""#, state: .failed, exit: .permission, code: "passwords-refused",
            words: ["refused all 3 passwords", "Nothing was saved", "--password-file"]),
        Expected(
            beacon: #""nackAtStep": 9"#, state: .failed, exit: .protocolMismatch, code: "step-refused",
            words: ["refused step 9 of 24", "ATT 0x", "Nothing was saved", "--profile"]),
        Expected(
            beacon: #""disconnectAtStep": 12"#, state: .failed, exit: .temporary, code: "disconnected",
            words: ["connection was lost at step 12 of 24", "Nothing was saved", "`perch provision resume`"]),
        Expected(
            beacon: #""ignoresSave": true"#, state: .writtenUnverified, exit: .temporary, code: "not-seen",
            words: ["still has its old one", "Everything was written", "battery", "`perch provision verify`"]),
        Expected(
            beacon: #""disconnectAtStep": 24, "savesBeforeDisconnect": false"#, state: .unknown, exit: .temporary,
            code: "disconnected",
            words: ["lost at step 24 of 24", "unknown whether the beacon saved", "`perch provision resume`"]),
        Expected(
            beacon: #""service": false"#, state: .failed, exit: .protocolMismatch, code: "no-such-service",
            words: ["no service ffe0", "not a beacon of this kind", "Check the address"]),
        Expected(
            beacon: #""connectable": false"#, state: .failed, exit: .unavailable, code: "not-connectable",
            words: ["does not accept connections", "Press its button"]),
        Expected(
            beacon: #""silentAtStep": 15"#, state: .failed, exit: .temporary, code: "step-timed-out",
            words: ["did not answer in time at step 15 of 24", "Nothing was saved"]),
        Expected(
            beacon: nil, state: .failed, exit: .temporary, code: "not-heard",
            words: ["did not advertise within", "Go nearer"]),
    ]

    /// A profile with waits no longer than simulated beacons need.
    private static let profile = """
        {"name": "quick", "title": "Quick", "service": "ffe0", "notify": "ffe1", "command": "ffe2", "password": "ffe3",
         "passwords": ["555555", "dx1234", "000000"], "password_replies": {"wait_ms": 100}, "command_replies": {},
         "timeout_ms": 1000, "gone_ms": 1000}
        """

    private static func address(_ index: Int) -> BluetoothAddress { BluetoothAddress(0x4887_2D11_0010 + UInt64(index)) }

    private static func dongle() throws -> PtyDongle {
        let peripherals = variants.enumerated().compactMap { index, variant in
            variant.beacon.map {
                """
                {"advertiser": {"name": "Beacon \(index)", "address": "\(address(index))", "addressType": "public",
                 "pdu": "ADV_IND", "intervalMs": 60, "distanceM": 1}, "behaviour": "cp28", "connectionIntervalMs": 7.5,
                 "connectLimitMs": 20, "largestMTU": 247, "cp28": {\($0)}}
                """
            }
        }
        let scenario = """
            {"name": "variants", "seed": 7, "advertisers": [], "peripherals": [\(peripherals.joined(separator: ","))]}
            """
        return try PtyDongle(SimulatedDongle.Configuration(scenario: try Scenario(json: Data(scenario.utf8))))
    }

    @Test("each way in which a beacon behaves ends with its state, its exit code and words that name it")
    func variants() async throws {
        let dongle = try Self.dongle()
        defer { dongle.stop() }
        let profile = try BeaconProfile(json: Array(Self.profile.utf8))
        try await ServedGateway.with(
            configuration: {
                $0.profiles.append(profile)
                $0.describe = {
                    let failure = Failure($0)
                    return (failure.code, failure.message, failure.hint)
                }
            }
        ) { served in
            await served.gateway.provisioning.setBaselineTime(.milliseconds(250))
            let client = GatewayClient(address: .socket(served.socket))
            do {
                _ = try await client.adopt(AdoptionRequest(port: dongle.path))
                let items = Self.variants.indices.map {
                    ProvisioningItem(
                        address: Self.address($0), addressType: .public, name: "Table \($0)",
                        uuid: "E7B2C021-5D07-4D0B-9C20-223488C8B012", major: 1, minor: $0)
                }
                let batch = try await client.provision(
                    ProvisioningOrder(profile: "quick", searchMs: 3_000, verifyMs: 2_000, items: items))
                for try await _ in try await client.progress(batch: batch.batch) {}
                for (variant, begun) in zip(Self.variants, batch.runs) {
                    Self.check(try await client.run(begun.id), variant)
                }
                await client.close()
            } catch {
                await client.close()
                throw error
            }
        }
    }

    private static func check(_ run: ProvisioningRun, _ expected: Expected) {
        let failure = run.failure
        let text = failure.map { $0.message + " " + $0.hint } ?? ""
        #expect(run.state == expected.state && run.exit == expected.exit, "\(run.name) \(run.state): \(text)")
        #expect(failure?.code == expected.code && (failure?.exit ?? .ok) == expected.exit, "\(run.name): \(text)")
        for words in expected.words { #expect(text.contains(words), "\(run.name): \(text)") }
        #expect(!text.contains("hush"))
    }
}
