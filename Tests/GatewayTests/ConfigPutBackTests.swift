import DongleLink
import FlockFinder
import GatewayModel
import TestSupport
import Testing

@testable import Gateway
@testable import SimulatedDongle

/// A dongle's own config: put back as it was, called what it is, and compared with its digest.
@Suite(.timeLimit(.minutes(2))) struct ConfigPutBackTests {
    /// A config that nobody at this end would spell like that.
    private static let theirs = Array(
        #"{ "patterns" : {"bleDeviceNames":[{"deviceType":"T","pattern":"a"}]},  "version":1, "x":[1, 2] }"#.utf8)
    private static let others = Array(ConfigRig.config(names: ["b"]).utf8)

    /// Runs a roundtrip of two configs, and puts back what the first replaced.
    private func roundtrip(_ rig: ConfigRig) async throws -> (before: ConfigReport, after: ConfigReport) {
        let before = try await rig.perform(.read, device: "dongle")
        var first: Int64?
        for name in ["made up", "another"] {
            let sent = try await rig.perform(.push, device: "dongle") {
                ($0.config, $0.exact, $0.trial) = (ConfigRig.config(names: [name]), true, true)
            }
            #expect(sent.outcome == .applied && sent.factory == false && sent.flash?.startsWithHeld == false)
            first = first ?? sent.transfer
        }
        let after = try await rig.perform(.restore, device: "dongle") { $0.transfer = first }
        #expect(after.failure == nil && after.outcome == .applied, "\(String(describing: after.failure))")
        return (before, after)
    }

    @Test(
        "a dongle gets back its bytes and what it had saved",
        arguments: [
            (nil, nil), (Self.theirs, nil), (Self.theirs, Self.theirs), (Self.others, Self.theirs), (nil, Self.theirs),
        ] as [(active: [UInt8]?, saved: [UInt8]?)])
    func putBack(_ active: [UInt8]?, _ saved: [UInt8]?) async throws {
        try await ConfigRig.with { rig in
            let dongle = try await rig.gateway.dongles.usable(nil).link.dongle
            if let saved {
                _ = try await dongle.pushConfig(saved)
                try await dongle.saveConfig()
            }
            if let active { _ = try await dongle.pushConfig(active) } else { try await dongle.resetConfig() }
            let state = try await dongle.configState()
            let (before, after) = try await roundtrip(rig)
            #expect(try await dongle.readConfig(.active) == active ?? [])
            #expect(try await dongle.readConfig(.saved) == saved ?? [])
            let now = try await dongle.configState()
            #expect(
                now.flags.subtracting([.stagingExists, .stagingIsComplete])
                    == state.flags.subtracting([.stagingExists, .stagingIsComplete]))
            #expect(after.heldSha256 == before.heldSha256 && after.held == before.held)
            #expect(after.factory == (active == nil) && before.factory == after.factory)
            #expect(after.flash == before.flash && after.flash?.savedBytes == saved?.count ?? 0)
            #expect(after.flash?.startsWithHeld == (active == saved))
            // Nothing of a roundtrip is left.
            #expect(try await rig.perform(.read, device: "dongle").interrupted.isEmpty)
        }
    }

    @Test("a config that another host has sent since it was read is not replaced")
    func meanwhile() async throws {
        try await ConfigRig.with { rig in
            let open = try await rig.gateway.dongles.usable(nil).link
            let configs = rig.gateway.configs
            let link = try DongleConfigLink(open, dongles: rig.gateway.dongles, clock: await configs.clock)
            let profile = try #require(DeviceProfile.named("dongle"))
            let held = try await link.read(known: [])
            _ = try await open.dongle.pushConfig(Self.others)
            await #expect(throws: ConfigError.changedMeanwhile) {
                try await link.putBack(Self.theirs, in: held, profile: profile, mayGather: false, progress: { _ in })
            }
            #expect(try await open.dongle.readConfig(.active) == Self.others)
        }
    }

    @Test("a factory config is called that, and is not lost by a restart")
    func factory() async throws {
        try await ConfigRig.with { rig in
            let fresh = try await rig.perform(.read, device: "dongle")
            #expect(fresh.factory == true && fresh.saved == .inFlash)
            #expect(fresh.flash == ConfigFlash(startsWithHeld: true, savedBytes: 0))
            let dongle = try await rig.gateway.dongles.usable(nil).link.dongle
            _ = try await dongle.pushConfig(Self.theirs)
            #expect(try await rig.perform(.read, device: "dongle").factory == false)
            try await dongle.saveConfig()
            try await dongle.resetConfig()
            let reset = try await rig.perform(.read, device: "dongle")
            #expect(reset.factory == true && reset.saved == .no)
            #expect(reset.flash?.startsWithHeld == false && reset.flash?.savedBytes == Self.theirs.count)
            // A FlockFinder cannot say so, but its bytes are known.
            #expect(try await rig.perform(.read).factory == true)
            _ = try await rig.push(ConfigRig.config(names: ["x"]))
            #expect(try await rig.perform(.read).factory == nil)
        }
    }

    @Test("bytes that do not have their digest are called that, and a config that changes all the time is not")
    func digest() async throws {
        try await ConfigRig.with { rig in
            let dongle = try await rig.gateway.dongles.usable(nil).link.dongle
            _ = try await dongle.pushConfig(Self.theirs)
            // A bit of the flash flips.
            await withCheckedContinuation { continuation in
                rig.pty.perform { dongle in
                    let flash = dongle.flash
                    for area in 0..<2 {
                        var bytes = [UInt8](repeating: 0, count: FlashMemory.areaBytes)
                        bytes.withUnsafeMutableBytes { flash.read(area: area, offset: 0, into: $0) }
                        guard let place = bytes.firstRange(of: Self.theirs)?.lowerBound else { continue }
                        _ = [UInt8(0x28)].withUnsafeBytes { flash.program(area: area, offset: place + 10, bytes: $0) }
                    }
                    continuation.resume()
                }
            }
            await #expect(throws: LinkError.wrongDigest(.active)) { try await dongle.readConfig(.active) }
            let report = try await rig.perform(.read, device: "dongle")
            #expect(report.failure?.message.contains("wrongDigest") == true, "\(String(describing: report.failure))")
            #expect(report.held == nil)
        }
    }
}
