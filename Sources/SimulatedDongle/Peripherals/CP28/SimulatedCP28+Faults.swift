extension SimulatedCP28 {
    /// Handling of a command.
    enum Handling {
        case usual
        /// The command is executed, but no reply is notified.
        case unreported
        /// The command is not executed.
        case ignored
    }

    /// Code in the reply to a refused password; no command has it. Assumed, like the whole packet.
    private static let passwordCode: UInt8 = 0x00

    /// Reports a wrong password in the way chosen by the options.
    func refusePassword(_ peripheral: VirtualPeripheral, at now: Duration) throws(ATTError) {
        if options.hangsUpAfterRefusal {
            // After the refusal has been sent.
            let delay = options.refusal == .nack ? options.replyDelay : .zero
            hangUpDue = now + delay + peripheral.traits.preferredInterval * (options.slowEvents + 2)
        }
        switch options.refusal {
        case .att: throw .insufficientAuthentication
        case .nack: reply(Command(Self.passwordCode).reply(.refused), peripheral, at: now)
        case .disconnect:
            peripheral.answerTime = .never
            peripheral.disconnect()
        case .silent: session.isDeaf = true
        }
    }

    /// Applies the fault for this step of the connection.
    func strike(_ command: Command, _ peripheral: VirtualPeripheral, at now: Duration) throws(ATTError) -> Handling {
        let step = session.step
        let faults = [options.nackAtStep, options.disconnectAtStep, options.silentAtStep, options.leavesAtStep]
        guard faults.contains(step), canStrike() else { return .usual }
        if step == options.nackAtStep {
            guard options.nackBy == .reply else { throw .unlikely }
            reply(command.reply(.refused), peripheral, at: now)
            return .ignored
        }
        peripheral.answerTime = .never
        if step == options.disconnectAtStep {
            peripheral.disconnect()
            return options.savesBeforeDisconnect ? .unreported : .ignored
        }
        if step == options.leavesAtStep {
            peripheral.goAway()
            returnDue = options.returnsAfter.map { now + $0 }
        }
        return .ignored
    }

    /// Whether this save is acknowledged but not performed.
    func savesNothing() -> Bool {
        options.ignoresSave && canStrike()
    }

    /// Whether faults still apply. If so, this connection counts as one with a fault.
    private func canStrike() -> Bool {
        if session.isStruck { return true }
        if let limit = options.faultAttempts, struckConnections >= limit { return false }
        session.isStruck = true
        struckConnections += 1
        return true
    }
}
