// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import FlockFinder
import GatewayModel
import JSONLines

extension GatewayClient {
    /// Devices that were found by patterns.
    ///
    /// A device has one row, however often it was heard. They are kept in the store: at most 10,000, for 90 days after
    /// they were heard last.
    package func detections(
        minTier: DetectionTier? = nil, type: String? = nil, since: Timestamp? = nil, muted: Bool? = nil,
        after: String? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> DetectionList {
        let request = APIRequest(
            .GET, ["v1", "detections"],
            query: [("min_tier", minTier.map { $0.rawValue }), ("type", type), ("since", since.map { "\($0)" }), ("muted", muted.map { $0 ? "yes" : "no" }), ("after", after), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Forget every device that was found.
    ///
    /// What is muted stays muted.
    package func clearDetections(within time: Duration? = nil) async throws -> DetectionsCleared {
        let request = APIRequest(.DELETE, ["v1", "detections"])
        return try await answer(request, within: time)
    }

    /// Devices as they are heard.
    ///
    /// Of each device at most four lines a second. Ends where the gateway stops, or `DELETE /v1/streams/{stream}` ends
    /// it. A gateway that does not look by itself does so while there is a reader. With `device` it listens to that
    /// FlockFinder until the stream ends, however it does; one that is attached already serves both.
    func liveDetectionsLines(
        minTier: DetectionTier? = nil, type: String? = nil, muted: Bool? = nil, device: String? = nil,
        dongle: String? = nil, within time: Duration? = nil
    ) async throws -> LineChunks {
        let request = APIRequest(
            .GET, ["v1", "detections", "live"],
            query: [("min_tier", minTier.map { $0.rawValue }), ("type", type), ("muted", muted.map { $0 ? "yes" : "no" }), ("device", device), ("dongle", dongle)]
        )
        return try await lines(request, within: time)
    }

    /// What nobody wants to be told of.
    package func detectionMutes(within time: Duration? = nil) async throws -> DetectionMuteList {
        let request = APIRequest(.GET, ["v1", "detections", "mutes"])
        return try await answer(request, within: time)
    }

    /// Do not tell of devices any more.
    ///
    /// They are counted and kept all the same. At most 1,000; one that is muted already can be muted again.
    package func muteDetections(
        _ body: DetectionMuteRecord, within time: Duration? = nil
    ) async throws -> DetectionMuteRecord {
        let request = try APIRequest(.POST, ["v1", "detections", "mutes"], json: body)
        return try await answer(request, within: time)
    }

    /// Tell of devices again.
    package func unmuteDetections(kind: DetectionMute.Kind, value: String, within time: Duration? = nil) async throws {
        let request = APIRequest(
            .DELETE, ["v1", "detections", "mutes"], query: [("kind", kind.rawValue), ("value", value)]
        )
        try await order(request, within: time)
    }

    /// FlockFinders that are listened to.
    package func attachedFlockFinders(within time: Duration? = nil) async throws -> AttachedFlockFinderList {
        let request = APIRequest(.GET, ["v1", "detections", "attached"])
        return try await answer(request, within: time)
    }

    /// Listen to a FlockFinder from now on.
    ///
    /// The gateway connects as soon as the device is heard, and again whenever the connection is lost; how that goes is
    /// told by `GET /v1/detections/attached`. At most 8. It lasts until it is detached or the gateway ends. One that
    /// was attached for live streams only is kept from then on.
    package func attachFlockFinder(
        _ body: AttachmentRequest, within time: Duration? = nil
    ) async throws -> AttachedFlockFinder {
        let request = try APIRequest(.POST, ["v1", "detections", "attached"], json: body)
        return try await answer(request, within: time)
    }

    /// Do not listen to it any more.
    ///
    /// What was found stays. Streams that have asked for it go on without it.
    package func detachFlockFinder(_ attachment: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "detections", "attached", attachment])
        try await order(request, within: time)
    }
}
