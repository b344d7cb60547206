import FlockFinder
import GatewayModel
import JSONLines
import Store

/// Devices and mutes, as they are asked for.
extension DetectionService {
    /// Devices that were found, in the order of their keys.
    ///
    /// - Parameters:
    ///   - since: Only those that were seen at this time or later.
    ///   - muted: Only muted ones, or none of them; nil = both.
    ///   - after: Only those with a greater key.
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

    /// Forgets every device. Returns how many there were.
    package func clear() async throws -> Int {
        try await load()
        return try await storing.take {
            let stored = try await store.clearDetections()
            unstored = []
            refused = []
            untold = []
            return max(stored, book.removeAll())
        }
    }

    /// As ``status()``; the devices are counted in the store where they were not read yet.
    package func summary() async -> DetectionStatus {
        var summary = status()
        // Why the store fails is told elsewhere.
        if !isLoaded, let kept = try? await store.detectionCount() { summary.devices = max(kept, summary.devices) }
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

    /// Nobody is to be told of these devices any more; they are counted all the same. Does nothing the second time.
    ///
    /// - Throws: ``DetectionError``, `StoreError`.
    package func mute(_ record: DetectionMuteRecord) async throws {
        try await load()
        let mute = try DetectionMute(checked: record)
        try await changing.take {
            let now = timeOfDay().microsecondsSince1970
            guard try await store.addDetectionMute(mute, atMicroseconds: now) else {
                throw DetectionError.tooManyMutes(limit: DetectionMute.limit)
            }
            mutes.insert(mute)
        }
    }

    /// What cannot be muted is not muted either.
    ///
    /// - Throws: ``DetectionError/notMuted(kind:value:)``, `StoreError`.
    package func unmute(_ record: DetectionMuteRecord) async throws {
        try await load()
        guard let mute = DetectionMute(kind: record.kind, value: record.value) else {
            throw DetectionError.notMuted(kind: record.kind, value: record.value)
        }
        try await changing.take {
            guard try await store.removeDetectionMute(mute) else {
                throw DetectionError.notMuted(kind: mute.kind, value: mute.value)
            }
            mutes.remove(mute)
        }
    }
}
