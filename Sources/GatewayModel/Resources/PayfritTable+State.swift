extension PayfritTable {
    /// How far it is.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// Its identity is allocated, and no beacon has it yet.
        case planned
        /// A run is under way.
        case provisioning
        /// A beacon was written, and is not registered by itself: nobody has seen it, or the outbox is full.
        case provisioned
        /// Its registration is on its way.
        case queued
        case registered
        /// The backend has refused the registration for good.
        case refused
        /// Somebody wants it no more.
        case dropped
    }
}
