/// The compact dialect, which the firmware `document` reads and writes.
extension SimulatedFlockFinder.Config {
    /// Refusal of a document, with the message of the reply. The wording is assumed.
    struct Refusal: Error, Sendable, Hashable {
        let message: String
    }

    private typealias Listing = (path: WritableKeyPath<Self, [Entry]>, name: String)

    private static var listings: [Listing] {
        [(\.ssids, "ssid"), (\.macs, "mac"), (\.bleNames, "ble_n"), (\.bleUUIDs, "ble_u")]
    }

    private static let keys: Set<String> = [
        "v", "wsi", "bsi", "chi", "wifi_en", "ble_en", "stream", "ssid", "mac", "ble_n", "ble_u",
    ]
    /// Largest number of entries in a list.
    private static let entryLimit = 50
    /// Largest size of a config in bytes.
    static let byteLimit = 8192

    /// Applies a document. Settings that are missing in it remain unchanged. It is applied
    /// completely or not at all.
    mutating func apply(compact document: DeviceJSON) throws(Refusal) {
        guard case .object(let members) = document else { throw Refusal(message: "Not an object") }
        guard members.contains(where: { Self.keys.contains(String(decoding: $0.key, as: UTF8.self)) }) else {
            throw Refusal(message: "No known key")
        }
        var config = self
        if let version = document["v"] {
            guard version.whole(to: 1) == 1 else { throw Refusal(message: "Unknown version") }
        }
        try config.takeScan(document)
        for listing in Self.listings {
            guard let list = document[listing.name] else { continue }
            guard let elements = list.elements else { throw Refusal(message: "\(listing.name) is not a list") }
            guard elements.count <= Self.entryLimit else {
                throw Refusal(message: "\(elements.count) entries in \(listing.name), \(Self.entryLimit) at most")
            }
            var entries: [Entry] = []
            for element in elements { entries.append(try Self.entry(element, listing.name)) }
            config[keyPath: listing.path] = entries
        }
        guard config.compact.utf8.count <= Self.byteLimit else {
            throw Refusal(message: "More than \(Self.byteLimit) bytes")
        }
        self = config
    }

    private mutating func takeScan(_ document: DeviceJSON) throws(Refusal) {
        func number(_ key: String, _ range: ClosedRange<Int>, _ absent: Int) throws(Refusal) -> Int {
            guard let value = document[key] else { return absent }
            guard let number = value.whole(to: 65_535), range.contains(number) else {
                throw Refusal(message: "\(key) is not of \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
        func flag(_ key: String, _ absent: Bool) throws(Refusal) -> Bool {
            guard let value = document[key] else { return absent }
            guard let flag = value.bool else { throw Refusal(message: "\(key) is neither true nor false") }
            return flag
        }
        scan.wifiInterval = try number("wsi", 1000...60_000, scan.wifiInterval)
        scan.bleInterval = try number("bsi", 1000...60_000, scan.bleInterval)
        scan.hopInterval = try number("chi", 100...5000, scan.hopInterval)
        scan.isWiFiOn = try flag("wifi_en", scan.isWiFiOn)
        scan.isBLEOn = try flag("ble_en", scan.isBLEOn)
        scan.streamMode = try number("stream", 0...1, scan.streamMode)
    }

    private static func entry(_ element: DeviceJSON, _ list: String) throws(Refusal) -> Entry {
        guard let text = element["p"]?.text, !text.isEmpty else { throw Refusal(message: "Empty pattern in \(list)") }
        return Entry(bytes: text, typeBytes: element["t"]?.text ?? [], isEnabled: element["e"]?.bool ?? true)
    }

    /// The whole config in the form that ``apply(compact:)`` reads.
    var compact: String {
        let lists = Self.listings.map { listing in
            let entries = self[keyPath: listing.path].map { entry in
                #"{"p":\#(DeviceJSON.quoted(entry.text)),"t":\#(DeviceJSON.quoted(entry.deviceType)),"e":\#(entry.isEnabled)}"#
            }
            return "\"\(listing.name)\":[\(entries.joined(separator: ","))]"
        }
        return #"{"v":\#(version),"wsi":\#(scan.wifiInterval),"bsi":\#(scan.bleInterval),"chi":\#(scan.hopInterval),"#
            + #""wifi_en":\#(scan.isWiFiOn),"ble_en":\#(scan.isBLEOn),"stream":\#(scan.streamMode),"#
            + lists.joined(separator: ",") + "}"
    }
}
