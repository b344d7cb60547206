import FlockFinder
import GatewayModel

extension PatternQuestion {
    /// Checks the lengths in bytes, because that is how Bluetooth and Wi-Fi limit names and SSIDs.
    func checkFurther() throws(RequestError) {
        for (path, text, limit) in [("ssid", ssid, Pattern.ssidLimit), ("name", name, Pattern.nameLimit)] {
            guard text.map({ $0.utf8.count <= limit }) ?? true else {
                throw .invalidValue(path: path, expected: "a text of 1 to \(limit) bytes")
            }
        }
    }
}

extension RegionDefinition {
    func checkFurther() throws(RequestError) {
        guard minor == nil || major != nil else {
            throw .invalidValue(path: "minor", expected: "left out, though there is no major")
        }
    }
}
