extension Scenario {
    /// How a peripheral with the behaviour `cp28` is, and what is wrong with it. Nil takes the default; ranges and
    /// defaults are ``SimulatedCP28/Options``'s.
    public struct CP28: Codable, Sendable, Hashable {
        /// What it advertises when it comes from the factory.
        public var iBeacon: AdvertElement.IBeacon?
        /// Its name from the factory.
        public var name: String?
        /// What is to be written to FFE3.
        public var password: String?

        /// How it reports a wrong password: `att`, `nack`, `disconnect` or `silent`.
        public var refusal: String?
        /// Whether it ends the connection once it has refused a password by `att` or `nack`.
        public var hangsUpAfterRefusal: Bool?
        /// After so many wrong passwords it refuses every one, for good.
        public var lockAfterRefusals: Int?

        /// What it notifies for a command that it executes: `ack` or `none`.
        public var replies: String?
        /// How long after the command.
        public var replyDelayMs: Double?
        /// So many connection events later than usual each write is acknowledged.
        public var slow: Int?

        /// The command of a connection, counted from 1, that is refused.
        public var nackAtStep: Int?
        /// How: `att` or `reply`.
        public var nackBy: String?
        /// The command at which it ends the connection.
        public var disconnectAtStep: Int?
        /// Whether a save at `disconnectAtStep` is executed.
        public var savesBeforeDisconnect: Bool?
        /// The command whose write is never answered.
        public var silentAtStep: Int?
        /// The command at which it goes out of reach.
        public var leavesAtStep: Int?
        /// How long it stays there; nil = for good.
        public var returnsAfterMs: Double?
        /// Whether it acknowledges saves and saves nothing.
        public var ignoresSave: Bool?
        /// How many connections its faults last; nil = all.
        public var faultAttempts: Int?

        /// What its address is after a save.
        public var newAddressAfterSave: String?
        /// How long after a connection it stays off the air.
        public var settleMs: Double?
        /// Each so-manieth advert has the iBeacon; the others have the flags and the name alone.
        public var iBeaconEvery: Int?
        /// Whether it has the service FFE0.
        public var service: Bool?
        /// Whether FFE1 has the descriptor 0x2902, without which nobody can subscribe to it.
        public var notifies: Bool?
        /// Whether it can be connected to.
        public var connectable: Bool?

        public init() {}
    }
}
