import GatewayModel
import JSONLines

extension GatewayClient {
    /// Devices that were found by patterns, in the order of their keys.
    ///
    /// - Parameters:
    ///   - wish: What is wanted; nil for `muted` = both.
    ///   - after: Only those with a greater key.
    ///   - limit: 1...1000.
    public func detections(
        _ wish: DetectionWish = DetectionWish(), since: Timestamp? = nil, after: String? = nil, limit: Int = 1000
    ) async throws -> DetectionList {
        var request = Request(.GET, "v1", "detections")
        request.query = wish.fields + [("limit", String(limit))]
        if let since { request.query.append(("since", "\(since)")) }
        if let after { request.query.append(("after", after)) }
        return try await answer(request)
    }

    /// Forgets every device that was found. Returns how many there were.
    public func clearDetections() async throws -> Int {
        try await answer(Request(.DELETE, "v1", "detections"), as: DetectionsCleared.self).removed
    }

    /// Devices as they are seen, each at most four times a second.
    ///
    /// - Parameter flockFinder: One that is to be listened to for as long as the stream lasts.
    public func liveDetections(
        _ wish: DetectionWish = DetectionWish(), listeningTo flockFinder: AttachmentRequest? = nil
    ) async throws -> LineStream<DetectionStreamLine> {
        var request = Request(.GET, "v1", "detections", "live")
        request.query = wish.fields
        if let flockFinder { request.query.append(("device", flockFinder.device)) }
        if let dongle = flockFinder?.dongle { request.query.append(("dongle", dongle)) }
        return LineStream(chunks: try await lines(request)) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "detection": .device(try self.decode(DetectionDescription.self, from: line))
            case "missed": .missed(try self.decode(CountLine.self, from: line).count)
            case "idle": .idle
            default: nil
            }
        }
    }

    // MARK: Mutes

    /// What nobody wants to be told of.
    public func detectionMutes() async throws -> [DetectionMuteRecord] {
        try await answer(Request(.GET, "v1", "detections", "mutes"), as: DetectionMuteList.self).mutes
    }

    public func muteDetections(_ mute: DetectionMuteRecord) async throws {
        let _: DetectionMuteRecord = try await answer(try Request(.POST, "v1", "detections", "mutes", json: mute))
    }

    public func unmuteDetections(_ mute: DetectionMuteRecord) async throws {
        var request = Request(.DELETE, "v1", "detections", "mutes")
        request.query = [("kind", mute.kind), ("value", mute.value)]
        try await order(request)
    }

    // MARK: FlockFinders

    /// FlockFinders that are listened to.
    public func attachedFlockFinders() async throws -> [AttachedFlockFinder] {
        try await answer(Request(.GET, "v1", "detections", "attached"), as: AttachedFlockFinderList.self).attached
    }

    /// Listens to a FlockFinder until it is detached.
    public func attachFlockFinder(_ request: AttachmentRequest) async throws -> AttachedFlockFinder {
        try await answer(try Request(.POST, "v1", "detections", "attached", json: request))
    }

    public func detachFlockFinder(_ id: String) async throws {
        try await order(Request(.DELETE, "v1", "detections", "attached", id))
    }
}

/// What a reader of detections wants.
public struct DetectionWish: Sendable, Hashable {
    /// `high`, `medium` or `low`.
    public var leastTier: String?
    public var deviceType: String?
    /// Live: whether muted devices come, too; otherwise: only those, or none of them. Nil: live none, otherwise both.
    public var muted: Bool?

    /// Everything.
    public init() {}

    fileprivate var fields: [(String, String)] {
        let all: [(String, String?)] = [
            ("min_tier", leastTier), ("type", deviceType), ("muted", muted.map { $0 ? "yes" : "no" }),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// What a stream of detections brings.
public enum DetectionStreamLine: Sendable, Hashable {
    case start(StreamStart)
    /// How a device stands that was seen again.
    case device(DetectionDescription)
    /// So many changes were too many for this reader. What comes next is newer than they were.
    case missed(UInt64)
    case idle
}
