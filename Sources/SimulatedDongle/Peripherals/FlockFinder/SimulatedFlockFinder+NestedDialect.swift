/// The long form, which the firmware `real` reads and writes.
extension SimulatedFlockFinder.Config {
    private typealias Listing = (
        path: WritableKeyPath<Self, [Entry]>, name: String, text: String, limit: Int
    )

    /// What exceeds a limit is dropped, and nobody told.
    private static var listings: [Listing] {
        [
            (\.ssids, "ssidPatterns", "pattern", 30), (\.macs, "macPrefixes", "prefix", 100),
            (\.bleNames, "bleDeviceNames", "pattern", 30), (\.bleUUIDs, "bleServiceUuids", "uuid", 20),
        ]
    }

    /// Takes what a document says. Nothing is checked: a key that is not known means nothing, a value that does not fit its
    /// place counts as absent, and an entry without a text matches everything.
    ///
    /// - Returns: Entries that were dropped.
    mutating func apply(nested document: DeviceJSON) -> Int {
        version = document["version"]?.number(to: 4_294_967_295) ?? version
        if let settings = document["scanConfig"], case .object = settings { apply(scan: settings) }
        var dropped = 0
        for listing in Self.listings {
            guard let elements = document["patterns"]?[listing.name]?.elements else { continue }
            let isSSID = listing.name == "ssidPatterns"
            dropped += max(0, elements.count - listing.limit)
            self[keyPath: listing.path] = elements.prefix(listing.limit).map { element in
                Entry(
                    Self.untilNUL(element[listing.text]?.text), Self.untilNUL(element["deviceType"]?.text),
                    isCaseSensitive: isSSID && element["caseSensitive"]?.bool == true,
                    isEnabled: element["enabled"]?.bool ?? true)
            }
        }
        return dropped
    }

    /// An absent key takes its default.
    private mutating func apply(scan settings: DeviceJSON) {
        var scan = Scan()
        func number(_ key: String, _ limit: Double, _ absent: Int) -> Int {
            settings[key]?.number(to: limit) ?? absent
        }
        scan.isWiFiOn = settings["wifiScanEnabled"]?.bool ?? scan.isWiFiOn
        scan.isBLEOn = settings["bleScanEnabled"]?.bool ?? scan.isBLEOn
        scan.bleDuration = number("bleScanDuration", 255, scan.bleDuration)
        scan.bleInterval = number("bleScanInterval", 65_535, scan.bleInterval)
        scan.hopInterval = number("channelHopInterval", 65_535, scan.hopInterval)
        scan.maxChannel = number("maxChannel", 255, scan.maxChannel)
        scan.heartbeatInterval = number("heartbeatInterval", 65_535, scan.heartbeatInterval)
        scan.detectionTimeout = number("detectionTimeout", 4_294_967_295, scan.detectionTimeout)
        scan.streamMode = number("streamMode", 255, scan.streamMode)
        self.scan = scan
    }

    /// Texts of the firmware end there.
    private static func untilNUL(_ text: String?) -> String {
        String(String.UnicodeScalarView((text ?? "").unicodeScalars.prefix { $0 != "\u{0}" }))
    }

    /// All of it, as ``apply(nested:)`` reads it.
    var nested: String {
        let lists = Self.listings.map { listing in
            let entries = self[keyPath: listing.path].map { entry in
                let capitals = listing.name == "ssidPatterns" ? #""caseSensitive":\#(entry.isCaseSensitive),"# : ""
                return #"{"\#(listing.text)":\#(DeviceJSON.quoted(entry.text)),"#
                    + #""deviceType":\#(DeviceJSON.quoted(entry.deviceType)),\#(capitals)"enabled":\#(entry.isEnabled)}"#
            }
            return "\"\(listing.name)\":[\(entries.joined(separator: ","))]"
        }
        return #"{"version":\#(version),"scanConfig":{"wifiScanEnabled":\#(scan.isWiFiOn),"#
            + #""bleScanEnabled":\#(scan.isBLEOn),"bleScanDuration":\#(scan.bleDuration),"#
            + #""bleScanInterval":\#(scan.bleInterval),"channelHopInterval":\#(scan.hopInterval),"#
            + #""maxChannel":\#(scan.maxChannel),"heartbeatInterval":\#(scan.heartbeatInterval),"#
            + #""detectionTimeout":\#(scan.detectionTimeout),"streamMode":\#(scan.streamMode)},"#
            + #""patterns":{\#(lists.joined(separator: ","))}}"#
    }
}
