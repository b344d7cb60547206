import Advertising

/// Devices that it hears, and its messages about them.
extension SimulatedFlockFinder {
    /// A device nearby, heard in every round of its scans.
    struct Neighbour: Sendable, Hashable {
        let isWiFi: Bool
        let address: String
        /// Name of a network, empty if hidden, or of a device.
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

    /// Interval in ms at which the loop of `real` and `main` looks for work.
    private static let loop = 100

    /// Schedules the next scans by the config: Bluetooth once per interval, Wi-Fi once per round of
    /// all channels or, with the firmware `document`, once per Wi-Fi interval.
    func scheduleHearing(at now: Duration) {
        let hearsWiFi = options.neighbours.contains(where: \.isWiFi)
        wifiDue = hearsWiFi && scan.isWiFiOn ? now + wifiRound : nil
        bleDue = scan.isBLEOn ? now + blePause : nil
        scanEnd = now
        hopDue = scan.isWiFiOn ? hopDue.map { min($0, now + hop) } : nil
    }

    private var scan: Config.Scan { options.keepsTiming ? options.config.scan : config.scan }

    /// Time from the end of a scan to the next.
    private var blePause: Duration { onLoop(max(1, scan.bleInterval)) }

    /// Duration of a Bluetooth scan. Meanwhile `real` and `main` do nothing else; for `document`
    /// nothing is known.
    private var bleScan: Duration { firmware == .document ? .zero : .seconds(scan.bleDuration) }

    /// Returns the time at which the loop of `real` and `main` notices that this time is over: a
    /// multiple of its interval.
    private func onLoop(_ milliseconds: Int) -> Duration {
        firmware == .document
            ? .milliseconds(milliseconds) : .milliseconds((milliseconds + Self.loop - 1) / Self.loop * Self.loop)
    }

    private var wifiRound: Duration {
        switch firmware {
        case .real, .main: .milliseconds(max(1, scan.hopInterval * scan.maxChannel))
        case .document: .milliseconds(max(1, scan.wifiInterval))
        }
    }

    func setStreaming(_ isOn: Bool, at now: Duration) {
        isStreaming = isOn
        hopDue = isOn && scan.isWiFiOn ? now + hop : nil
    }

    /// Time per channel. `real` and `main` wait for more than the interval.
    private var hop: Duration { onLoop(max(1, scan.hopInterval) + (firmware == .document ? 0 : 1)) }

    func hear(_ peripheral: VirtualPeripheral, at now: Duration) {
        if let due = wifiDue, due <= now {
            wifiDue = due + wifiRound
            for neighbour in options.neighbours where neighbour.isWiFi { hear(wifi: neighbour, at: now) }
        }
        if let due = bleDue, due <= now {
            scanEnd = now + bleScan
            bleDue = scanEnd + blePause
            if firmware != .document {
                notifyStream(
                    #"{"evt":"status","msg":"BLE scan starting...","ts":\#(timestamp(at: now))}"#, at: now)
            }
            for neighbour in options.neighbours where !neighbour.isWiFi { hear(ble: neighbour, at: now) }
        }
        if let due = hopDue, due <= now {
            guard now >= scanEnd else {
                hopDue = scanEnd + .milliseconds(Self.loop)
                return
            }
            hopDue = now + hop
            channel = channel % max(1, scan.maxChannel) + 1
            notifyStream(#"{"evt":"channel","ch":\#(channel),"ts":\#(timestamp(at: now))}"#, at: now)
        }
    }

    private func hear(wifi heard: Neighbour, at now: Duration) {
        var (name, type) = (heard.name, heard.isProbe ? "probe" : "beacon")
        if firmware != .document {
            // `real` and `main` look for the frame type in the wrong bits: they drop probe
            // requests, and read all fields of a beacon where a probe request would have them.
            guard !heard.isProbe else { return }
            (name, type) = ("", "probe")
        }
        let hit = wifiHit(heard, name: name)
        if config.scan.streamMode == 0 || hit != nil {
            let shown = firmware != .document && name.isEmpty ? "(hidden)" : name
            notifyStream(
                #"{"evt":"wifi_scan","ssid":\#(DeviceJSON.quoted(shown)),"mac":"\#(heard.address)","#
                    + #""rssi":\#(heard.rssiDBm),"ch":\#(heard.channel),"type":"\#(type)","#
                    + #""ts":\#(timestamp(at: now))\#(told(hit != nil))}"#, at: now)
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
                    + #""rssi":\#(heard.rssiDBm),"svc":\#(service),"#
                    + #""ts":\#(timestamp(at: now))\#(told(hit != nil))}"#, at: now)
        }
        if let hit { report(hit, heard, at: now) }
    }

    /// Returns the field that tells whether a pattern matched. The branch `main` streams everything
    /// and has no such field.
    private func told(_ isMatch: Bool) -> String { firmware == .main ? "" : #","match":\#(isMatch)"# }

    /// Returns a UUID as the firmware prints it and compares it with its list. `real` and `main`
    /// print a short UUID in short form.
    private func spelled(_ uuid: BluetoothUUID?) -> String? {
        guard firmware != .document, let uuid, uuid.short != nil else { return uuid?.longDescription }
        return "0x\(uuid)"
    }

    /// Reports a match. The use of the pattern's device type as `type` is assumed.
    private func report(_ hit: Hit, _ heard: Neighbour, at now: Duration) {
        notifyDetection(
            #"{"type":\#(DeviceJSON.quoted(hit.deviceType)),"mac":"\#(hit.address)","#
                + #""ssid":\#(DeviceJSON.quoted(hit.name)),"rssi":\#(heard.rssiDBm),"confidence":\#(hit.confidence),"#
                + #""ts":\#(timestamp(at: now))}"#, at: now)
    }

    // MARK: Matching

    /// - Parameter name: Name of the network, as the firmware has read it.
    private func wifiHit(_ heard: Neighbour, name: String) -> Hit? {
        let entry = config.ssids.first {
            $0.isEnabled && Self.contains($0.text, in: name, isCaseSensitive: $0.isCaseSensitive)
        }
        // `real` and `main` compare no name if they could not read one.
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

    /// Returns the entry that matches the device's address. Only the first eight characters count.
    private func address(_ heard: Neighbour) -> Config.Entry? {
        config.macs.first { $0.isEnabled && $0.text.prefix(8).lowercased() == heard.address.prefix(8).lowercased() }
    }

    private static func contains(_ text: String, in name: String, isCaseSensitive: Bool) -> Bool {
        let (text, name) = isCaseSensitive ? (text, name) : (text.lowercased(), name.lowercased())
        return text.isEmpty || name.contains(text)
    }
}
