import Advertising
import CP28
import Foundation
import GatewayModel
import JSONLines
import Store

/// Takes one run to its end: does what the workflow says, and journals each thing before and after it is done.
struct RunWorker: Sendable {
    struct Limits: Sendable {
        /// For the beacon; its `search` is the longest wait for a slot, too.
        var look: BeaconLook.Times
        /// Longest wait for its new identity on the air.
        var verify: Duration
    }

    let run: ActiveRun
    let wanted: BeaconConfiguration
    let profile: BeaconProfile
    /// Never written anywhere but to the beacon.
    let passwords: [String]
    let radio: BeaconRadio
    let air: AirWatch
    let dongle: String
    let isSimulated: Bool
    let limits: Limits
    let clock: GatewayClock
    /// Those of the order, then those of the dongle.
    let slots: [Slots]
    /// Other beacons' addresses that were given the identity.
    let known: Set<BluetoothAddress>
    let describe: @Sendable (RunFailure) -> StoredRun.Reason
    let isListening: @Sendable () async -> Bool
    let answers = AnswerGate()

    enum Event: Sendable {
        /// What came of an action, and what there is to say of it.
        case outcome(ProvisioningWorkflow.Input, of: Int, remark: String?)
        case answer(BeaconAnswer)
        case stop
    }

    /// Works until the run has ended. Returns whether it could be journaled.
    func work() async -> Bool {
        let lease = SlotLease(slots)
        guard await lease.take() else { return await finish(await run.stored.stateAfterInterruption(), nil) }
        defer { lease.giveBack() }
        do {
            return try await attempt(lease)
        } catch {
            // Without a journal nothing more is done.
            _ = await radio.disconnect()
            return await finish(await run.stored.stateAfterInterruption { .journal(step: $0) }, nil)
        }
    }

    /// Only looks on the air whether a run that was written is what it is to be.
    func lookOnly() async -> Bool {
        let before = await run.stored.progress
        let wasSaved = before.state == .writtenUnverified
        do {
            await run.begin(dongle: dongle, isSimulated: isSimulated, at: before.step)
            // It stays true until something else is known, also where nobody lives to learn it.
            await run.change { $0.progress.reason = before.reason }
            try await run.record([.intent("verify", "listen for \(wanted.identity)")])
        } catch {
            return false
        }
        let watching = Task { await watch(since: clock.now(), isSaved: wasSaved) }
        await run.whenStopped { watching.cancel() }
        let verdict = await withTaskCancellationHandler {
            await watching.value
        } onCancel: {
            watching.cancel()
        }
        let state: RunState =
            switch verdict {
            case .verified: .verified
            case .unverified(let reason): wasSaved ? .writtenUnverified(reason) : .unknown(reason)
            }
        return await finish(state, nil, await lines(of: .watched(verdict), to: .watch))
    }

    private func attempt(_ lease: SlotLease) async throws -> Bool {
        await run.begin(dongle: dongle, isSimulated: isSimulated, at: 0)
        let before = await run.stored
        var workflow = ProvisioningWorkflow(
            profile: profile, wanted: wanted, passwordCount: passwords.count,
            refusedPasswords: PasswordMark.places(of: before.progress.refusedPasswords, in: passwords, run: before.id),
            mayHaveSaved: before.progress.saveBegun,
            wasSaved: before.progress.state == .writtenUnverified)
        let (events, input) = AsyncStream.makeStream(of: Event.self)
        await run.whenStopped { input.yield(.stop) }
        var performer = ActionPerformer(worker: self, events: input)
        defer { performer.cancel() }

        var action = workflow.begin()
        var lines: [ActiveRun.Line] = []
        while action != .end {
            if case .write(let step, _) = action, step.number == 1 {
                // It passes at once, and is a state of its own all the same.
                await run.change { $0.progress.state = .authenticated }
                try await run.record(lines)
                lines = []
            }
            await note(workflow.state, workflow)
            try await run.record(lines + [intent(action)])
            // Nothing of it needs a connection any more, and another beacon may have it.
            if action == .watch { lease.giveBack() }
            performer.begin(action)
            if workflow.isStopping { performer.cutShort(action) }
            let next = try await outcome(of: action, &workflow, events, &performer)
            lines = next.lines
            guard let wanted = next.action else {
                // The task was cancelled: the gateway stops.
                _ = await radio.disconnect()
                return await finish(await run.stored.stateAfterInterruption(), nil, lines)
            }
            action = wanted
        }
        // Where the dongle was lost, nobody has ended it; else there is none.
        _ = await radio.disconnect()
        return await finish(workflow.state, workflow, lines)
    }

    /// Waits until the workflow wants something else; nothing where the task was cancelled.
    ///
    /// Answers are written down with what follows them: the next step does not wait for their being on the disk as well.
    private func outcome(
        of action: ProvisioningWorkflow.Action, _ workflow: inout ProvisioningWorkflow, _ events: AsyncStream<Event>,
        _ performer: inout ActionPerformer
    ) async throws -> (action: ProvisioningWorkflow.Action?, lines: [ActiveRun.Line]) {
        var held: [ActiveRun.Line] = []
        for await event in events {
            let input: ProvisioningWorkflow.Input
            var remark: String?
            switch event {
            case .outcome(let outcome, let number, let said):
                guard number == performer.current else { continue }
                (input, remark) = (outcome, said)
            case .answer(let answer):
                // What comes late from a connection that has ended says nothing of this one.
                guard answer.connection == (await radio.number) else { continue }
                switch answer.what {
                case .answered(let bytes): input = .answered(bytes)
                case .disconnected(let reason): input = .disconnected(reason: reason)
                case .lost: continue
                }
            case .stop:
                performer.cutShort(action)
                input = .stop
            }
            held += await lines(of: input, to: action, remark: remark)
            if let next = workflow.take(input) {
                performer.cancel()
                return (next, held)
            }
            if case .answered = input { continue }
            try await run.record(held)
            held = []
        }
        performer.cancel()
        return (nil, held)
    }

    // MARK: The journal

    private func note(_ state: RunState, _ workflow: ProvisioningWorkflow?) async {
        let reason = state.failure.map(describe)
        let (passwords, id) = (passwords, await run.stored.id)
        await run.change { run in
            run.progress.state = state.word
            run.progress.reason = reason
            guard let workflow else { return }
            run.progress.step = workflow.step
            run.progress.saveBegun = workflow.mayHaveSaved
            let marks = workflow.refusedPasswords.map { PasswordMark.mark(of: passwords[$0], run: id) }
            run.progress.refusedPasswords = Set(run.progress.refusedPasswords).union(marks).sorted()
        }
    }

    /// Records how the run has ended. If the store refuses that, the run's followers are told, and it is recorded later.
    private func finish(
        _ state: RunState, _ workflow: ProvisioningWorkflow?, _ lines: [ActiveRun.Line] = []
    ) async -> Bool {
        await note(state, workflow)
        let (dropped, lost) = answers.counts
        var tail: [ActiveRun.Line] = []
        if lost > 0 { tail.append(.note("notification", "\(lost) were lost on the way")) }
        if dropped > 0 { tail.append(.note("notification", "\(dropped) more were not kept")) }
        let last = lines + tail + [.note("settle", state.word.rawValue)]
        do {
            try await run.record(last)
            return true
        } catch {
            await run.owe(last)
            return false
        }
    }
}
