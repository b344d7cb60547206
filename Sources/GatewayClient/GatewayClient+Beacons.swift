import Advertising
import GatewayModel

/// What a path names by three components, by one value.
extension GatewayClient {
    /// One beacon, known or heard now.
    package func beacon(_ identity: BeaconIdentity) async throws -> BeaconDescription {
        try await beacon(uuid: "\(identity.uuid)", major: identity.major, minor: identity.minor)
    }

    /// Gives it a name, or takes its name away.
    package func setAlias(_ alias: String?, of identity: BeaconIdentity) async throws -> BeaconDescription {
        let (uuid, major, minor) = ("\(identity.uuid)", identity.major, identity.minor)
        guard let alias else { return try await removeBeaconAlias(uuid: uuid, major: major, minor: minor) }
        return try await setBeaconAlias(uuid: uuid, major: major, minor: minor, AliasRequest(alias: alias))
    }

    /// Keeps what was measured of it, or forgets that.
    package func setCalibration(
        _ calibration: BeaconCalibrationRecord?, of identity: BeaconIdentity
    ) async throws -> BeaconDescription {
        let (uuid, major, minor) = ("\(identity.uuid)", identity.major, identity.minor)
        guard let calibration else { return try await removeCalibration(uuid: uuid, major: major, minor: minor) }
        return try await setCalibration(uuid: uuid, major: major, minor: minor, calibration)
    }

    /// Forgets it with its history.
    package func forgetBeacon(_ identity: BeaconIdentity) async throws {
        try await forgetBeacon(uuid: "\(identity.uuid)", major: identity.major, minor: identity.minor)
    }
}
