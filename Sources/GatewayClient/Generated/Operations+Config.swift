// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import FlockFinder
import GatewayModel

extension GatewayClient {
    /// What a device holds.
    ///
    /// Reads the device, and says what a transfer that was cut short has left. It is carried out to its end though
    /// nobody reads the answer; what became of it stands in the report.
    func readConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "read"], json: body)
        return try await lines(request, within: time)
    }

    /// In what the tables and a device differ.
    ///
    /// Reads the device and changes nothing. It is carried out to its end though nobody reads the answer; what became
    /// of it stands in the report.
    func diffConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "diff"], json: body)
        return try await lines(request, within: time)
    }

    /// The tables take over what a device holds.
    ///
    /// What is enabled in the tables and not there is disabled, where `may_remove` is true; nothing is removed. It is
    /// carried out to its end though nobody reads the answer; what became of it stands in the report.
    func pullConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "pull"], json: body)
        return try await lines(request, within: time)
    }

    /// A device takes over what the tables, or a text, say.
    ///
    /// Only what is enabled is sent. What is more than the device takes is refused before anything is sent. What was
    /// sent is read back and compared. It is carried out to its end though nobody reads the answer; what became of it
    /// stands in the report.
    func pushConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "push"], json: body)
        return try await lines(request, within: time)
    }

    /// Each takes over what the other has changed.
    ///
    /// By what both agreed on last. What both have changed is left as it is on either side, unless `prefer` says whose
    /// word counts. It is carried out to its end though nobody reads the answer; what became of it stands in the
    /// report.
    func syncConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "sync"], json: body)
        return try await lines(request, within: time)
    }

    /// A device keeps what it holds.
    ///
    /// Only what was just read, and is whole. That a device says so is no proof; `verify_reboot` waits for a restart
    /// and reads it again. It is carried out to its end though nobody reads the answer; what became of it stands in the
    /// report.
    func saveConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "save"], json: body)
        return try await lines(request, within: time)
    }

    /// A device goes back to what it had from the factory.
    ///
    /// It keeps that at once. Without `may_remove` it says what would go, and does nothing. It is carried out to its
    /// end though nobody reads the answer; what became of it stands in the report.
    func resetConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "reset"], json: body)
        return try await lines(request, within: time)
    }

    /// A device takes back what a transfer replaced.
    ///
    /// The newest, or the one that is named. It is carried out to its end though nobody reads the answer; what became
    /// of it stands in the report.
    func restoreConfigLines(_ body: ConfigOrder, within time: Duration? = nil) async throws -> LineChunks {
        let request = try APIRequest(.POST, ["v1", "config", "restore"], json: body)
        return try await lines(request, within: time)
    }

    /// Devices whose config was ever read, the one read last first.
    package func configDevices(within time: Duration? = nil) async throws -> ConfigDeviceList {
        let request = APIRequest(.GET, ["v1", "config", "devices"])
        return try await answer(request, within: time)
    }

    /// What was sent to a device, the newest first.
    package func configTransfers(device: String, within time: Duration? = nil) async throws -> ConfigTransferList {
        let request = APIRequest(.GET, ["v1", "config", "transfers"], query: [("device", device)])
        return try await answer(request, within: time)
    }

    /// Scan settings of the tables; what is not there stays as it is on a device.
    package func scanSettings(within time: Duration? = nil) async throws -> ScanSettings {
        let request = APIRequest(.GET, ["v1", "config", "settings"])
        return try await answer(request, within: time)
    }

    /// Changes scan settings of the tables.
    package func setScanSettings(
        _ body: ScanSettingsChange, within time: Duration? = nil
    ) async throws -> ScanSettings {
        let request = try APIRequest(.PUT, ["v1", "config", "settings"], json: body)
        return try await answer(request, within: time)
    }
}
