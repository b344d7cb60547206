extension ProvisioningState {
    /// Whether nothing more happens by itself.
    package var isEnd: Bool {
        switch self {
        case .verified, .writtenUnverified, .failed, .unknown: true
        case .planned, .connecting, .authenticated, .writing, .saved: false
        }
    }
}

extension RunReason {
    /// Codes of what a beacon refuses for good: the same comes to nothing another time.
    private static let finalCodes: Set = [
        "passwords-refused", "no-such-service", "missing-property", "step-refused", "no-reply", "mtu-too-small",
    ]

    /// Whether the beacon cannot be provisioned so.
    package var isFinal: Bool { Self.finalCodes.contains(code) }
}
