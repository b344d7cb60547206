import DongleProtocol

/// What a run may do, and with what.
public struct ConformanceOptions: Sendable {
    /// The device that the checks of the GATT client connect to.
    public struct Peripheral: Sendable, Hashable {
        public let address: Address
        /// Public or random.
        public let type: AddressType

        public init(address: Address, type: AddressType) {
            self.address = address
            self.type = type
        }
    }

    /// Whether the dongle may be restarted, and what it keeps be changed and put back.
    public var allowsReset: Bool
    /// Whether the checks that take more than half a minute are run too.
    public var isSlow: Bool
    public var peripheral: Peripheral?
    /// How long an answer is waited for.
    public var patience: Duration
    /// How long a dongle may take until it answers HELLO. SPEC.md 4.2 says 12 s.
    public var greetingLimit: Duration
    /// Whether a line on which nothing but damage comes is a dongle that fails. At another rate than the dongle's it is not.
    public var judgesDamage = true

    public init(
        allowsReset: Bool = false, isSlow: Bool = false, peripheral: Peripheral? = nil,
        patience: Duration = .seconds(1), greetingLimit: Duration = .seconds(12)
    ) {
        self.allowsReset = allowsReset
        self.isSlow = isSlow
        self.peripheral = peripheral
        self.patience = patience
        self.greetingLimit = greetingLimit
    }
}
