import Advertising
import Foundation
import GRDB
import GatewayModel

/// A run's row. The baseline is not part of it.
extension StoredRun: FetchableRecord {
    /// States in which nothing more happens without a user, as an SQL list.
    static let endStates = ProvisioningState.allCases.filter(\.isEnd).map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// States in which the beacon may have its target but was not seen with it.
    static let unprovenStates: Set<ProvisioningState> = [.writtenUnverified, .unknown]

    /// All columns but the id.
    var columns: [String: (any DatabaseValueConvertible)?] {
        let target: [String: (any DatabaseValueConvertible)?] = [
            "batch": batch, "address": target.address, "address_type": target.addressType,
            "profile": target.profile, "name": target.name, "uuid": target.identity.uuid,
            "major": target.identity.major, "minor": target.identity.minor, "rssi_at_1m": target.rssiAt1m,
            "interval_ms": target.intervalMs, "tx_power": target.txPower, "created": createdMicroseconds,
            "updated": updatedMicroseconds,
        ]
        return target.merging(progress.columns) { first, _ in first }
    }

    package init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        batch = try row.decode(forColumn: "batch")
        target = try Target(row)
        progress = try Progress(row)
        createdMicroseconds = try row.decode(forColumn: "created")
        updatedMicroseconds = try row.decode(forColumn: "updated")
    }
}

extension StoredRun.Target {
    fileprivate init(_ row: Row) throws {
        address = try row.decode(forColumn: "address")
        addressType = try row.decode(forColumn: "address_type")
        profile = try row.decode(forColumn: "profile")
        name = try row.decode(forColumn: "name")
        identity = try row.beaconIdentity()
        rssiAt1m = try row.decode(forColumn: "rssi_at_1m")
        intervalMs = try row.decode(forColumn: "interval_ms")
        txPower = try row.decode(forColumn: "tx_power")
    }
}

extension StoredRun.Progress {
    var columns: [String: (any DatabaseValueConvertible)?] {
        [
            "state": state, "step": step, "save_begun": saveBegun, "attempts": attempts,
            "reason_code": reason?.code, "reason_message": reason?.message, "reason_hint": reason?.hint,
            "dongle": dongle, "is_simulated": isSimulated, "found_uuid": found?.uuid,
            "found_major": found?.major, "found_minor": found?.minor,
            "seen_address": seenAddress, "seen_rssi": seenRSSI,
            "refused_passwords": refusedPasswords.map(String.init).joined(separator: ","),
        ]
    }

    fileprivate init(_ row: Row) throws {
        self.init()
        state = try row.decode(forColumn: "state")
        step = try row.decode(forColumn: "step")
        saveBegun = try row.decode(forColumn: "save_begun")
        attempts = try row.decode(forColumn: "attempts")
        let code: String? = try row.decode(forColumn: "reason_code")
        reason = try code.map { code in
            StoredRun.Reason(
                code: code, message: try row.decode(forColumn: "reason_message"),
                hint: try row.decode(forColumn: "reason_hint"))
        }
        dongle = try row.decode(forColumn: "dongle")
        isSimulated = try row.decode(forColumn: "is_simulated")
        let uuid: ProximityUUID? = try row.decode(forColumn: "found_uuid")
        found = try uuid.map {
            BeaconIdentity(
                uuid: $0, major: try row.decode(forColumn: "found_major"),
                minor: try row.decode(forColumn: "found_minor"))
        }
        baseline = try row.decode(forColumn: "baseline")
        seenAddress = try row.decode(forColumn: "seen_address")
        seenRSSI = try row.decode(forColumn: "seen_rssi")
        let refused: String = try row.decode(forColumn: "refused_passwords")
        refusedPasswords = refused.split(separator: ",").compactMap { Int($0) }
    }
}
