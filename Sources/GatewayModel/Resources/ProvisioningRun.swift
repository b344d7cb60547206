import JSONLines

extension ProvisioningRun {
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Nothing was done yet.
        case planned
        /// It is looked for, connected to, or given passwords.
        case connecting
        /// A password was taken, or none was refused.
        case authenticated
        /// ``ProvisioningRun/step`` says how far.
        case writing
        /// The beacon has acknowledged the last step; nobody has seen its new identity yet.
        case saved
        /// It was seen on the air as it is to be. The only success.
        case verified
        /// Everything was written, and the new identity was not seen, or proves nothing. No success.
        case writtenUnverified = "written-unverified"
        /// It ended before the beacon was told to keep anything.
        case failed
        /// The beacon may have been told to keep it; nobody knows whether it did.
        case unknown

        /// Whether nothing more happens by itself.
        public var isEnd: Bool {
            switch self {
            case .verified, .writtenUnverified, .failed, .unknown: true
            case .planned, .connecting, .authenticated, .writing, .saved: false
            }
        }
    }
}

extension RunReason {
    /// Codes of what a beacon refuses for good: the same comes to nothing another time.
    private static let finalCodes: Set = [
        "passwords-refused", "no-such-service", "missing-property", "step-refused", "no-reply", "mtu-too-small",
    ]

    /// Whether the beacon cannot be provisioned so.
    public var isFinal: Bool { Self.finalCodes.contains(code) }
}
