/// The nested dialect, which the firmware `real` reads and writes.
extension SimulatedFlockFinder.Config {
    private typealias Listing = (
        path: WritableKeyPath<Self, [Entry]>, name: String, text: String, limit: Int
    )

    /// The lists with their largest numbers of entries. Entries beyond the limit are dropped
    /// without a report.
    private static var listings: [Listing] {
        [
            (\.ssids, "ssidPatterns", "pattern", 30), (\.macs, "macPrefixes", "prefix", 100),
            (\.bleNames, "bleDeviceNames", "pattern", 30), (\.bleUUIDs, "bleServiceUuids", "uuid", 20),
        ]
    }

    /// Applies a document without checking it. Unknown keys are ignored, a value of the wrong type
    /// counts as absent, and an entry without a text matches everything. The version is ignored.
    ///
    /// - Returns: Number of dropped entries.
    mutating func apply(nested document: DeviceJSON) -> Int {
        if let settings = document["scanConfig"] { apply(scan: settings) }
        var dropped = 0
        for listing in Self.listings {
            guard let list = document["patterns"]?[listing.name] else { continue }
            // A value that is not a list has no entries.
            let elements = list.elements ?? []
            let isSSID = listing.name == "ssidPatterns"
            dropped += max(0, elements.count - listing.limit)
            self[keyPath: listing.path] = elements.prefix(listing.limit).map { element in
                Entry(
                    bytes: Self.untilNUL(element[listing.text]?.text ?? []),
                    typeBytes: Self.untilNUL(element["deviceType"]?.text ?? Array("Unknown".utf8)),
                    isCaseSensitive: isSSID && element["caseSensitive"]?.bool == true,
                    isEnabled: element["enabled"]?.bool ?? true)
            }
        }
        return dropped
    }

    /// Applies the scan settings. A missing key gets its default. A number is truncated to the
    /// width of its variable.
    private mutating func apply(scan settings: DeviceJSON) {
        var scan = Scan()
        func number(_ key: String, _ absent: Int) -> Int { settings[key]?.int ?? absent }
        func byte(_ key: String, _ absent: Int) -> Int { Int(UInt8(truncatingIfNeeded: number(key, absent))) }
        func word(_ key: String, _ absent: Int) -> Int { Int(UInt16(truncatingIfNeeded: number(key, absent))) }
        scan.isWiFiOn = settings["wifiScanEnabled"]?.bool ?? scan.isWiFiOn
        scan.isBLEOn = settings["bleScanEnabled"]?.bool ?? scan.isBLEOn
        scan.bleDuration = byte("bleScanDuration", scan.bleDuration)
        scan.bleInterval = word("bleScanInterval", scan.bleInterval)
        scan.hopInterval = word("channelHopInterval", scan.hopInterval)
        scan.maxChannel = byte("maxChannel", scan.maxChannel)
        scan.heartbeatInterval = word("heartbeatInterval", scan.heartbeatInterval)
        scan.detectionTimeout = Int(UInt32(truncatingIfNeeded: number("detectionTimeout", scan.detectionTimeout)))
        scan.streamMode = number("streamMode", scan.streamMode)
        self.scan = scan
    }

    /// Truncates a text at its first NUL, like the firmware.
    private static func untilNUL(_ text: [UInt8]) -> [UInt8] { Array(text.prefix { $0 != 0 }) }

    /// The whole config in the form that ``apply(nested:)`` reads. It is UTF-8 if all of its texts
    /// are.
    package var nested: [UInt8] {
        let settings =
            #"{"version":1,"scanConfig":{"wifiScanEnabled":\#(scan.isWiFiOn),"#
            + #""bleScanEnabled":\#(scan.isBLEOn),"bleScanDuration":\#(scan.bleDuration),"#
            + #""bleScanInterval":\#(scan.bleInterval),"channelHopInterval":\#(scan.hopInterval),"#
            + #""maxChannel":\#(scan.maxChannel),"heartbeatInterval":\#(scan.heartbeatInterval),"#
            + #""detectionTimeout":\#(scan.detectionTimeout),"streamMode":\#(scan.streamMode)},"patterns":{"#
        var text = Array(settings.utf8)
        for (number, listing) in Self.listings.enumerated() {
            text += Array("\(number == 0 ? "" : ",")\"\(listing.name)\":[".utf8)
            for (number, entry) in self[keyPath: listing.path].enumerated() {
                let capitals = listing.name == "ssidPatterns" ? #","caseSensitive":\#(entry.isCaseSensitive)"# : ""
                text += Array("\(number == 0 ? "" : ","){\"\(listing.text)\":".utf8) + DeviceJSON.quoted(entry.bytes)
                text += Array(#","deviceType":"#.utf8) + DeviceJSON.quoted(entry.typeBytes)
                text += Array(#"\#(capitals),"enabled":\#(entry.isEnabled)}"#.utf8)
            }
            text.append(UInt8(ascii: "]"))
        }
        return text + Array("}}".utf8)
    }
}
