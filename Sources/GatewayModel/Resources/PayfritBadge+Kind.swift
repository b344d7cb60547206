extension PayfritBadge {
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// Of the business that was chosen.
        case ours
        /// Of another business.
        case other
        /// It has a UUID that makers ship, and was not provisioned yet.
        case banned
        case unknown
    }
}
