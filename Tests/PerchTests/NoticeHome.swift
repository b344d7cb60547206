import TestSupport
import Testing

/// Folder and settings of a gateway that sends notices.
struct NoticeHome {
    static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Starts a verb of the gateway in the folder, or one without a gateway.
    func verb(
        _ arguments: String..., gateway: Bool = true, environment: [String: String] = [:]
    ) throws -> PerchProcess {
        let place = gateway ? "unix:\(folder.path("s"))" : "none"
        let process = try PerchProcess(
            arguments, home: folder, environment: environment.merging(["PERCH_GATEWAY": place]) { $1 })
        process.kill(after: 60)
        return process
    }

    func settings(_ receiver: WebhookReceiver) -> [String: String] {
        ["PERCH_NOTIFY_WEBHOOKS": receiver.url, "PERCH_NOTIFY_DESKTOP": "off"]
    }

    func addRegion(gateway: Bool = true) throws {
        let added = try verb("region", "add", "tables", "--beacon", Self.uuid, gateway: gateway).end()
        #expect(added.status == 0, "\(added.errors)")
    }

    /// Returns the outbox as JSON.
    func outbox(gateway: Bool = true) throws -> [[String: Any]] {
        let ending = try verb("outbox", "--json", gateway: gateway).end()
        #expect(ending.status == 0, "\(ending.errors)")
        return try ending.objects().filter { $0["type"] as? String == "outbox-entry" }
    }
}
