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

    /// The built one looks every 100 ms what is to be done.
    private static let loop = 100

    /// Plans the next rounds by the config: Bluetooth once an interval; Wi-Fi once a round of all channels, or an interval of
    /// the firmware `document`.
    func scheduleHearing(at now: Duration) {
        let hearsWiFi = options.neighbours.contains(where: \.isWiFi)
        wifiDue = hearsWiFi && scan.isWiFiOn ? now + wifiRound : nil
        bleDue = scan.isBLEOn ? now + blePause : nil
        scanEnd = now
        hopDue = scan.isWiFiOn ? hopDue.map { min($0, now + hop) } : nil
    }

    private var scan: Config.Scan { options.keepsTiming ? options.config.scan : config.scan }

    /// From the end of a scan to the next.
    private var blePause: Duration { onLoop(max(1, scan.bleInterval)) }

    /// In which the built one does nothing else; of the other nothing is known.
    private var bleScan: Duration { firmware == .document ? .zero : .seconds(scan.bleDuration) }

    /// When the loop of the built one finds that so many milliseconds are over.
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

    /// The built one waits for more than the interval.
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

    /// The branch `main` streams all there is, and does not say what matched.
    private func told(_ isMatch: Bool) -> String { firmware == .main ? "" : #","match":\#(isMatch)"# }

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
