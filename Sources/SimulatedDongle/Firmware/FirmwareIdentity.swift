/// Identity that a simulated dongle reports. Texts are truncated to 32 bytes.
package struct FirmwareIdentity: Sendable, Hashable {
    /// `SIM00001` in ASCII, used by every simulated dongle without another id.
    package static let defaultDeviceID = deviceID(number: 1)

    /// Returns a device id: `SIM00001` in ASCII for number 1, and so on.
    ///
    /// - Parameter number: Number of the device, 1...99999.
    package static func deviceID(number: Int) -> [UInt8] {
        let digits = "\(number)"
        return Array(("SIM" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits).utf8)
    }

    /// Eight bytes. Other lengths are truncated or filled with zeros.
    package var deviceID: [UInt8]
    /// Rate of the line in bits per second; nil = native USB, which has no rate.
    package var lineRate: Int?
    /// Name of the firmware.
    package var firmware = "Perch simulated dongle"
    /// Version of the firmware.
    package var version = "1.0.0"
    /// Commit or hash of the build.
    package var build = "simulation"
    /// Name of the board or chip.
    package var hardware = "virtual radio"

    package init(deviceID: [UInt8]? = nil, lineRate: Int? = nil) {
        self.deviceID = deviceID ?? Self.defaultDeviceID
        self.lineRate = lineRate
    }
}
