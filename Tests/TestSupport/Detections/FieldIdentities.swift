import Advertising
import FlockFinder
import Foundation

/// Sightings of surveillance devices in the field: `field-identities.csv`, with the columns
/// `kind,text,mac,device_type`.
package struct FieldIdentities {
    package struct Malformed: Error {
        package let line: Int
    }

    private let bluetooth: [(name: [UInt8], address: BluetoothAddress)]
    private let wifi: [(ssid: [UInt8], address: BluetoothAddress)]

    package var count: Int { bluetooth.count + wifi.count }

    package init(path: String) throws {
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        var bluetooth: [([UInt8], BluetoothAddress)] = []
        var wifi: [([UInt8], BluetoothAddress)] = []
        for (number, line) in text.split(whereSeparator: \.isNewline).enumerated().dropFirst() {
            // The last two columns have no commas, and a text with commas is quoted.
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count >= 4, let address = BluetoothAddress(parts[parts.count - 2]) else {
                throw Malformed(line: number + 1)
            }
            let name = parts[1..<parts.count - 2].joined(separator: ",").trimmingCharacters(in: ["\""])
            switch parts[0] {
            case "ble_name": bluetooth.append((Array(name.utf8), address))
            case "ssid", "wifi_ssid": wifi.append((Array(name.utf8), address))
            default: throw Malformed(line: number + 1)
            }
        }
        (self.bluetooth, self.wifi) = (bluetooth, wifi)
    }

    /// Counts the devices that a matcher finds, and those that it finds by the address alone.
    package func found(by matcher: PatternMatcher) -> (all: Int, byAddress: Int) {
        var matches: [PatternMatch] = []
        var (all, byAddress) = (0, 0)
        func count(_ match: (inout [PatternMatch]) -> Void) {
            match(&matches)
            if !matches.isEmpty { all += 1 }
            if matches.contains(where: { $0.kind == .mac }) { byAddress += 1 }
        }
        for (name, address) in bluetooth {
            let advert = [UInt8(name.count + 1), ADType.completeLocalName.rawValue] + name
            count { matcher.match(address, advert.span.bytes, into: &$0) }
        }
        for (ssid, address) in wifi { count { matcher.match(address, ssid: ssid.span.bytes, into: &$0) } }
        return (all, byAddress)
    }
}
