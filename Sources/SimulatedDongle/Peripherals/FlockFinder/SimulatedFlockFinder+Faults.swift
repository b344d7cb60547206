/// What goes wrong.
extension SimulatedFlockFinder {
    /// What becomes of a write.
    enum Handling {
        case usual
        /// Nothing is done.
        case ignored
    }

    /// Does what goes wrong at this write to the config characteristic, counted in the connection.
    func strike(_ write: Int, _ peripheral: VirtualPeripheral) throws(ATTError) -> Handling {
        guard [options.refuseAtWrite, options.disconnectAtWrite].contains(write), canStrike() else { return .usual }
        if write == options.refuseAtWrite { throw options.refusal }
        return hangUp(peripheral)
    }

    /// Does what goes wrong at this command.
    func strike(command: [UInt8], _ peripheral: VirtualPeripheral) -> Handling {
        guard let fatal = options.disconnectAtCommand, Array(fatal.utf8) == command, canStrike() else { return .usual }
        return hangUp(peripheral)
    }

    private func hangUp(_ peripheral: VirtualPeripheral) -> Handling {
        peripheral.answerTime = .never
        peripheral.disconnect()
        return options.takesBeforeDisconnect ? .usual : .ignored
    }

    func drops(notification: Int) -> Bool {
        notification == options.dropNotification && canStrike()
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
