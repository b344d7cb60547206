import DongleProtocol

/// What a run may do, and with what.
package struct ConformanceOptions: Sendable {
    /// The device that the checks of the GATT client connect to.
    package struct Peripheral: Sendable, Hashable {
        package let address: Address
        /// Public or random.
        package let type: PeerAddressType

        package init(address: Address, type: PeerAddressType) {
            self.address = address
            self.type = type
        }
    }

    /// Whether the dongle may be restarted, and what it keeps be changed and put back.
    package var allowsReset: Bool
    /// Whether the checks that take more than half a minute are run too.
    package var isSlow: Bool
    package var peripheral: Peripheral?
    /// How long an answer is waited for.
    package var patience: Duration
    /// How long a dongle may take until it answers HELLO. SPEC.md 4.2 says 12 s.
    package var greetingLimit: Duration
    /// Whether a line on which nothing but damage comes is a dongle that fails. At another rate than the dongle's it is not.
    package var judgesDamage = true

    package init(
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
