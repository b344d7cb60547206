import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats

/// All detections of a gateway, page by page, in the order of their keys.
struct DetectionPages: AsyncSequence, AsyncIteratorProtocol {
    let client: GatewayClient
    /// Lowest tier; nil = any.
    let minTier: DetectionTier?
    let type: String?
    /// Only muted devices, or none of them; nil = all.
    let muted: Bool?
    let since: Timestamp?
    private var after: String?
    private var isDone = false

    init(
        client: GatewayClient, minTier: DetectionTier? = nil, type: String? = nil, muted: Bool? = nil,
        since: Timestamp? = nil
    ) {
        self.client = client
        self.minTier = minTier
        self.type = type
        self.muted = muted
        self.since = since
    }

    func makeAsyncIterator() -> DetectionPages { self }

    mutating func next() async throws -> [DetectionDescription]? {
        guard !isDone else { return nil }
        let page = try await client.detections(
            minTier: minTier, type: type, since: since, muted: muted, after: after, limit: 1000)
        after = page.next
        isDone = page.next == nil
        return page.detections
    }
}
