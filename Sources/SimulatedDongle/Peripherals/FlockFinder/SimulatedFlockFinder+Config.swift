extension SimulatedFlockFinder {
    /// Patterns and scan settings of the firmware.
    package struct Config: Sendable, Hashable {
        /// An entry of a list, valid or not.
        package struct Entry: Sendable, Hashable {
            /// Pattern as it was sent, UTF-8 or not.
            package var bytes: [UInt8]
            package var typeBytes: [UInt8]
            /// Whether case matters; used only for SSIDs.
            package var isCaseSensitive: Bool
            package var isEnabled: Bool

            package var text: String { String(decoding: bytes, as: UTF8.self) }
            package var deviceType: String { String(decoding: typeBytes, as: UTF8.self) }

            package init(bytes: [UInt8], typeBytes: [UInt8], isCaseSensitive: Bool = false, isEnabled: Bool = true) {
                self.bytes = bytes
                self.typeBytes = typeBytes
                self.isCaseSensitive = isCaseSensitive
                self.isEnabled = isEnabled
            }

            package init(_ text: String, _ deviceType: String, isCaseSensitive: Bool = false, isEnabled: Bool = true) {
                self.init(
                    bytes: Array(text.utf8), typeBytes: Array(deviceType.utf8), isCaseSensitive: isCaseSensitive,
                    isEnabled: isEnabled)
            }
        }

        /// Scan settings. Intervals and times are in milliseconds, except for the duration.
        package struct Scan: Sendable, Hashable {
            package var isWiFiOn = true
            package var isBLEOn = true
            /// Used only by the firmware `document`.
            package var wifiInterval = 5000
            /// Duration in seconds.
            package var bleDuration = 1
            package var bleInterval = 5000
            package var hopInterval = 500
            package var maxChannel = 13
            package var heartbeatInterval = 10_000
            package var detectionTimeout = 30_000
            /// 0 = everything heard is streamed; 1 = only matches.
            package var streamMode = 0
        }

        package var version = 1
        package var scan = Scan()
        package var ssids: [Entry] = []
        package var macs: [Entry] = []
        package var bleNames: [Entry] = []
        package var bleUUIDs: [Entry] = []
    }
}

extension SimulatedFlockFinder.Config {
    /// Factory config of the firmware `real`: 3,144 bytes in its dialect, which is the size given
    /// for it.
    static let real: Self = {
        var config = Self()
        config.ssids = ["flock", "Flock", "FLOCK"].map { Entry($0, "Flock Safety") }
        config.ssids += [
            Entry("FS Ext Battery", "FS Ext Battery", isCaseSensitive: true), Entry("Penguin", "Penguin"),
            Entry("Pigvision", "Pigvision"),
        ]
        config.macs = [
            "58:8e:81", "cc:cc:cc", "ec:1b:bd", "90:35:ea", "04:0d:84", "f0:82:c0", "1c:34:f1", "38:5b:44", "94:34:69",
            "b4:e3:f9",
        ].map { Entry($0, "FS Ext Battery") }
        config.macs += [
            "70:c9:4e", "3c:91:80", "d8:f3:bc", "80:30:49", "14:5a:fc", "74:4c:a1", "08:3a:88", "9c:2f:9d", "94:08:53",
            "e4:aa:ea", "b4:1e:52",
        ].map { Entry($0, "Flock Safety") }
        config.bleNames = [
            Entry("FS Ext Battery", "FS Ext Battery"), Entry("Penguin", "Penguin"), Entry("Flock", "Flock Safety"),
            Entry("Pigvision", "Pigvision"),
        ]
        config.bleUUIDs = ["180a", "3100", "3200", "3300", "3400", "3500", "1809", "1819"].map {
            Entry("0000\($0)-0000-1000-8000-00805f9b34fb", "Raven")
        }
        return config
    }()

    /// Factory config of the firmware `document`: the default patterns of the makers' document. For
    /// Bluetooth names the document gives only the one in its example.
    static let document: Self = {
        var config = Self()
        config.scan.bleInterval = 3000
        config.ssids = ["Flock-", "FS-", "FlockSafety", "ALPRCam"].map { Entry($0, "Flock Safety") }
        config.ssids += [
            Entry("Penguin-", "Penguin"), Entry("Pigvision", "Pigvision"), Entry("L5Q", "Motorola"),
            Entry("M500", "Motorola"),
        ]
        config.macs = ["b0:b2:1c", "34:94:54", "00:e0:4c"].map { Entry($0, "Flock Safety") }
        config.macs += [
            Entry("a4:e5:7c", "Quectel"), Entry("00:60:35", "Raven"), Entry("00:14:3e", "Sierra Wireless"),
        ]
        config.bleNames = [Entry("Flock", "Flock Safety")]
        config.bleUUIDs = [
            "7b183224-9168-443e-a927-7aeea07e8105", "0000180a-0000-1000-8000-00805f9b34fb",
            "0000affe-0000-1000-8000-00805f9b34fb", "0000b007-0000-1000-8000-00805f9b34fb",
        ].map { Entry($0, "Raven") }
        return config
    }()
}
