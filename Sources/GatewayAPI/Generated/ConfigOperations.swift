// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import FlockFinder
import GatewayModel
import Hummingbird

/// Operations with the tag `config`, which the server implements.
protocol ConfigOperations: Sendable {
    /// Read the config of a device.
    func readConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Compare the tables with the config of a device.
    func diffConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Copy the config of a device to the tables.
    func pullConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Write the tables, or a given text, to a device.
    func pushConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Synchronise the tables and a device: apply the changes of each side to the other.
    func syncConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Save the current config of a device.
    func saveConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Reset a device to its factory config.
    func resetConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// Write back the config that a transfer replaced.
    func restoreConfig(_ body: ConfigOrder, _ call: Call) async throws -> Response
    /// List the devices whose config was read, most recently read first.
    func configDevices() async throws -> ConfigDeviceList
    /// List the transfers to a device, newest first.
    func configTransfers(device: String) async throws -> ConfigTransferList
    /// Get the scan settings of the tables; a push leaves other settings of a device unchanged.
    func scanSettings() async throws -> ScanSettings
    /// Change scan settings of the tables.
    func setScanSettings(_ body: ScanSettingsChange) async throws -> ScanSettings
}

extension ConfigOperations {
    var configRoutes: [Route] {
        [
            Route(.post, "/v1/config/read", role: .crew) { call in
                try await readConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/diff", role: .crew) { call in
                try await diffConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/pull", role: .admin) { call in
                try await pullConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/push", role: .admin) { call in
                try await pushConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/sync", role: .admin) { call in
                try await syncConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/save", role: .admin) { call in
                try await saveConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/reset", role: .admin) { call in
                try await resetConfig(try await call.object(), call)
            },
            Route(.post, "/v1/config/restore", role: .admin) { call in
                try await restoreConfig(try await call.object(), call)
            },
            Route(.get, "/v1/config/devices", role: .viewer) { _ in
                .json(try await configDevices())
            },
            Route(.get, "/v1/config/transfers", query: ["device"], role: .crew) { call in
                .json(try await configTransfers(device: try call.query.needed("device", call.query.text("device", limit: 256))))
            },
            Route(.get, "/v1/config/settings", role: .viewer) { _ in
                .json(try await scanSettings())
            },
            Route(.put, "/v1/config/settings", role: .admin) { call in
                .json(try await setScanSettings(try await call.object()))
            },
        ]
    }
}
