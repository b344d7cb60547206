import FlockFinder
import Gateway
import GatewayModel
import Hummingbird
import LineFormats

extension GatewayAPI: DetectionsOperations {
    func detections(
        minTier: DetectionTier?, type: String?, since: Timestamp?, muted: Bool?, after: String?, limit: Int
    ) async throws -> DetectionList {
        try await gateway.detections.list(
            query(minTier, type), since: since, muted: muted, after: after, limit: limit)
    }

    func clearDetections() async throws -> DetectionsCleared {
        DetectionsCleared(removed: try await gateway.detections.clear())
    }

    /// Streams the devices that are seen.
    func liveDetections(
        minTier: DetectionTier?, type: String?, muted: Bool?, device: String?, dongle: String?, _ call: Call
    ) async throws -> Response {
        guard device != nil || dongle == nil else {
            throw RequestError.invalidParameter("dongle", expected: "given together with device")
        }
        var query = query(minTier, type)
        query.includesMuted = muted == true
        let subscription = try await gateway.detections.subscribe(
            query, attaching: device.map { AttachmentRequest(device: $0, dongle: dongle) })
        let start = await start(of: subscription.id)
        return followed(subscription.id, call, end: { subscription.end() }) { lines in
            await lines.line("start") { $0.fields(start) }
            for await update in subscription {
                switch update {
                case .device(let device):
                    await lines.line("detection", at: device.lastSeen) { $0.fields(device) }
                case .missed(let count):
                    await lines.line("missed") { $0.fields(CountLine(dongle: nil, count: count)) }
                }
            }
        }
    }

    private func query(_ tier: DetectionTier?, _ type: String?) -> DetectionQuery {
        DetectionQuery(leastTier: tier ?? .low, deviceType: type)
    }

    // MARK: Mutes

    func detectionMutes() async throws -> DetectionMuteList { try await gateway.detections.muteList() }

    func muteDetections(_ body: DetectionMuteRecord) async throws -> DetectionMuteRecord {
        try await gateway.detections.mute(body)
        return body
    }

    func unmuteDetections(kind: DetectionMute.Kind, value: String) async throws {
        try await gateway.detections.unmute(DetectionMuteRecord(kind: kind, value: value))
    }

    // MARK: FlockFinders

    func attachedFlockFinders() async throws -> AttachedFlockFinderList {
        AttachedFlockFinderList(attached: await gateway.detections.attached())
    }

    func attachFlockFinder(_ body: AttachmentRequest) async throws -> AttachedFlockFinder {
        try await gateway.detections.attach(body)
    }

    func detachFlockFinder(_ attachment: String) async throws { try await gateway.detections.detach(attachment) }
}
