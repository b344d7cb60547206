// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import FlockFinder
import GatewayModel
import LineFormats

extension GatewayClient {
    /// List the devices that patterns detected.
    ///
    /// Each device has one row, however often it was heard. The store keeps at most 10,000 devices, each for 90 days
    /// after it was last heard.
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

    /// Remove all detected devices.
    ///
    /// Mutes stay in effect.
    package func clearDetections(within time: Duration? = nil) async throws -> DetectionsCleared {
        let request = APIRequest(.DELETE, ["v1", "detections"])
        return try await answer(request, within: time)
    }

    /// Stream devices as they are heard.
    ///
    /// Sends at most four lines a second for each device. Ends when the gateway stops, or with
    /// `DELETE /v1/streams/{stream}`. A gateway that does not detect devices all the time does so while this stream has
    /// a reader. With `device`, the gateway follows that FlockFinder until the stream ends; one that is attached
    /// already is shared.
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

    /// List the mutes.
    package func detectionMutes(within time: Duration? = nil) async throws -> DetectionMuteList {
        let request = APIRequest(.GET, ["v1", "detections", "mutes"])
        return try await answer(request, within: time)
    }

    /// Mute devices.
    ///
    /// Muted devices are still counted and stored. At most 1,000 mutes are possible; muting again what is muted already
    /// succeeds.
    package func muteDetections(
        _ body: DetectionMuteRecord, within time: Duration? = nil
    ) async throws -> DetectionMuteRecord {
        let request = try APIRequest(.POST, ["v1", "detections", "mutes"], json: body)
        return try await answer(request, within: time)
    }

    /// Remove a mute.
    package func unmuteDetections(kind: DetectionMute.Kind, value: String, within time: Duration? = nil) async throws {
        let request = APIRequest(
            .DELETE, ["v1", "detections", "mutes"], query: [("kind", kind.rawValue), ("value", value)]
        )
        try await order(request, within: time)
    }

    /// List the attached FlockFinders.
    package func attachedFlockFinders(within time: Duration? = nil) async throws -> AttachedFlockFinderList {
        let request = APIRequest(.GET, ["v1", "detections", "attached"])
        return try await answer(request, within: time)
    }

    /// Attach a FlockFinder: follow its notifications from now on.
    ///
    /// The gateway connects as soon as the device is heard, and again whenever the connection is lost;
    /// `GET /v1/detections/attached` shows the state. At most 8 can be attached. A FlockFinder stays attached until it
    /// is detached or the gateway ends, even if it was attached before for live streams only.
    package func attachFlockFinder(
        _ body: AttachmentRequest, within time: Duration? = nil
    ) async throws -> AttachedFlockFinder {
        let request = try APIRequest(.POST, ["v1", "detections", "attached"], json: body)
        return try await answer(request, within: time)
    }

    /// Detach a FlockFinder.
    ///
    /// Detected devices stay in the store. Streams that asked for this FlockFinder continue without it.
    package func detachFlockFinder(_ attachment: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "detections", "attached", attachment])
        try await order(request, within: time)
    }
}
