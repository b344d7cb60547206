import GatewayModel

extension GatewayClient {
    /// Does something with the config of a device: how far it is, and at the end what became of it.
    public func config(
        _ action: ConfigAction, _ order: ConfigOrder
    ) async throws -> LineStream<ConfigStreamLine> {
        let request = try Request(.POST, "v1", "config", action.rawValue, json: order)
        return LineStream(chunks: try await lines(request)) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "progress": .progress(try self.decode(ConfigProgress.self, from: line))
            case "report": .report(try self.decode(ConfigReport.self, from: line))
            case "idle": .idle
            default: nil
            }
        }
    }

    /// Devices whose config was ever read, the one read last first.
    public func configDevices() async throws -> [ConfigDevice] {
        try await answer(Request(.GET, "v1", "config", "devices"), as: ConfigDeviceList.self).devices
    }

    /// What was sent to a device, the newest first.
    ///
    /// - Parameter device: As ``ConfigDevice/device``.
    public func configTransfers(of device: String) async throws -> [ConfigTransferItem] {
        var request = Request(.GET, "v1", "config", "transfers")
        request.query = [("device", device)]
        return try await answer(request, as: ConfigTransferList.self).transfers
    }

    /// Scan settings of the tables.
    public func scanSettings() async throws -> ScanSettings {
        try await answer(Request(.GET, "v1", "config", "settings"), as: ScanSettings.self)
    }

    /// Changes scan settings of the tables; nil: the host says nothing of it.
    public func setScanSettings(_ settings: [String: Int?]) async throws -> ScanSettings {
        let change = ScanSettingsChange(settings: settings)
        return try await answer(
            try Request(.PUT, "v1", "config", "settings", json: change), as: ScanSettings.self)
    }
}

/// What an order brings.
public enum ConfigStreamLine: Sendable, Hashable {
    case start(StreamStart)
    case progress(ConfigProgress)
    /// The last line.
    case report(ConfigReport)
    case idle
}
