extension ProvisioningState {
    /// Whether the run has ended.
    package var isEnd: Bool {
        switch self {
        case .verified, .writtenUnverified, .failed, .unknown: true
        case .planned, .connecting, .authenticated, .writing, .saved: false
        }
    }

    /// Whether the beacon saved its new identity, or may have saved it.
    package var isWritten: Bool {
        switch self {
        case .saved, .verified, .writtenUnverified, .unknown: true
        case .planned, .connecting, .authenticated, .writing, .failed: false
        }
    }
}

extension RunReason {
    /// Codes of permanent failures: another try fails in the same way.
    private static let finalCodes: Set = [
        "passwords-refused", "no-such-service", "missing-property", "step-refused", "no-reply", "mtu-too-small",
    ]

    /// Whether retrying is useless.
    package var isFinal: Bool { Self.finalCodes.contains(code) }
}
