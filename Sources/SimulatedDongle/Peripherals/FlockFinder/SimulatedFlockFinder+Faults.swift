/// Faults.
extension SimulatedFlockFinder {
    /// Handling of a write or command.
    enum Handling {
        case usual
        /// The write is not executed.
        case ignored
    }

    /// Applies the fault for this write to the config characteristic, counted within the
    /// connection.
    func strike(_ write: Int, _ peripheral: VirtualPeripheral) throws(ATTError) -> Handling {
        guard [options.refuseAtWrite, options.disconnectAtWrite].contains(write), canStrike() else { return .usual }
        if write == options.refuseAtWrite { throw options.refusal }
        return hangUp(peripheral)
    }

    /// Applies the fault for this command.
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

    /// Whether faults still apply. If so, this connection counts as one with a fault.
    private func canStrike() -> Bool {
        if session.isStruck { return true }
        if let limit = options.faultAttempts, struckConnections >= limit { return false }
        session.isStruck = true
        struckConnections += 1
        return true
    }
}
