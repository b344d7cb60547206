// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import FlockFinder
import GatewayModel

extension GatewayClient {
    /// Read the config of a device.
    ///
    /// Reads the device, and reports what interrupted transfers have left behind. The order is completed even if the
    /// client disconnects; the report contains its result.
    func readConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "read"], json: body)
        return try await lines(request, within: time)
    }

    /// Compare the tables with the config of a device.
    ///
    /// Reads the device and changes nothing. The order is completed even if the client disconnects; the report contains
    /// its result.
    func diffConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "diff"], json: body)
        return try await lines(request, within: time)
    }

    /// Copy the config of a device to the tables.
    ///
    /// With `may_remove`, patterns that are enabled in the tables but not on the device are disabled; nothing is
    /// removed. The order is completed even if the client disconnects; the report contains its result.
    func pullConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "pull"], json: body)
        return try await lines(request, within: time)
    }

    /// Write the tables, or a given text, to a device.
    ///
    /// Sends only enabled patterns. A config that exceeds the limits of the device is refused before anything is sent.
    /// After sending, the config is read back and compared. The order is completed even if the client disconnects; the
    /// report contains its result.
    func pushConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "push"], json: body)
        return try await lines(request, within: time)
    }

    /// Synchronise the tables and a device: apply the changes of each side to the other.
    ///
    /// Changes are found by comparison with the state that both sides last agreed on. Where both have changed the same
    /// thing, neither side is changed, unless `prefer` chooses one. The order is completed even if the client
    /// disconnects; the report contains its result.
    func syncConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "sync"], json: body)
        return try await lines(request, within: time)
    }

    /// Save the current config of a device.
    ///
    /// Saves only a config that was just read and is complete. The device's confirmation is no proof that it was saved;
    /// `verify_reboot` waits for a restart and reads the config again. The order is completed even if the client
    /// disconnects; the report contains its result.
    func saveConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "save"], json: body)
        return try await lines(request, within: time)
    }

    /// Reset a device to its factory config.
    ///
    /// The device saves the factory config at once. Without `may_remove`, nothing is done; the report says what would
    /// be lost. The order is completed even if the client disconnects; the report contains its result.
    func resetConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "reset"], json: body)
        return try await lines(request, within: time)
    }

    /// Write back the config that a transfer replaced.
    ///
    /// Restores the config from before the newest transfer, or from before the given one, byte for byte unless the
    /// device speaks another dialect since. A dongle whose saved or factory config has these bytes returns to that. The
    /// order is completed even if the client disconnects; the report contains its result.
    func restoreConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "restore"], json: body)
        return try await lines(request, within: time)
    }

    /// List the devices whose config was read, most recently read first.
    package func configDevices(within time: Duration? = nil) async throws -> ConfigDeviceList {
        let request = APIRequest(.GET, ["v1", "config", "devices"])
        return try await answer(request, within: time)
    }

    /// List the transfers to a device, newest first.
    package func configTransfers(device: String, within time: Duration? = nil) async throws -> ConfigTransferList {
        let request = APIRequest(.GET, ["v1", "config", "transfers"], query: [("device", device)])
        return try await answer(request, within: time)
    }

    /// Get the scan settings of the tables; a push leaves other settings of a device unchanged.
    package func scanSettings(within time: Duration? = nil) async throws -> ScanSettings {
        let request = APIRequest(.GET, ["v1", "config", "settings"])
        return try await answer(request, within: time)
    }

    /// Change scan settings of the tables.
    package func setScanSettings(
        _ body: ScanSettingsChange, within time: Duration? = nil
    ) async throws -> ScanSettings {
        let request = try APIRequest(.PUT, ["v1", "config", "settings"], json: body)
        return try await answer(request, within: time)
    }
}
