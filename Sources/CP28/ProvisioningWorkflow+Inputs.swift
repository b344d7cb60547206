/// Inputs that may arrive at any time.
extension ProvisioningWorkflow {
    /// HCI reasons for which the beacon itself has ended the connection, as far as the controller
    /// knows: remote user terminated the connection, low resources, about to power off, or failed
    /// authentication.
    ///
    /// Source: Core Specification, Vol 1, Part F.
    private static let endedByBeacon: Set<UInt8> = [0x05, 0x13, 0x14, 0x15]
    /// ATT errors insufficient authentication and insufficient authorization.
    ///
    /// Source: Core Specification, Vol 3, Part F, 3.4.1.1.
    private static let notAuthenticated: Set<UInt8> = [0x05, 0x08]

    mutating func done() -> Action? {
        switch phase {
        case .negotiating: return discover()
        case .subscribing: return tryPassword()
        case .sendingPassword(let index): return passwordWritten(index)
        case .settling: return passwordSettled()
        case .writing(let step): return written(step)
        case .awaitingAnswer(let step):
            return profile.commandReplies.isWanted ? fail(.noReply(step: step.number)) : write(step.number)
        case .saving: return hangUp()
        case .disconnecting:
            isConnected = false
            return conclude()
        case .idle, .looking, .connecting, .discovering, .watching, .ended: return nil
        }
    }

    mutating func failed(_ fault: OperationFault) -> Action? {
        if case .disconnected = fault { isConnected = false }
        if case .dongleLost = fault { isConnected = false }
        switch phase {
        case .negotiating: return notNegotiated(fault)
        case .discovering, .subscribing: return failedBeforeWriting(fault)
        case .sendingPassword(let index): return passwordFailed(index, fault)
        case .writing(let step): return failed(step, fault)
        case .disconnecting:
            isConnected = false
            return conclude()
        case .idle, .looking, .connecting, .settling, .awaitingAnswer, .saving, .watching, .ended: return nil
        }
    }

    private mutating func notNegotiated(_ fault: OperationFault) -> Action {
        switch fault {
        case .att, .unsupported, .tooLong: return discover()
        case .disconnected(let reason):
            keepsMTU = true
            return retry(or: .disconnected(step: 0, reason: reason))
        case .timedOut: return fail(.timedOut(step: 0))
        case .dongleLost: return fail(.dongleLost(step: 0))
        }
    }

    private mutating func failedBeforeWriting(_ fault: OperationFault) -> Action {
        switch fault {
        case .disconnected(let reason): retry(or: .disconnected(step: 0, reason: reason))
        case .att(let code): fail(.stepRefused(0, by: .att(code)))
        case .timedOut: fail(.timedOut(step: 0))
        case .dongleLost: fail(.dongleLost(step: 0))
        case .unsupported, .tooLong: fail(.noAnswersPossible)
        }
    }

    private mutating func passwordFailed(_ index: Int, _ fault: OperationFault) -> Action {
        switch fault {
        case .att: return passwordRefused(index)
        case .disconnected(let reason): return hungUp(reason == 0 ? lastReason : reason, on: index)
        case .timedOut: return fail(.timedOut(step: 0))
        case .dongleLost: return fail(.dongleLost(step: 0))
        case .unsupported, .tooLong: return fail(.tooSmallMTU(step: 0))
        }
    }

    /// Handles the end of the connection after a password.
    private mutating func hungUp(_ reason: UInt8, on index: Int) -> Action {
        if Self.endedByBeacon.contains(reason) { return passwordRefused(index) }
        guard reason == 0 else { return fail(.disconnected(step: 0, reason: reason)) }
        // The reason may still arrive.
        phase = .settling(index)
        return .listen(milliseconds: Self.reasonMs)
    }

    private mutating func failed(_ step: ConfigurationStep, _ fault: OperationFault) -> Action {
        switch fault {
        case .att(let code):
            // Before the first step was accepted, these errors mean that the password was not.
            if step.number == 1, Self.notAuthenticated.contains(code), let passwordUnderTrial {
                return passwordRefused(passwordUnderTrial)
            }
            return refused(step, by: .att(code))
        case .disconnected(let reason): return fail(.disconnected(step: step.number, reason: reason))
        case .timedOut: return fail(.timedOut(step: step.number))
        case .unsupported, .tooLong:
            if step.isSave, !savedBefore { mayHaveSaved = false }
            return fail(.tooSmallMTU(step: step.number))
        case .dongleLost(let mayBeDone):
            if step.isSave, !mayBeDone, !savedBefore { mayHaveSaved = false }
            return fail(.dongleLost(step: step.number))
        }
    }

    mutating func answered(_ bytes: [UInt8]) -> Action? {
        switch phase {
        case .sendingPassword: note(profile.passwordReplies.judge(bytes, to: nil), of: bytes)
        case .settling(let index):
            switch profile.passwordReplies.judge(bytes, to: nil) {
            case .refused: return passwordRefused(index)
            case .accepted: return authenticated()
            case nil: break
            }
        case .writing(let step): note(profile.commandReplies.judge(bytes, to: step.packet.command), of: bytes)
        case .awaitingAnswer(let step):
            switch profile.commandReplies.judge(bytes, to: step.packet.command) {
            case .refused: return refused(step, by: .answer(bytes))
            case .accepted: return write(step.number)
            case nil: break
            }
        case .idle, .looking, .connecting, .negotiating, .discovering, .subscribing, .saving, .disconnecting, .watching,
            .ended:
            break
        }
        return nil
    }

    /// Records the verdict of an answer. A refusal is final, whatever follows it.
    private mutating func note(_ said: ReplyRule.Verdict?, of answer: [UInt8]) {
        guard verdict != .refused, let said else { return }
        verdict = said
        if said == .refused { refusal = answer }
    }

    mutating func disconnected(_ reason: UInt8) -> Action? {
        isConnected = false
        lastReason = reason
        switch phase {
        // The operation under way fails by itself, with a better reason.
        case .negotiating, .discovering, .subscribing, .sendingPassword, .writing: return nil
        case .settling(let index):
            guard Self.endedByBeacon.contains(reason) else { return fail(.disconnected(step: 0, reason: reason)) }
            return passwordRefused(index)
        case .awaitingAnswer(let step): return fail(.disconnected(step: step.number, reason: reason))
        // The beacon restarts after saving, which is also a success.
        case .saving: return conclude()
        case .idle, .looking, .connecting, .disconnecting, .watching, .ended: return nil
        }
    }

    mutating func stop() -> Action? {
        guard !isStopping else { return nil }
        isStopping = true
        switch phase {
        case .settling: return fail(.stopped(step: 0))
        case .awaitingAnswer(let step): return fail(.stopped(step: step.number))
        case .saving: return hangUp()
        case .idle, .looking, .connecting, .negotiating, .discovering, .subscribing, .sendingPassword, .writing,
            .disconnecting,
            .watching, .ended:
            return nil
        }
    }
}
