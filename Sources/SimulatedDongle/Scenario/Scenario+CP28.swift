extension Scenario {
    /// How a peripheral with the behaviour `cp28` is, and what is wrong with it. Nil takes the default; ranges and
    /// defaults are ``SimulatedCP28/Options``'s.
    package struct CP28: Codable, Sendable, Hashable {
        /// What it advertises when it comes from the factory.
        package var iBeacon: AdvertElement.IBeacon?
        /// Its name from the factory.
        package var name: String?
        /// What is to be written to FFE3.
        package var password: String?

        /// How it reports a wrong password: `att`, `nack`, `disconnect` or `silent`.
        package var refusal: String?
        /// Whether it ends the connection once it has refused a password by `att` or `nack`.
        package var hangsUpAfterRefusal: Bool?
        /// After so many wrong passwords it refuses every one, for good.
        package var lockAfterRefusals: Int?

        /// What it notifies for a command that it executes: `ack` or `none`.
        package var replies: String?
        /// How long after the command.
        package var replyDelayMs: Double?
        /// So many connection events later than usual each write is acknowledged.
        package var slow: Int?

        /// The command of a connection, counted from 1, that is refused.
        package var nackAtStep: Int?
        /// How: `att` or `reply`.
        package var nackBy: String?
        /// The command at which it ends the connection.
        package var disconnectAtStep: Int?
        /// Whether a save at `disconnectAtStep` is executed.
        package var savesBeforeDisconnect: Bool?
        /// The command whose write is never answered.
        package var silentAtStep: Int?
        /// The command at which it goes out of reach.
        package var leavesAtStep: Int?
        /// How long it stays there; nil = for good.
        package var returnsAfterMs: Double?
        /// Whether it acknowledges saves and saves nothing.
        package var ignoresSave: Bool?
        /// How many connections its faults last; nil = all.
        package var faultAttempts: Int?

        /// What its address is after a save.
        package var newAddressAfterSave: String?
        /// How long after a connection it stays off the air.
        package var settleMs: Double?
        /// Each so-manieth advert has the iBeacon; the others have the flags and the name alone.
        package var iBeaconEvery: Int?
        /// Whether it has the service FFE0.
        package var service: Bool?
        /// Whether FFE1 has the descriptor 0x2902, without which nobody can subscribe to it.
        package var notifies: Bool?
        /// Whether it can be connected to.
        package var connectable: Bool?

        package init() {}
    }
}
