import JSONLines

extension GatewayStatus {
    /// Whether everything is recorded, in a database that is not damaged, and any dongle is live.
    package var isWell: Bool { store.isWell && dongles.contains { $0.state == .live || $0.state == .suspect } }
}

extension StoreStatus {
    package var isWell: Bool { recording && error == nil }
}

extension StoreRestore {
    /// Source: the registry of media types of the IANA.
    package static let mediaType = "application/vnd.sqlite3"
}
