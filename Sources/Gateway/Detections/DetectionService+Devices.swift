import FlockFinder
import GatewayModel
import LineFormats
import Store

/// Requests about devices and mutes.
extension DetectionService {
    /// Returns detected devices in the order of their keys.
    ///
    /// - Parameters:
    ///   - since: Time since which a device must have been seen.
    ///   - muted: True: only muted devices; false: only others; nil: both.
    ///   - after: Key after which the list begins.
    ///   - limit: 1...1000.
    package func list(
        _ query: DetectionQuery, since: Timestamp?, muted: Bool?, after: String?, limit: Int
    ) async throws -> DetectionList {
        try await load()
        forgetOld()
        var query = query
        query.includesMuted = true
        var found: [(key: String, device: DetectedDevice, isMuted: Bool)] = []
        for device in book.devices {
            let isMuted = mutes.hides(device)
            guard query.includes(device, isMuted: isMuted), muted == nil || muted == isMuted,
                device.lastSeen >= since?.microsecondsSince1970 ?? .min
            else { continue }
            let key = device.key.text
            if let after, key <= after { continue }
            found.append((key, device, isMuted))
        }
        found.sort { $0.key < $1.key }
        let page = found.prefix(limit)
        return DetectionList(
            detections: page.map { DetectionDescription($0.device, isMuted: $0.isMuted) },
            next: found.count > limit ? page.last?.key : nil, status: status())
    }

    /// Deletes every device. Returns their number.
    package func clear() async throws -> Int {
        try await load()
        return try await storing.take {
            let stored = try await store.clear()
            unstored = []
            refused = []
            untold = []
            return max(stored, book.removeAll())
        }
    }

    /// Returns ``status()``; if the devices were not loaded yet, they are counted in the store.
    package func summary() async -> DetectionStatus {
        var summary = status()
        // A failure of the store is reported elsewhere.
        if !isLoaded, let kept = try? await store.count() { summary.devices = max(kept, summary.devices) }
        return summary
    }

    package func status() -> DetectionStatus {
        DetectionStatus(
            active: subscription != nil, patterns: rules.matcher.count, devices: book.count, capacity: book.capacity,
            sightings: book.sightings, evicted: book.evicted, wifiLost: wifiLost, eventsSuppressed: eventsSuppressed,
            notStored: notStored, missed: missed, attached: attachments.count,
            listening: attachments.values.count { $0.description.state == .listening })
    }

    // MARK: Mutes

    package func muteList() async throws -> DetectionMuteList {
        try await load()
        let all = mutes.map { DetectionMuteRecord(kind: $0.kind, value: $0.value) }
        return DetectionMuteList(mutes: all.sorted { ($0.kind.rawValue, $0.value) < ($1.kind.rawValue, $1.value) })
    }

    /// Mutes devices: they cause no more events, and only readers that include muted devices get
    /// them. They are still counted. Does nothing the second time.
    ///
    /// - Throws: ``DetectionError``, `StoreError`.
    package func mute(_ record: DetectionMuteRecord) async throws {
        try await load()
        let mute = try DetectionMute(checked: record)
        try await changing.take {
            let now = timeOfDay().microsecondsSince1970
            guard try await store.addMute(mute, atMicroseconds: now) else {
                throw DetectionError.tooManyMutes(limit: DetectionMute.limit)
            }
            mutes.insert(mute)
        }
    }

    /// Ends a mute. An invalid mute counts as one that does not exist.
    ///
    /// - Throws: ``DetectionError/notMuted(kind:value:)``, `StoreError`.
    package func unmute(_ record: DetectionMuteRecord) async throws {
        try await load()
        guard let mute = DetectionMute(kind: record.kind, value: record.value) else {
            throw DetectionError.notMuted(kind: record.kind, value: record.value)
        }
        try await changing.take {
            guard try await store.removeMute(mute) else {
                throw DetectionError.notMuted(kind: mute.kind, value: mute.value)
            }
            mutes.remove(mute)
        }
    }
}
