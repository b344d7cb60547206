import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    var configRoutes: [Route] {
        ConfigAction.allCases.map(configRoute) + [
            Route(.get, "/v1/config/devices") { _ in
                .json(ConfigDeviceList(devices: try await gateway.configs.devices()))
            },
            Route(.get, "/v1/config/transfers", query: ["device"]) { call in
                guard let device = try call.query.text("device") else {
                    throw RequestError.invalidParameter(
                        "device", expected: "a device, as GET /v1/config/devices names it")
                }
                return .json(ConfigTransferList(transfers: try await gateway.configs.transfers(of: device)))
            },
            Route(.get, "/v1/config/settings") { _ in
                .json(try await gateway.configs.scanSettings())
            },
            Route(.put, "/v1/config/settings") { call in
                let change: ScanSettingsChange = try await call.object()
                return .json(try await gateway.configs.setScanSettings(change.settings))
            },
        ]
    }

    /// How far an order is, line by line, and at the end what became of it. It is carried out though nobody reads that.
    private func configRoute(_ action: ConfigAction) -> Route {
        Route(.post, "/v1/config/\(action.rawValue)") { call in
            let order: ConfigOrder = try await call.object()
            let updates = try await gateway.configs.perform(action, order)
            let start = await start(of: "config")
            return LineStream(call).response(produce: { lines in
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
}
