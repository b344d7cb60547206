import Advertising

/// What it hears, and says of it.
extension SimulatedFlockFinder {
    /// A device near it, heard in every round of its scans.
    struct Neighbour: Sendable, Hashable {
        let isWiFi: Bool
        let address: String
        /// A network's, empty where it hides it, or a device's.
        let name: String
        let serviceUUID: BluetoothUUID?
        let rssiDBm: Int
        let channel: Int
        let isProbe: Bool
    }

    private struct Hit {
        let deviceType: String
        let confidence: String
        let address: String
        let name: String
    }

    /// Plans the next rounds by the config: Bluetooth once an interval; Wi-Fi once a round of all channels, or an interval of
    /// the firmware `document`.
    func scheduleHearing(at now: Duration) {
        let hears = (
            wifi: options.neighbours.contains(where: \.isWiFi), ble: options.neighbours.contains { !$0.isWiFi }
        )
        wifiDue = hears.wifi && config.scan.isWiFiOn ? now + wifiRound : nil
        bleDue = hears.ble && config.scan.isBLEOn ? now + .milliseconds(max(1, config.scan.bleInterval)) : nil
    }

    private var wifiRound: Duration {
        switch firmware {
        case .real, .main: .milliseconds(max(1, config.scan.hopInterval * config.scan.maxChannel))
        case .document: .milliseconds(max(1, config.scan.wifiInterval))
        }
    }

    func setStreaming(_ isOn: Bool, at now: Duration) {
        isStreaming = isOn
        heartbeatDue = isOn ? now + heartbeat : nil
        hopDue = isOn && config.scan.isWiFiOn ? now + hop : nil
    }

    private var hop: Duration { .milliseconds(max(1, config.scan.hopInterval)) }

    private var heartbeat: Duration { .milliseconds(max(1, config.scan.heartbeatInterval)) }

    func hear(_ peripheral: VirtualPeripheral, at now: Duration) {
        if let due = wifiDue, due <= now {
            wifiDue = due + wifiRound
            for neighbour in options.neighbours where neighbour.isWiFi { hear(wifi: neighbour, at: now) }
        }
        if let due = bleDue, due <= now {
            bleDue = due + .milliseconds(max(1, config.scan.bleInterval))
            for neighbour in options.neighbours where !neighbour.isWiFi { hear(ble: neighbour, at: now) }
        }
        if let due = hopDue, due <= now {
            hopDue = due + hop
            channel = channel % max(1, config.scan.maxChannel) + 1
            notifyStream(#"{"evt":"channel","ch":\#(channel),"ts":\#(timestamp(at: now))}"#, at: now)
        }
        if let due = heartbeatDue, due <= now {
            heartbeatDue = due + heartbeat
            notifyStream(#"{"evt":"status","msg":"scanning","ts":\#(timestamp(at: now))}"#, at: now)
        }
    }

    private func hear(wifi heard: Neighbour, at now: Duration) {
        var (name, type) = (heard.name, heard.isProbe ? "probe" : "beacon")
        if firmware != .document {
            // The built one looks for the type of a frame in the wrong bits: probe requests are dropped, and of a beacon
            // all is read where a probe request would have it.
            guard !heard.isProbe else { return }
            (name, type) = ("", "probe")
        }
        let hit = wifiHit(heard, name: name)
        if config.scan.streamMode == 0 || hit != nil {
            let shown = firmware != .document && name.isEmpty ? "(hidden)" : name
            notifyStream(
                #"{"evt":"wifi_scan","ssid":\#(DeviceJSON.quoted(shown)),"mac":"\#(heard.address)","#
                    + #""rssi":\#(heard.rssiDBm),"ch":\#(heard.channel),"type":"\#(type)","#
                    + #""ts":\#(timestamp(at: now)),"match":\#(hit != nil)}"#, at: now)
        }
        if let hit { report(hit, heard, at: now) }
    }

    private func hear(ble heard: Neighbour, at now: Duration) {
        let hit = bleHit(heard)
        if config.scan.streamMode == 0 || hit != nil {
            let service =
                firmware == .document
                ? DeviceJSON.quoted(spelled(heard.serviceUUID) ?? "") : "\(heard.serviceUUID != nil)"
            notifyStream(
                #"{"evt":"ble_scan","name":\#(DeviceJSON.quoted(heard.name)),"mac":"\#(heard.address)","#
                    + #""rssi":\#(heard.rssiDBm),"svc":\#(service),"ts":\#(timestamp(at: now)),"#
                    + #""match":\#(hit != nil)}"#, at: now)
        }
        if let hit { report(hit, heard, at: now) }
    }

    /// A UUID as the firmware prints it, and compares it with its list: the built one prints a short one short.
    private func spelled(_ uuid: BluetoothUUID?) -> String? {
        guard firmware != .document, let uuid, uuid.short != nil else { return uuid?.longDescription }
        return "0x\(uuid)"
    }

    /// That `type` is the device type of the pattern is assumed.
    private func report(_ hit: Hit, _ heard: Neighbour, at now: Duration) {
        notifyDetection(
            #"{"type":\#(DeviceJSON.quoted(hit.deviceType)),"mac":"\#(hit.address)","#
                + #""ssid":\#(DeviceJSON.quoted(hit.name)),"rssi":\#(heard.rssiDBm),"confidence":\#(hit.confidence),"#
                + #""ts":\#(timestamp(at: now))}"#, at: now)
    }

    // MARK: Matching

    /// - Parameter name: What it has read of the network's.
    private func wifiHit(_ heard: Neighbour, name: String) -> Hit? {
        let entry = config.ssids.first {
            $0.isEnabled && Self.contains($0.text, in: name, isCaseSensitive: $0.isCaseSensitive)
        }
        // The built one compares no name where it has read none.
        if let entry, firmware == .document || !name.isEmpty {
            return Hit(deviceType: entry.deviceType, confidence: "0.9", address: "", name: name)
        }
        return address(heard).map {
            Hit(
                deviceType: $0.deviceType, confidence: "0.85", address: heard.address,
                name: name.isEmpty ? "unknown" : name)
        }
    }

    private func bleHit(_ heard: Neighbour) -> Hit? {
        func hit(_ entry: Config.Entry, _ confidence: String) -> Hit {
            Hit(deviceType: entry.deviceType, confidence: confidence, address: heard.address, name: heard.name)
        }
        if let entry = address(heard) { return hit(entry, "0.9") }
        let name = config.bleNames.first {
            $0.isEnabled && Self.contains($0.text, in: heard.name, isCaseSensitive: false)
        }
        if let name { return hit(name, "0.85") }
        let service = spelled(heard.serviceUUID)
        let uuid = config.bleUUIDs.first { $0.isEnabled && $0.text.lowercased() == service }
        return uuid.map { hit($0, "1.0") }
    }

    /// The first eight characters are all that counts of an address.
    private func address(_ heard: Neighbour) -> Config.Entry? {
        config.macs.first { $0.isEnabled && $0.text.prefix(8).lowercased() == heard.address.prefix(8).lowercased() }
    }

    private static func contains(_ text: String, in name: String, isCaseSensitive: Bool) -> Bool {
        let (text, name) = isCaseSensitive ? (text, name) : (text.lowercased(), name.lowercased())
        return text.isEmpty || name.contains(text)
    }
}
