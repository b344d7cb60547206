import Advertising
import GatewayModel

/// Operations on one beacon, addressed by its ``BeaconIdentity`` instead of three path components.
extension GatewayClient {
    /// Returns one beacon that is known or heard now.
    package func beacon(_ identity: BeaconIdentity) async throws -> BeaconDescription {
        try await beacon(uuid: "\(identity.uuid)", major: identity.major, minor: identity.minor)
    }

    /// Names the beacon; nil removes its name.
    package func setAlias(_ alias: String?, of identity: BeaconIdentity) async throws -> BeaconDescription {
        let (uuid, major, minor) = ("\(identity.uuid)", identity.major, identity.minor)
        guard let alias else { return try await removeBeaconAlias(uuid: uuid, major: major, minor: minor) }
        return try await setBeaconAlias(uuid: uuid, major: major, minor: minor, AliasRequest(alias: alias))
    }

    /// Saves the beacon's calibration; nil removes it.
    package func setCalibration(
        _ calibration: BeaconCalibrationRecord?, of identity: BeaconIdentity
    ) async throws -> BeaconDescription {
        let (uuid, major, minor) = ("\(identity.uuid)", identity.major, identity.minor)
        guard let calibration else { return try await removeCalibration(uuid: uuid, major: major, minor: minor) }
        return try await setCalibration(uuid: uuid, major: major, minor: minor, calibration)
    }

    /// Removes the beacon and its history.
    package func forgetBeacon(_ identity: BeaconIdentity) async throws {
        try await forgetBeacon(uuid: "\(identity.uuid)", major: identity.major, minor: identity.minor)
    }
}
