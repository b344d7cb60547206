import Advertising
import CP28
import Foundation
import Store

extension RunWorker {
    /// Performs one action.
    ///
    /// - Parameters:
    ///   - since: Time when the beacon was told to save.
    ///   - answer: Called with the beacon's answers, during the action and later.
    /// - Returns: The outcome and a remark on it; nil if the outcome does not matter.
    func perform(
        _ action: ProvisioningWorkflow.Action, since: Duration?, answer: @escaping @Sendable (BeaconAnswer) -> Void
    ) async -> (input: ProvisioningWorkflow.Input, remark: String?)? {
        switch action {
        case .look: return (.looked(await look()), nil)
        case .connect:
            let target = await run.stored.target
            let heard = await air.air(of: dongle).log[target.address]?.addressType
            let type = target.addressType ?? heard ?? .public
            let outcome = await radio.connect(type, slotDeadline: clock.now() + limits.look.search)
            await air.noteConnection(to: target.address)
            return (outcome, nil)
        case .exchangeMTU(let wanted):
            let (input, mtu) = await radio.exchangeMTU(wanted)
            return (input, mtu.map { "ATT MTU \($0)" })
        case .discover: return (await radio.discover(), nil)
        case .subscribe(let handle): return (await radio.subscribe(handle, answer: answer), nil)
        case .writePassword(let index, let target):
            return (await radio.write(Array(passwords[index].utf8), to: target), nil)
        case .listen(let milliseconds):
            await clock.sleep(clock.now() + .milliseconds(milliseconds))
            return Task.isCancelled ? nil : (.done, nil)
        case .write(let step, let target): return (await radio.write(step.packet.bytes, to: target), nil)
        case .disconnect:
            await air.noteConnection(to: run.stored.target.address)
            return (await radio.disconnect(), nil)
        case .watch: return (.watched(await watch(since: since ?? clock.now(), isSaved: true)), nil)
        case .end: return nil
        }
    }

    // MARK: The air

    /// Listens until the beacon was heard, and the state of the air is known.
    private func look() async -> ProvisioningWorkflow.Look {
        let stored = await run.stored
        let look = BeaconLook(
            for: stored.target.address, wanted: wanted, before: AirBaseline(stored.progress.baseline), known: known,
            mayHaveSaved: stored.progress.saveBegun, start: clock.now(), times: limits.look,
            goneAfter: .milliseconds(profile.goneMs))
        let early: ProvisioningWorkflow.Look? = await air.wait(of: dongle, until: look.deadline) { air in
            look.finding(in: air.log, listeningSince: air.listeningSince, now: air.now)
        }
        let isListening = await isListening()
        let air = await air.air(of: dongle)
        let found =
            early
            ?? look.end(in: air.log, listeningSince: air.listeningSince, isListening: isListening, now: air.now)
        switch found {
        case .asWanted:
            if let verdict = look.verdict(in: air.log, listeningSince: air.listeningSince, now: air.now) {
                await noteSeen(verdict)
            }
        case .heard(isConnectable: true): await noteBaseline(look.baseline(in: air.log))
        case .heard(isConnectable: false), .notHeard, .unclear, .notListening: break
        }
        return found
    }

    /// Listens until the new identity is verified.
    ///
    /// - Parameter isSaved: Whether every value that can be verified was written and acknowledged.
    func watch(since: Duration, isSaved: Bool) async -> AirVerdict {
        let stored = await run.stored
        let address = stored.target.address
        guard let before = AirBaseline(stored.progress.baseline) else { return .unverified(.seenBefore) }
        let deadline = clock.now() + limits.verify
        let verified: AirVerdict? = await air.wait(of: dongle, until: deadline) { air in
            let verdict = verdict(air, at: address, before, since: since)
            if case .verified = verdict { return verdict }
            return nil
        }
        if let verified {
            await noteSeen(verified)
            return verified
        }
        if await run.isStopping { return .unverified(.stopped(step: ConfigurationStep.count)) }
        guard await isListening() else { return .unverified(.notListening(written: isSaved)) }
        return verdict(await air.air(of: dongle), at: address, before, since: since)
    }

    private func verdict(
        _ air: AirWatch.Air, at address: BluetoothAddress, _ before: AirBaseline, since: Duration
    ) -> AirVerdict {
        air.log.verdict(
            on: wanted, at: address, before: before, known: known, since: since, listeningSince: air.listeningSince,
            goneAfter: .milliseconds(profile.goneMs), now: air.now)
    }

    /// Stores the state of the air before the first write, which stays the baseline for every
    /// attempt of the run.
    private func noteBaseline(_ baseline: AirBaseline) async {
        let encoded = try? JSONEncoder().encode(baseline)
        await run.change { run in
            guard run.progress.baseline == nil else { return }
            run.progress.baseline = encoded
            run.progress.found = baseline.identity
        }
    }

    private func noteSeen(_ verdict: AirVerdict) async {
        guard case .verified(let address, let rssiDBm) = verdict else { return }
        await run.change { run in
            run.progress.seenAddress = address
            run.progress.seenRSSI = rssiDBm.map(Int.init)
        }
    }
}

extension AirBaseline {
    /// Decodes a stored baseline; nil if there is none.
    init?(_ encoded: Data?) {
        // The encoding is this program's own; if it cannot be read, the earlier state of the air is
        // unknown.
        guard let encoded, let baseline = try? JSONDecoder().decode(AirBaseline.self, from: encoded) else { return nil }
        self = baseline
    }
}
