import LineFormats

extension GatewayStatus {
    /// Whether the database records and has no error, and at least one dongle is live and scans if
    /// it should.
    package var isWell: Bool { store.isWell && liveDongles.contains { !isDeaf($0) } }

    package var liveDongles: [DongleStatus] { dongles.filter { $0.state == .live || $0.state == .suspect } }

    /// Whether a dongle does not scan though it should, for example because its controller is
    /// missing. A scan that is about to start has no error.
    private func isDeaf(_ dongle: DongleStatus) -> Bool {
        scan.wanted && !dongle.scanning && dongle.lastError != nil
    }
}

extension StoreStatus {
    package var isWell: Bool { recording && error == nil }
}

extension StoreRestore {
    /// Source: IANA registry of media types.
    package static let mediaType = "application/vnd.sqlite3"
}
