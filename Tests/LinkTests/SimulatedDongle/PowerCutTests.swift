import Randomness
import struct Crypto.SHA256
import DongleProtocol
import SimulatedDongle
import Testing

struct PowerCutTests {
    private struct Config {
        let bytes: [UInt8]
        let digest: Digest

        init(seed: UInt64, count: Int) throws {
            var random = SplitMix64(seed: seed)
            bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            digest = try #require(Digest(Array(SHA256.hash(data: bytes))))
        }
    }

    /// Results of an update that its host had received when the update ended.
    private struct Progress {
        /// Offset at which the dongle let the transfer begin; nil before that.
        var start: Int?
        var written = 0
        var asksToSave = false
        var isSaved = false
    }

    private let old: Config
    private let new: Config
    private let configuration: SimulatedDongle.Configuration

    init() throws {
        old = try Config(seed: 1, count: 100)
        new = try Config(seed: 2, count: FlashMemory.unitBytes + 300)
        configuration = SimulatedDongle.Configuration(scenario: try Scenario.named("empty"), seed: 1)
    }

    /// Returns a host with a session, on a dongle that has just been switched on.
    private func host(_ flash: FlashMemory) throws -> BareHost {
        flash.restorePower()
        let host = try BareHost(configuration, flash: flash)
        _ = try host.startSession()
        return host
    }

    /// Sends, commits and saves a config, as far as the power lasts.
    private func update(_ host: BareHost, to config: Config) throws -> Progress {
        var progress = Progress()
        do {
            let begun = try host.outcome(
                of: ConfigBeginRequest(deadlineMs: 5000, length: UInt32(config.bytes.count), digest: config.digest))
            var next = Int(begun.next)
            progress.start = next
            progress.written = next
            while next < config.bytes.count {
                let data = Array(config.bytes[next...].prefix(Int(begun.chunk)))
                let answer = try host.answer(
                    to: ConfigDataRequest(transfer: begun.transfer, offset: UInt32(next), data: data))
                next = Int(answer.next)
                progress.written = next
            }
            _ = try host.outcome(
                of: ConfigCommitRequest(deadlineMs: 5000, transfer: begun.transfer, digest: config.digest.short))
            progress.asksToSave = true
            _ = try host.outcome(of: ConfigSaveRequest(deadlineMs: 5000))
            progress.isSaved = true
        } catch HostFault.unanswered where !host.dongle.flash.isPowered {
            // A dongle without power does not answer.
        }
        return progress
    }

    /// Returns the digest of the active config, after checking that it matches the config's bytes
    /// and the saved config.
    private func runs(_ host: BareHost) throws -> Digest {
        let stat = try host.answer(to: ConfigStatRequest())
        #expect(stat.savedDigest == stat.activeDigest)
        var bytes: [UInt8] = []
        while bytes.count < Int(stat.activeLength) {
            bytes += try host.answer(
                to: ConfigReadRequest(copy: .active, offset: UInt32(bytes.count), length: 512)
            ).data
        }
        #expect(Array(SHA256.hash(data: bytes)) == stat.activeDigest.bytes)
        return stat.activeDigest
    }

    @Test("wherever the power goes during an update, a whole config boots, and the update goes on where it can")
    func update() throws {
        let whole = try FlashMemory()
        _ = try update(try host(whole), to: old)
        let stepsBefore = whole.steps
        #expect(try update(try host(whole), to: new).isSaved)
        let steps = whole.steps - stepsBefore

        var endedInNew = 0
        var resumed = 0
        // Headers and marks are at both ends of the update; the config's bytes are between them.
        for step in 1...steps where step < 40 || step > steps - 60 || step % 41 == 0 {
            let flash = try FlashMemory()
            _ = try update(try host(flash), to: old)
            let before = try host(flash)
            flash.cutPower(atStep: step, seed: UInt64(step))
            let progress = try update(before, to: new)
            #expect(!flash.isPowered && !progress.isSaved, "step \(step)")

            let after = try host(flash)
            let running = try runs(after)
            if running == new.digest {
                #expect(progress.asksToSave, "step \(step)")
                endedInNew += 1
                continue
            }
            #expect(running == old.digest, "step \(step)")
            let again = try update(after, to: new)
            let marked = progress.written / FlashMemory.unitBytes * FlashMemory.unitBytes
            if !progress.asksToSave { #expect(try #require(again.start) >= marked, "step \(step)") }
            if again.start ?? 0 > 0 { resumed += 1 }
            #expect(again.isSaved, "step \(step)")
            #expect(try runs(try host(flash)) == new.digest, "step \(step)")
        }
        #expect(endedInNew > 0)
        #expect(resumed > 10)
    }

    @Test("a dongle without power is silent, and back when it is switched on again")
    func silent() throws {
        let flash = try FlashMemory()
        let host = try host(flash)
        flash.cutPower(atStep: 1, seed: 1)
        #expect(try update(host, to: old).start == nil)
        #expect(throws: HostFault.unanswered) { try host.answer(to: PingRequest()) }
        #expect(host.dongle.nextDue == nil)
        host.dongle.powerCycle()
        #expect(try host.startSession().resetReason == .powerOn)
        #expect(try host.answer(to: ConfigStatRequest()).savedLength == 0)
    }
}
