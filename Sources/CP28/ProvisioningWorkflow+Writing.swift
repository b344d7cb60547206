/// Steps of the configuration, and the end of the run.
extension ProvisioningWorkflow {
    /// Writes the step at this index, from 0.
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
        // The refused step had no effect, but an earlier attempt may have saved.
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

    /// Continues once the connection has ended.
    mutating func conclude() -> Action {
        if isChangingPassword {
            isChangingPassword = false
            return tryPassword()
        }
        let reason = failure ?? .stopped(step: step)
        guard mayHaveSaved else { return end(.failed(reason)) }
        // Nothing was written in this attempt, so the first look has already checked the air.
        guard step > 0 else { return end(wasSaved ? .writtenUnverified(reason) : .unknown(reason)) }
        // The beacon's adverts will show whether it has saved.
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
