import LineFormats

extension AttachedFlockFinder {
    /// Makes the entry of a FlockFinder that was just requested.
    package init(id: String, device: String, since: Timestamp) {
        self.id = id
        self.device = device
        state = .connecting
        self.since = since
        kept = false
        watchers = 0
        connections = 0
        notifications = 0
        detections = 0
        unreadable = 0
        lost = 0
    }
}
