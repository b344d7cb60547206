import LineFormats

/// Layout of a config's JSON.
package enum ConfigDialect: String, Word {
    /// Short keys, which the app writes: `{"v":1,"wsi":5000,…,"ssid":[{"p":"Flock-","t":"Flock
    /// Safety","e":true}]}`.
    case compact
    /// Long keys, the only ones that the firmware reads:
    /// `{"version":1,"scanConfig":{…},"patterns":{"ssidPatterns":[…]}}`.
    case nested

    /// Settings that the dialect can express, in its order.
    package var settings: [ScanSetting] {
        switch self {
        case .compact:
            [
                .wifiScanInterval, .bleScanInterval, .channelHopInterval, .wifiScanEnabled, .bleScanEnabled,
                .streamMode,
            ]
        case .nested:
            [
                .wifiScanEnabled, .bleScanEnabled, .bleScanDuration, .bleScanInterval, .channelHopInterval, .maxChannel,
                .heartbeatInterval, .detectionTimeout, .streamMode,
            ]
        }
    }

    /// Whether entries of this list say if they are case-sensitive.
    package func tellsCase(of kind: PatternKind) -> Bool { self == .nested && kind == .ssid }

    /// Returns the part of a config that this dialect can express: without other settings, and
    /// without case sensitivity where ``tellsCase(of:)`` is false.
    package func expressible(_ config: DeviceConfig) -> DeviceConfig {
        var config = config
        config.settings = config.settings.filter { settings.contains($0.key) }
        config.lists = config.lists.filter { PatternKind.onDevices.contains($0.key) }
        for (kind, entries) in config.lists where !tellsCase(of: kind) {
            config.lists[kind] = entries.map { entry in
                var entry = entry
                entry.isCaseSensitive = false
                return entry
            }
        }
        return config
    }

    func key(_ setting: ScanSetting) -> StaticString {
        switch (self, setting) {
        case (.compact, .wifiScanInterval): "wsi"
        case (.compact, .bleScanInterval): "bsi"
        case (.compact, .channelHopInterval): "chi"
        case (.compact, .wifiScanEnabled): "wifi_en"
        case (.compact, .bleScanEnabled): "ble_en"
        case (.compact, .streamMode): "stream"
        case (.nested, .wifiScanEnabled): "wifiScanEnabled"
        case (.nested, .bleScanEnabled): "bleScanEnabled"
        case (.nested, .streamMode): "streamMode"
        case (_, .bleScanInterval): "bleScanInterval"
        case (_, .channelHopInterval): "channelHopInterval"
        case (_, .bleScanDuration): "bleScanDuration"
        case (_, .maxChannel): "maxChannel"
        case (_, .heartbeatInterval): "heartbeatInterval"
        case (_, .detectionTimeout): "detectionTimeout"
        case (_, .wifiScanInterval): "wifiScanInterval"
        }
    }

    func key(_ kind: PatternKind) -> StaticString {
        switch (self, kind) {
        case (.compact, .ssid): "ssid"
        case (.compact, .mac): "mac"
        case (.compact, .bleName): "ble_n"
        case (.compact, _): "ble_u"
        case (.nested, .ssid): "ssidPatterns"
        case (.nested, .mac): "macPrefixes"
        case (.nested, .bleName): "bleDeviceNames"
        case (.nested, _): "bleServiceUuids"
        }
    }

    /// Key of an entry's text.
    func textKey(_ kind: PatternKind) -> StaticString {
        switch (self, kind) {
        case (.compact, _): "p"
        case (.nested, .mac): "prefix"
        case (.nested, .bleUUID): "uuid"
        case (.nested, _): "pattern"
        }
    }

    var typeKey: StaticString { self == .compact ? "t" : "deviceType" }
    var enabledKey: StaticString { self == .compact ? "e" : "enabled" }
    var versionKey: StaticString { self == .compact ? "v" : "version" }
}
