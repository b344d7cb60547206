extension Scenario {
    /// Properties and faults of a peripheral with the behaviour `cp28`. Nil means the default.
    /// Ranges and defaults are those of ``SimulatedCP28/Options``.
    package struct CP28: Codable, Sendable, Hashable {
        /// Its factory identity.
        package var iBeacon: AdvertElement.IBeacon?
        /// Its factory name.
        package var name: String?
        /// Password that must be written to FFE3.
        package var password: String?

        /// Way of reporting a wrong password: `att`, `nack`, `disconnect` or `silent`.
        package var refusal: String?
        /// Whether it ends the connection after it has refused a password by `att` or `nack`.
        package var hangsUpAfterRefusal: Bool?
        /// Number of wrong passwords after which it refuses every password for good.
        package var lockAfterRefusals: Int?

        /// Notification for a command that it executes: `ack` or `none`.
        package var replies: String?
        /// Delay of the notification after the command.
        package var replyDelayMs: Double?
        /// Number of additional connection events before each write is acknowledged.
        package var slow: Int?

        /// Command of a connection, counted from 1, that is refused.
        package var nackAtStep: Int?
        /// Way of refusing that command: `att` or `reply`.
        package var nackBy: String?
        /// Command at which it ends the connection.
        package var disconnectAtStep: Int?
        /// Whether a save at `disconnectAtStep` is executed.
        package var savesBeforeDisconnect: Bool?
        /// Command whose write is never answered.
        package var silentAtStep: Int?
        /// Command at which it goes out of reach.
        package var leavesAtStep: Int?
        /// Time for which it stays out of reach; nil = for good.
        package var returnsAfterMs: Double?
        /// Whether it acknowledges saves without saving anything.
        package var ignoresSave: Bool?
        /// Number of connections with faults; nil = all.
        package var faultAttempts: Int?

        /// Its address after a save.
        package var newAddressAfterSave: String?
        /// Time without adverts after a connection.
        package var settleMs: Double?
        /// Every n-th advert has the iBeacon, n being this number; the others have only the flags
        /// and the name.
        package var iBeaconEvery: Int?
        /// Whether it has the service FFE0.
        package var service: Bool?
        /// Whether FFE1 has the descriptor 0x2902, without which no client can subscribe to it.
        package var notifies: Bool?
        /// Whether it accepts connections.
        package var connectable: Bool?

        package init() {}
    }
}
