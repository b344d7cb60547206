import Advertising
import CP28
import Foundation
import Store

extension RunWorker {
    /// Does one thing.
    ///
    /// - Parameters:
    ///   - since: When the beacon was told to keep what was written.
    ///   - answer: Called with what the beacon says meanwhile and later.
    /// - Returns: What came of it; nil where nobody wants to know.
    func perform(
        _ action: ProvisioningWorkflow.Action, since: Duration?,
        answer: @escaping @Sendable (ProvisioningWorkflow.Input, UInt32) -> Void
    ) async -> ProvisioningWorkflow.Input? {
        switch action {
        case .look: return .looked(await look())
        case .connect:
            let target = await run.stored.target
            let heard = await air.air(of: dongle).log[target.address]?.addressType
            let type = target.addressType.flatMap(AddressType.init(name:)) ?? heard ?? .public
            return await radio.connect(type, slotDeadline: clock.now() + limits.search)
        case .discover: return await radio.discover()
        case .subscribe(let handle): return await radio.subscribe(handle, answer: answer)
        case .writePassword(let index, let target): return await radio.write(Array(passwords[index].utf8), to: target)
        case .listen(let milliseconds):
            await clock.sleep(clock.now() + .milliseconds(milliseconds))
            return Task.isCancelled ? nil : .done
        case .write(let step, let target): return await radio.write(step.packet.bytes, to: target)
        case .disconnect: return await radio.disconnect()
        case .watch: return .watched(await watch(since: since ?? clock.now()))
        case .end: return nil
        }
    }

    // MARK: The air

    /// Listens until the beacon was heard, and what is on the air is known.
    private func look() async -> ProvisioningWorkflow.Look {
        let start = clock.now()
        let stored = await run.stored
        let (address, before) = (stored.target.address, AirBaseline(stored.progress.baseline))
        let mayBeDone = stored.progress.saveBegun
        let found: ProvisioningWorkflow.Look? = await air.wait(of: dongle, until: start + limits.search) { air in
            if mayBeDone, let before, case .verified = verdict(air, at: address, before, since: start) {
                return .asWanted
            }
            guard let own = air.log[address], let listeningSince = air.listeningSince,
                air.now - listeningSince >= limits.baseline, own.lastHeard >= start - limits.patience
            else { return nil }
            let hasTold = own.identities.contains { $0.at >= (mayBeDone ? start : start - limits.patience) }
            guard hasTold || air.now - max(start, listeningSince) >= limits.patience else { return nil }
            guard let connectable = own.lastConnectable, connectable >= start - limits.patience else { return nil }
            return .heard(isConnectable: true)
        }
        let air = await air.air(of: dongle)
        if found == .asWanted {
            if let before { await noteSeen(verdict(air, at: address, before, since: start)) }
            return .asWanted
        }
        if let found {
            await noteBaseline(air, of: address, since: start - limits.patience)
            return found
        }
        if let own = air.log[address], own.lastHeard >= start { return .heard(isConnectable: false) }
        guard await isListening() else { return .notListening }
        return .notHeard(milliseconds: Int((clock.now() - start) / .milliseconds(1)))
    }

    /// Listens until the new identity was seen as it must be.
    func watch(since: Duration) async -> AirVerdict {
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
        guard await isListening() else { return .unverified(.notListening) }
        return verdict(await air.air(of: dongle), at: address, before, since: since)
    }

    private func verdict(
        _ air: AirWatch.Air, at address: BluetoothAddress, _ before: AirBaseline, since: Duration
    ) -> AirVerdict {
        air.log.verdict(
            on: wanted, at: address, before: before, since: since, listeningSince: air.listeningSince,
            goneAfter: .milliseconds(profile.goneMs), now: air.now)
    }

    /// What is on the air before the first write stays the measure for every attempt of the run.
    private func noteBaseline(_ air: AirWatch.Air, of address: BluetoothAddress, since: Duration) async {
        let baseline = air.log.baseline(of: address, target: wanted.identity, since: since)
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
    /// Nil where there is none.
    init?(_ encoded: Data?) {
        // Our own encoding; where it cannot be read, nothing is known of before.
        guard let encoded, let baseline = try? JSONDecoder().decode(AirBaseline.self, from: encoded) else { return nil }
        self = baseline
    }
}
