// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import GatewayModel

extension RegionDefinition: RequestObject {
    static let keys = [
        "name", "uuid", "major", "minor", "enter_sightings", "enter_within_ms", "exit_after_ms", "min_rssi"
    ]
    static let expected = ["uuid": "a UUID of 32 digits, with dashes or without"]

    func check() throws(RequestError) {
        try BodyCheck.range("major", major, 0...65_535)
        try BodyCheck.range("minor", minor, 0...65_535)
        try BodyCheck.range("enter_sightings", enterSightings, 1...1_000)
        try BodyCheck.range("enter_within_ms", enterWithinMs, 100...3_600_000)
        try BodyCheck.range("exit_after_ms", exitAfterMs, 1_000...86_400_000)
        try BodyCheck.range("min_rssi", minimumRSSI, -127...20)
        try checkFurther()
    }
}

extension BeaconCalibrationRecord: RequestObject {
    static let keys = ["power_at_1m", "samples", "spread"]
    static let fractionalKeys = ["power_at_1m", "spread"]

    func check() throws(RequestError) {
        try BodyCheck.range("power_at_1m", powerAt1m, -120...0)
        try BodyCheck.range("samples", samples, 1...10_000)
        try BodyCheck.range("spread", spread, 0...50)
    }
}
