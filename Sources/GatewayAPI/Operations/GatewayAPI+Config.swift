import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI: ConfigOperations {
    func readConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response { try await perform(.read, body, call) }
    func diffConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response { try await perform(.diff, body, call) }
    func pullConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response { try await perform(.pull, body, call) }
    func pushConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response { try await perform(.push, body, call) }
    func syncConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response { try await perform(.sync, body, call) }
    func saveConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response { try await perform(.save, body, call) }
    func resetConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response {
        try await perform(.reset, body, call)
    }
    func restoreConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response {
        try await perform(.restore, body, call)
    }

    func configDevices() async throws -> ConfigDeviceList {
        ConfigDeviceList(devices: try await gateway.configs.devices())
    }

    func configTransfers(device: String) async throws -> ConfigTransferList {
        ConfigTransferList(transfers: try await gateway.configs.transfers(of: device))
    }

    func scanSettings() async throws -> ScanSettings { try await gateway.configs.scanSettings() }

    func setScanSettings(_ body: ScanSettingsChange) async throws -> ScanSettings {
        try await gateway.configs.setScanSettings(body.settings)
    }

    /// Carries out an order and streams its progress, then the report. The order is completed even
    /// if the client stops reading.
    private func perform(_ action: ConfigAction, _ order: ConfigOrder, _ call: Call) async throws -> Response {
        let updates = try await gateway.configs.perform(action, order)
        let start = await start(of: "config")
        return LineResponse(call, access?.sessions).response(produce: { lines in
            await lines.line("start") { $0.fields(start) }
            for await update in updates {
                switch update {
                case .progress(let progress): await lines.line("progress") { $0.fields(progress) }
                case .report(let report): await lines.line("report") { $0.fields(report) }
                }
            }
            await lines.line("end")
        })
    }
}
