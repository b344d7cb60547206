// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import FlockFinder
import GatewayModel
import Hummingbird
import LineFormats

/// Operations with the tag `detections`, which the server implements.
protocol DetectionsOperations: Sendable {
    /// List the devices that patterns detected.
    func detections(
        minTier: DetectionTier?, type: String?, since: Timestamp?, muted: Bool?, after: String?, limit: Int
    ) async throws -> DetectionList
    /// Remove all detected devices.
    func clearDetections() async throws -> DetectionsCleared
    /// Stream devices as they are heard.
    func liveDetections(
        minTier: DetectionTier?, type: String?, muted: Bool?, device: String?, dongle: String?, _ call: Call
    ) async throws -> Response
    /// List the mutes.
    func detectionMutes() async throws -> DetectionMuteList
    /// Mute devices.
    func muteDetections(_ body: DetectionMuteRecord) async throws -> DetectionMuteRecord
    /// Remove a mute.
    func unmuteDetections(kind: DetectionMute.Kind, value: String) async throws
    /// List the attached FlockFinders.
    func attachedFlockFinders() async throws -> AttachedFlockFinderList
    /// Attach a FlockFinder: follow its notifications from now on.
    func attachFlockFinder(_ body: AttachmentRequest) async throws -> AttachedFlockFinder
    /// Detach a FlockFinder.
    func detachFlockFinder(_ attachment: String) async throws
}

extension DetectionsOperations {
    var detectionsRoutes: [Route] {
        [
            Route(.get, "/v1/detections", query: ["min_tier", "type", "since", "muted", "after", "limit"], role: .viewer) { call in
                .json(try await detections(minTier: try call.query.word("min_tier"), type: try call.query.text("type", limit: 64), since: try call.query.value("since"), muted: try call.query.flag("muted"), after: try call.query.text("after", limit: 128), limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.delete, "/v1/detections", role: .admin) { _ in
                .json(try await clearDetections())
            },
            Route(.get, "/v1/detections/live", query: ["min_tier", "type", "muted", "device", "dongle"], role: .viewer) { call in
                try await liveDetections(minTier: try call.query.word("min_tier"), type: try call.query.text("type", limit: 64), muted: try call.query.flag("muted"), device: try call.query.text("device", limit: 248), dongle: try call.query.text("dongle", limit: 4_096), call)
            },
            Route(.get, "/v1/detections/mutes", role: .viewer) { _ in
                .json(try await detectionMutes())
            },
            Route(.post, "/v1/detections/mutes", role: .admin) { call in
                .json(try await muteDetections(try await call.object()))
            },
            Route(.delete, "/v1/detections/mutes", query: ["kind", "value"], role: .admin) { call in
                try await unmuteDetections(kind: try call.query.needed("kind", call.query.word("kind")), value: try call.query.needed("value", call.query.text("value", limit: 256)))
                return .done
            },
            Route(.get, "/v1/detections/attached", role: .viewer) { _ in
                .json(try await attachedFlockFinders())
            },
            Route(.post, "/v1/detections/attached", role: .admin) { call in
                .json(try await attachFlockFinder(try await call.object()), status: .created)
            },
            Route(.delete, "/v1/detections/attached/{attachment}", role: .admin) { call in
                try await detachFlockFinder(call.name("attachment"))
                return .done
            },
        ]
    }
}
