import DongleProtocol

/// Permissions, limits and peripheral of a run.
package struct ConformanceOptions: Sendable {
    /// The device to which the checks of the GATT client connect.
    package struct Peripheral: Sendable, Hashable {
        package let address: Address
        /// Public or random.
        package let type: PeerAddressType

        package init(address: Address, type: PeerAddressType) {
            self.address = address
            self.type = type
        }
    }

    /// Whether the dongle may be restarted, and its saved state changed and restored.
    package var allowsReset: Bool
    /// Whether to run checks that take more than 30 s.
    package var isSlow: Bool
    /// Ids of the checks that fail if they are not proven.
    package var required: Set<String> = []
    package var peripheral: Peripheral?
    /// Maximum wait for an answer.
    package var patience: Duration
    /// Maximum time until the dongle answers HELLO. SPEC.md 4.2 says 12 s.
    package var greetingLimit: Duration
    /// Whether damaged data alone counts as a failure of the dongle. False at a rate that may not
    /// be the dongle's.
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
