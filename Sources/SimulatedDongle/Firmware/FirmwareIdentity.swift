/// What a simulated dongle says it is. Texts are cut at 32 bytes.
package struct FirmwareIdentity: Sendable, Hashable {
    /// `SIM00001` in ASCII: the same for every simulated dongle that is given no other.
    package static let defaultDeviceID = deviceID(number: 1)

    /// `SIM00001` in ASCII and so on.
    ///
    /// - Parameter number: 1...99999.
    package static func deviceID(number: Int) -> [UInt8] {
        let digits = "\(number)"
        return Array(("SIM" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits).utf8)
    }

    /// Eight bytes; others are cut or filled with zeros.
    package var deviceID: [UInt8]
    /// Bits a second of the line; nil = native USB, which has no rate.
    package var lineRate: Int?
    /// Name of the firmware.
    package var firmware = "Perch simulated dongle"
    /// Version of the firmware.
    package var version = "1.0.0"
    /// Commit or hash.
    package var build = "simulation"
    /// Board or chip.
    package var hardware = "virtual radio"

    package init(deviceID: [UInt8]? = nil, lineRate: Int? = nil) {
        self.deviceID = deviceID ?? Self.defaultDeviceID
        self.lineRate = lineRate
    }
}
