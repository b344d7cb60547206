import GatewayClient
import GatewayModel
import JSONLines

/// Every device that a gateway has found, page by page, in the order of their keys.
struct DetectionPages: AsyncSequence, AsyncIteratorProtocol {
    let client: GatewayClient
    let output: VerbOutput
    let wish: DetectionWish
    let since: Timestamp?
    private var after: String?
    private var isDone = false

    init(client: GatewayClient, output: VerbOutput, wish: DetectionWish, since: Timestamp?) {
        self.client = client
        self.output = output
        self.wish = wish
        self.since = since
    }

    func makeAsyncIterator() -> DetectionPages { self }

    mutating func next() async throws -> [DetectionDescription]? {
        guard !isDone else { return nil }
        let (client, wish, since, after) = (client, wish, since, after)
        let page = try await output.interruptible {
            try await client.detections(wish, since: since, after: after)
        }
        self.after = page.next
        isDone = page.next == nil
        return page.detections
    }
}
