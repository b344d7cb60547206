import Advertising
import GatewayModel

extension AdoptionRequest: RequestObject {
    static let keys = ["port", "baud"]

    func check() throws(RequestError) {
        // A path ends at its first NUL byte for the system: another one would be opened than was asked for.
        guard (1...4096).contains(port.utf8.count), !port.utf8.contains(0) else {
            throw .invalidValue(path: "port", expected: "auto, id:SERIAL or a path of at most 4096 bytes")
        }
        try baud.check("baud", 1...100_000_000)
    }
}

extension AliasRequest: RequestObject {
    static let keys = ["alias"]

    /// The gateway knows what a name may be.
    func check() throws(RequestError) {}
}

extension IdentificationRequest: RequestObject {
    static let keys = ["duration_ms"]

    func check() throws(RequestError) { try durationMs.check("duration_ms", 0...60_000) }
}

extension RebootOrder: RequestObject {
    static let keys = ["mode"]

    func check() throws(RequestError) {}
}

extension ConnectionRequest: RequestObject {
    static let keys = ["dongle", "address", "address_type", "timeout_ms", "lease_ms"]

    func check() throws(RequestError) {
        if let dongle, !(1...4096).contains(dongle.utf8.count) {
            throw .invalidValue(path: "dongle", expected: "a text of 1 to 4096 bytes")
        }
        guard BluetoothAddress(address) != nil else {
            throw .invalidValue(path: "address", expected: "an address such as aa:bb:cc:dd:ee:ff")
        }
        if let addressType, AddressType(name: addressType) == nil {
            throw .invalidValue(path: "address_type", expected: "public or random")
        }
        try timeoutMs.check("timeout_ms", 100...600_000)
        try leaseMs.check("lease_ms", 1_000...600_000)
    }
}

extension ValueWrite: RequestObject {
    static let keys = ["hex", "confirmed"]

    /// Source: Core Specification, Vol 3, Part F, 3.2.9, for the length of a value.
    func check() throws(RequestError) {
        guard let bytes = Hexadecimal.bytes(hex), bytes.count <= 512 else {
            throw .invalidValue(path: "hex", expected: "two hexadecimal digits a byte, at most 512 bytes")
        }
    }
}

extension MTURequest: RequestObject {
    static let keys = ["mtu"]

    func check() throws(RequestError) { try mtu.check("mtu", 23...517) }
}

extension RegionDefinition: RequestObject {
    static let keys = [
        "name", "uuid", "major", "minor", "enter_sightings", "enter_within_ms", "exit_after_ms", "min_rssi",
    ]

    /// The gateway knows what a name and a UUID may be.
    func check() throws(RequestError) {
        try major.check("major", 0...65_535)
        try minor.check("minor", 0...65_535)
        guard minor == nil || major != nil else {
            throw .invalidValue(path: "minor", expected: "left out, where there is no major")
        }
        try enterSightings.check("enter_sightings", 1...1_000)
        try enterWithinMs.check("enter_within_ms", 100...3_600_000)
        try exitAfterMs.check("exit_after_ms", 1_000...86_400_000)
        try minimumRSSI.check("min_rssi", -127...20)
    }
}

extension BeaconCalibrationRecord: RequestObject {
    static let keys = ["power_at_1m", "samples", "spread"]
    static let fractionalKeys = ["power_at_1m", "spread"]

    func check() throws(RequestError) {
        guard (-120...0).contains(powerAt1m) else {
            throw .invalidValue(path: "power_at_1m", expected: "a number from -120 to 0")
        }
        try samples.check("samples", 1...10_000)
        guard (0...50).contains(spread) else {
            throw .invalidValue(path: "spread", expected: "a number from 0 to 50")
        }
    }
}
