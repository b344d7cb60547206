/// The steps, and what follows them.
extension ProvisioningWorkflow {
    /// Writes the step at this place, from 0.
    mutating func write(_ index: Int) -> Action {
        guard let server, steps.indices.contains(index) else { return saved() }
        guard !isStopping else { return fail(.stopped(step: step)) }
        let next = steps[index]
        phase = .writing(next)
        step = next.number
        state = .writing(step)
        verdict = nil
        if next.isSave { mayHaveSaved = true }
        return .write(next, to: server.commands)
    }

    mutating func written(_ step: ConfigurationStep) -> Action {
        let rule = profile.commandReplies
        if verdict == .refused { return refused(step, by: .answer(refusal)) }
        guard verdict == nil, rule.waitMs > 0 else { return write(step.number) }
        phase = .awaitingAnswer(step)
        return .listen(milliseconds: rule.waitMs)
    }

    mutating func refused(_ step: ConfigurationStep, by refusal: RunFailure.Refusal) -> Action {
        // Refused, it did not happen; an attempt before may have come further.
        if step.isSave, !savedBefore { mayHaveSaved = false }
        return fail(.stepRefused(step.number, by: refusal))
    }

    mutating func saved() -> Action {
        isSaved = true
        state = .saved
        guard profile.afterSaveMs > 0 else { return hangUp() }
        phase = .saving
        return .listen(milliseconds: profile.afterSaveMs)
    }

    // MARK: Ends

    mutating func fail(_ reason: RunFailure) -> Action {
        if failure == nil { failure = reason }
        return hangUp()
    }

    mutating func hangUp() -> Action {
        guard isConnected else { return conclude() }
        phase = .disconnecting
        return .disconnect
    }

    /// Once the connection is down.
    mutating func conclude() -> Action {
        if isChangingPassword {
            isChangingPassword = false
            return tryPassword()
        }
        let reason = failure ?? .stopped(step: step)
        guard mayHaveSaved else { return end(.failed(reason)) }
        // It was looked for before, and nothing has changed since.
        guard step > 0 else { return end(wasSaved ? .writtenUnverified(reason) : .unknown(reason)) }
        // Whether it keeps what it was told is on the air for everybody to see.
        phase = .watching
        return .watch
    }

    mutating func watched(_ verdict: AirVerdict) -> Action {
        switch verdict {
        case .verified: end(.verified)
        case .unverified(let reason): end(isSaved ? .writtenUnverified(reason) : .unknown(failure ?? reason))
        }
    }

    mutating func end(_ state: RunState) -> Action {
        phase = .ended
        self.state = state
        return .end
    }
}
