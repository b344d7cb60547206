extension SimulatedCP28 {
    /// What becomes of a command.
    enum Handling {
        case usual
        /// It is executed and nothing is notified.
        case unreported
        /// Nothing is done.
        case ignored
    }

    /// The code of no command: what a refused password is notified with. Assumed, like all of the packet.
    private static let passwordCode: UInt8 = 0x00

    /// Reports a wrong password the way this beacon does.
    func refusePassword(_ peripheral: VirtualPeripheral, at now: Duration) throws(ATTError) {
        if options.hangsUpAfterRefusal {
            // Once the refusal is through.
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

    /// Does what goes wrong at this step of the connection.
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

    /// Whether this save is one that is acknowledged and not done.
    func savesNothing() -> Bool {
        options.ignoresSave && canStrike()
    }

    /// Whether faults still last; this connection counts as one of theirs then.
    private func canStrike() -> Bool {
        if session.isStruck { return true }
        if let limit = options.faultAttempts, struckConnections >= limit { return false }
        session.isStruck = true
        struckConnections += 1
        return true
    }
}
