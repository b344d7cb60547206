import Advertising
import CP28
import Foundation
import JSONLines
import Store

/// Takes one run to its end: does what the workflow says, and journals each thing before and after it is done.
struct RunWorker: Sendable {
    struct Limits: Sendable {
        /// Longest wait for the beacon to be heard, and for a slot.
        var search: Duration
        /// Longest wait for its new identity on the air.
        var verify: Duration
        /// Time for which the air is listened to before it counts as known.
        var baseline: Duration
        /// The same where the beacon has told no identity: it may tell other things in between.
        var patience: Duration
    }

    let run: ActiveRun
    let wanted: BeaconConfiguration
    let profile: BeaconProfile
    /// Never written anywhere but to the beacon.
    let passwords: [String]
    /// Whether ``passwords`` are the profile's own, whose refusals are remembered.
    let passwordsAreOfProfile: Bool
    let radio: BeaconRadio
    let air: AirWatch
    let dongle: String
    let isSimulated: Bool
    let limits: Limits
    let clock: GatewayClock
    let slots: Slots
    let describe: @Sendable (RunFailure) -> StoredRun.Reason
    let isListening: @Sendable () async -> Bool

    struct Event: Sendable {
        /// The action it is the outcome of; nil = it came by itself.
        var action: Int?
        var input: ProvisioningWorkflow.Input
        /// Notifications that were lost before it.
        var lost: UInt32 = 0
    }

    /// Works until the run has ended. Returns whether it could be journaled.
    func work() async -> Bool {
        guard await slots.enter() else { return await end(await run.stored.stateAfterInterruption) }
        let lease = SlotLease(slots)
        defer { lease.giveBack() }
        do {
            return try await attempt(lease)
        } catch {
            // Without a journal nothing more is done. What the store says of the run is true: it is what had begun.
            _ = await radio.disconnect()
            return false
        }
    }

    /// Only looks on the air whether a run that was written is what it is to be.
    func lookOnly() async -> Bool {
        let before = await run.stored.progress
        do {
            await run.begin(dongle: dongle, isSimulated: isSimulated)
            await run.change { $0.progress.step = before.step }
            try await run.record([.intent("verify", "listen for \(wanted.identity)")])
        } catch {
            return false
        }
        let stop = Task { await watch(since: clock.now()) }
        await run.whenStopped { stop.cancel() }
        let verdict = await withTaskCancellationHandler {
            await stop.value
        } onCancel: {
            stop.cancel()
        }
        let state: RunState =
            switch verdict {
            case .verified: .verified
            case .unverified(let reason):
                before.state == RunStateWord.writtenUnverified ? .writtenUnverified(reason) : .unknown(reason)
            }
        await note(state, nil)
        return await finish(state, await lines(of: .watched(verdict), to: .watch))
    }

    private func attempt(_ lease: SlotLease) async throws -> Bool {
        await run.begin(dongle: dongle, isSimulated: isSimulated)
        let before = await run.stored.progress
        var workflow = ProvisioningWorkflow(
            profile: profile, wanted: wanted, passwordCount: passwords.count,
            refusedPasswords: passwordsAreOfProfile ? Set(before.refusedPasswords) : [],
            mayHaveSaved: before.saveBegun, wasSaved: before.state == RunStateWord.writtenUnverified)
        let (events, input) = AsyncStream.makeStream(of: Event.self)
        await run.whenStopped { input.yield(Event(action: nil, input: .stop)) }
        var performer = ActionPerformer(worker: self, events: input)
        defer { performer.cancel() }

        var action = workflow.begin()
        var lines: [ActiveRun.Line] = []
        while action != .end {
            if case .write(let step, _) = action, step.number == 1 {
                // It passes at once, and is a state of its own all the same.
                await run.change { $0.progress.state = RunStateWord.authenticated }
                try await run.record(lines)
                lines = []
            }
            lines.append(intent(action))
            try await settle(workflow, lines)
            lines = []
            // Nothing of it needs a connection any more, and another beacon may have it.
            if action == .watch { lease.giveBack() }
            performer.begin(action)
            (action, lines) = try await outcome(of: action, &workflow, events, &performer)
        }
        // Where the dongle was lost, nobody has ended it; else there is none.
        _ = await radio.disconnect()
        return await end(workflow, lines)
    }

    /// Waits until the workflow wants something else.
    private func outcome(
        of action: ProvisioningWorkflow.Action, _ workflow: inout ProvisioningWorkflow, _ events: AsyncStream<Event>,
        _ performer: inout ActionPerformer
    ) async throws -> (ProvisioningWorkflow.Action, [ActiveRun.Line]) {
        for await event in events {
            guard event.action == nil || event.action == performer.current else { continue }
            if event.lost > 0 {
                try await run.record([.note("notification", "\(event.lost) were lost on the way")])
                continue
            }
            if event.input == .stop { performer.cutShort(action) }
            let lines = await self.lines(of: event.input, to: action)
            let next = workflow.take(event.input)
            if let next {
                performer.cancel()
                return (next, lines)
            }
            if !lines.isEmpty { try await run.record(lines) }
        }
        // The task was cancelled: the gateway stops.
        performer.cancel()
        _ = workflow.take(.stop)
        _ = await radio.disconnect()
        _ = await end(await run.stored.stateAfterInterruption)
        throw CancellationError()
    }

    // MARK: The journal

    private func settle(_ workflow: ProvisioningWorkflow, _ lines: [ActiveRun.Line]) async throws {
        await note(workflow.state, workflow)
        try await run.record(lines)
    }

    private func note(_ state: RunState, _ workflow: ProvisioningWorkflow?) async {
        let reason = state.failure.map(describe)
        let refused = passwordsAreOfProfile ? workflow?.refusedPasswords.sorted() : nil
        await run.change { run in
            run.progress.state = state.word
            run.progress.reason = reason
            if let workflow {
                run.progress.step = workflow.step
                run.progress.saveBegun = workflow.mayHaveSaved
            }
            if let refused { run.progress.refusedPasswords = refused }
        }
    }

    private func end(_ workflow: ProvisioningWorkflow, _ lines: [ActiveRun.Line]) async -> Bool {
        await note(workflow.state, workflow)
        return await finish(workflow.state, lines)
    }

    private func end(_ state: RunState) async -> Bool {
        await note(state, nil)
        return await finish(state, [])
    }

    private func finish(_ state: RunState, _ lines: [ActiveRun.Line]) async -> Bool {
        let dropped = await run.droppedNotifications
        let tail: [ActiveRun.Line] =
            dropped > 0 ? [.note("notification", "\(dropped) more were not kept")] : []
        do {
            try await run.record(lines + tail + [.note("settle", state.word)])
            return true
        } catch {
            return false
        }
    }
}

/// A slot that is given back once.
final class SlotLease: Sendable {
    private let slots: Slots
    private let isHeld = Latch()

    init(_ slots: Slots) {
        self.slots = slots
    }

    func giveBack() {
        guard !isHeld.isSet else { return }
        isHeld.set()
        slots.leave()
    }
}
