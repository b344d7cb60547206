import FlockFinder
import GatewayClient
import GatewayModel
import LineFormats

/// All detections of a gateway, page by page, in the order of their keys.
struct DetectionPages: AsyncSequence, AsyncIteratorProtocol {
    let client: GatewayClient
    let output: VerbOutput
    /// Lowest tier; nil = any.
    let minTier: DetectionTier?
    let type: String?
    /// Only muted devices, or none of them; nil = all.
    let muted: Bool?
    let since: Timestamp?
    private var after: String?
    private var isDone = false

    init(
        client: GatewayClient, output: VerbOutput, minTier: DetectionTier? = nil, type: String? = nil,
        muted: Bool? = nil,
        since: Timestamp? = nil
    ) {
        self.client = client
        self.output = output
        self.minTier = minTier
        self.type = type
        self.muted = muted
        self.since = since
    }

    func makeAsyncIterator() -> DetectionPages { self }

    mutating func next() async throws -> [DetectionDescription]? {
        guard !isDone else { return nil }
        let (pages, after) = (self, after)
        let page = try await pages.client.detections(
            minTier: pages.minTier, type: pages.type, since: pages.since, muted: pages.muted, after: after, limit: 1000)
        self.after = page.next
        isDone = page.next == nil
        return page.detections
    }
}
