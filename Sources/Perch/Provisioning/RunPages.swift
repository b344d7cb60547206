import GatewayClient
import GatewayModel

/// Runs of a gateway, page by page, the newest first.
struct RunPages: AsyncSequence, AsyncIteratorProtocol {
    let client: GatewayClient
    /// Batch to which the runs are restricted; nil = all runs.
    var batch: Int64?
    var pageSize = 1000
    private var before: Int64?
    private var isDone = false

    init(client: GatewayClient, batch: Int64? = nil, pageSize: Int = 1000) {
        self.client = client
        self.batch = batch
        self.pageSize = pageSize
    }

    func makeAsyncIterator() -> RunPages { self }

    mutating func next() async throws -> [ProvisioningRun]? {
        guard !isDone else { return nil }
        let page = try await client.runs(batch: batch, before: before, limit: pageSize).runs
        isDone = page.count < pageSize
        before = page.last?.id
        return page.isEmpty ? nil : page
    }
}
