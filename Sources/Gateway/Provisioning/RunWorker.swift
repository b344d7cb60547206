import Advertising
import CP28
import Foundation
import GatewayModel
import LineFormats
import Store

/// Takes one run to its end: performs the actions of the workflow, and journals each of them before
/// and after.
struct RunWorker: Sendable {
    struct Limits: Sendable {
        /// Time limits for finding the beacon; `search` is also the longest wait for a slot.
        var look: BeaconLook.Times
        /// Longest wait for the new identity on the air.
        var verify: Duration
    }

    let run: ActiveRun
    let wanted: BeaconConfiguration
    let profile: BeaconProfile
    /// Passwords, which are only ever written to the beacon.
    let passwords: [String]
    let radio: BeaconRadio
    let air: AirWatch
    let dongle: String
    let isSimulated: Bool
    let limits: Limits
    let clock: GatewayClock
    /// Slots of the order, then slots of the dongle.
    let slots: [Slots]
    /// Addresses of other beacons that were given the identity.
    let known: Set<BluetoothAddress>
    let describe: @Sendable (RunFailure) -> StoredRun.Reason
    let isListening: @Sendable () async -> Bool
    let answers = AnswerGate()

    enum Event: Sendable {
        /// Outcome of an action, with a remark on it.
        case outcome(ProvisioningWorkflow.Input, of: Int, remark: String?)
        case answer(BeaconAnswer)
        case stop
    }

    /// Works until the run has ended. Returns whether its end could be journaled.
    func work() async -> Bool {
        let lease = SlotLease(slots)
        guard await lease.take() else { return await finish(await run.stored.stateAfterInterruption(), nil) }
        defer { lease.giveBack() }
        do {
            return try await attempt(lease)
        } catch {
            // Without a journal the run does not continue.
            _ = await radio.disconnect()
            return await finish(await run.stored.stateAfterInterruption { .journal(step: $0) }, nil)
        }
    }

    /// Only listens, to verify a run that was written.
    func lookOnly() async -> Bool {
        let before = await run.stored.progress
        let wasSaved = before.state == .writtenUnverified
        do {
            await run.begin(dongle: dongle, isSimulated: isSimulated, at: before.step)
            // The earlier reason stays valid until another one is known, even if the gateway ends
            // before that.
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
                // The state lasts only a moment, but is recorded as a state of its own.
                await run.change { $0.progress.state = .authenticated }
                try await run.record(lines)
                lines = []
            }
            await note(workflow.state, workflow)
            try await run.record(lines + [intent(action)])
            // The run needs no connection any more, so another beacon may have the slot.
            if action == .watch { lease.giveBack() }
            performer.begin(action)
            if workflow.isStopping { performer.cutShort(action) }
            let next = try await outcome(of: action, &workflow, events, &performer)
            lines = next.lines
            guard let wanted = next.action else {
                // The task was cancelled: the gateway is stopping.
                _ = await radio.disconnect()
                return await finish(await run.stored.stateAfterInterruption(), nil, lines)
            }
            action = wanted
        }
        // If the dongle was lost, the connection has not been ended yet; otherwise there is none.
        _ = await radio.disconnect()
        return await finish(workflow.state, workflow, lines)
    }

    /// Waits until the workflow wants another action; nil if the task was cancelled.
    ///
    /// Answers are written together with the lines that follow them, so that the next step does not
    /// wait for another write to the disk.
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
                // A late answer from a connection that has ended does not concern this one.
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

    /// Records the end of the run. If the store refuses that, the run's readers are told, and the
    /// end is recorded later.
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
