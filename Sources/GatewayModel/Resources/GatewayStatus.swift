import LineFormats

extension GatewayStatus {
    /// Whether the database records and has no error, and at least one dongle is live.
    package var isWell: Bool { store.isWell && dongles.contains { $0.state == .live || $0.state == .suspect } }
}

extension StoreStatus {
    package var isWell: Bool { recording && error == nil }
}

extension StoreRestore {
    /// Source: IANA registry of media types.
    package static let mediaType = "application/vnd.sqlite3"
}
