// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import FlockFinder
import GatewayModel
import Hummingbird

/// What the server does for the operations with the tag `config`.
protocol ConfigOperations: Sendable {
    /// What a device holds.
    func readConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// In what the tables and a device differ.
    func diffConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// The tables take over what a device holds.
    func pullConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// A device takes over what the tables, or a text, say.
    func pushConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Each takes over what the other has changed.
    func syncConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// A device keeps what it holds.
    func saveConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// A device goes back to what it had from the factory.
    func resetConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// A device takes back what a transfer replaced.
    func restoreConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Devices whose config was ever read, the one read last first.
    func configDevices() async throws -> ConfigDeviceList
    /// What was sent to a device, the newest first.
    func configTransfers(device: String) async throws -> ConfigTransferList
    /// Scan settings of the tables; what is not there stays as it is on a device.
    func scanSettings() async throws -> ScanSettings
    /// Changes scan settings of the tables.
    func setScanSettings(_ body: ScanSettingsChange) async throws -> ScanSettings
}

extension ConfigOperations {
    var configRoutes: [Route] {
        [
            Route(.post, "/v1/config/read") { call in
                try await readConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/diff") { call in
                try await diffConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/pull") { call in
                try await pullConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/push") { call in
                try await pushConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/sync") { call in
                try await syncConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/save") { call in
                try await saveConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/reset") { call in
                try await resetConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/restore") { call in
                try await restoreConfig(try await call.object(), call)
            },
            Route(.get, "/v1/config/devices") { _ in
                .json(try await configDevices())
            },
            Route(.get, "/v1/config/transfers", query: ["device"]) { call in
                .json(try await configTransfers(device: try call.query.needed("device", call.query.text("device", limit: 256))))
            },
            Route(.get, "/v1/config/settings") { _ in
                .json(try await scanSettings())
            },
            Route(.put, "/v1/config/settings") { call in
                .json(try await setScanSettings(try await call.object()))
            },
        ]
    }
}
