extension Scenario {
    /// Properties and faults of a peripheral with the behaviour `flockfinder`. Nil means the
    /// default. Ranges and defaults are those of ``SimulatedFlockFinder/Options``.
    package struct FlockFinder: Codable, Sendable, Hashable {
        /// Firmware: `real`, `main` or `document`.
        package var firmware: String?
        /// Its name in the scan response.
        package var name: String?
        /// Settings saved at the start that differ from the firmware's factory config.
        package var config: Config?
        /// Devices near it.
        package var hears: [Heard]?
        /// Missing characteristics, out of `detection`, `command`, `stream`, `config`.
        package var missing: [String]?

        /// Answers to the host: `all`; `none` = only the config when asked for; `silent` = not even
        /// the config.
        package var replies: String?
        /// Way of sending a config in parts: `whole`, `start-twice`, `end-alone`, `part-after-end`,
        /// `leftover-first` or `endless`.
        package var telling: String?
        /// Time from a write to the start of the answer.
        package var replyDelayMs: Double?

        /// Whether it reports every config as successful without applying it.
        package var appliesNothing: Bool?
        /// Whether its flash is full: it reports every save as successful without saving.
        package var keepsNothing: Bool?
        /// Whether it keeps the scan settings of its start, whatever config it accepts.
        package var keepsTiming: Bool?
        /// Write to the config characteristic, counted from 1 in each connection, that is refused
        /// and not executed.
        package var refuseAtWrite: Int?
        /// ATT error of that refusal.
        package var refusedWith: Int?
        /// Write to the config characteristic at which it ends the connection.
        package var disconnectAtWrite: Int?
        /// Command at which it ends the connection.
        package var disconnectAtCommand: String?
        /// Whether that write or command is still executed.
        package var takesBeforeDisconnect: Bool?
        /// Notification of the config characteristic, counted from 1 in each connection, that is
        /// lost.
        package var dropNotification: Int?
        /// Part of its config, counted from 1, that is lost each time the config is sent in parts.
        package var dropPart: Int?
        /// Number of connections with these faults; nil = all.
        package var faultAttempts: Int?

        /// Config that another host writes meanwhile.
        package var otherPush: OtherPush?
        /// Time of a restart, after the start of the dongle.
        package var rebootAtSeconds: Double?
        /// Time from each save to a restart; nil = no restart.
        package var rebootAfterSaveMs: Double?
        /// Time without adverts during a restart.
        package var bootMs: Double?

        package init() {}

        /// Settings of a config. Nil leaves a setting unchanged.
        package struct Config: Codable, Sendable, Hashable {
            package var version: Int?
            package var wifiOn: Bool?
            package var bleOn: Bool?
            package var wifiIntervalMs: Int?
            package var bleIntervalMs: Int?
            package var bleDurationSeconds: Int?
            package var hopIntervalMs: Int?
            package var maxChannel: Int?
            package var heartbeatIntervalMs: Int?
            package var detectionTimeoutMs: Int?
            package var streamMode: Int?
            package var ssids: [Entry]?
            package var macs: [Entry]?
            package var bleNames: [Entry]?
            package var bleUUIDs: [Entry]?

            package init() {}
        }

        /// An entry of a list, valid or not.
        package struct Entry: Codable, Sendable, Hashable {
            package var pattern: String
            package var deviceType: String
            /// Whether case matters; nil = no.
            package var caseSensitive: Bool?
            /// Whether the entry is used; nil = yes.
            package var enabled: Bool?

            package init(_ pattern: String, _ deviceType: String, caseSensitive: Bool? = nil, enabled: Bool? = nil) {
                self.pattern = pattern
                self.deviceType = deviceType
                self.caseSensitive = caseSensitive
                self.enabled = enabled
            }
        }

        /// A config that another host writes, once.
        package struct OtherPush: Codable, Sendable, Hashable {
            /// Time after the start of the dongle.
            package var atSeconds: Double?
            /// Number of requests for the config after which it is written.
            package var afterReads: Int?
            /// Number of configs reported as successful after which it is written.
            package var afterConfigs: Int?
            package var config: Config

            package init(
                atSeconds: Double? = nil, afterReads: Int? = nil, afterConfigs: Int? = nil, config: Config
            ) {
                self.atSeconds = atSeconds
                self.afterReads = afterReads
                self.afterConfigs = afterConfigs
                self.config = config
            }
        }

        /// A device near it, heard in each round of its scans.
        package struct Heard: Codable, Sendable, Hashable {
            /// Kind of device: `wifi` or `ble`.
            package var type: String
            /// Address, such as `aa:bb:cc:dd:ee:ff`.
            package var address: String
            /// SSID, or name of the device; nil = none.
            package var name: String?
            /// UUID of 4, 8 or 8-4-4-4-12 digits, with `ble`.
            package var serviceUUID: String?
            package var rssiDBm: Int?
            /// Wi-Fi channel, with `wifi`.
            package var channel: Int?
            /// Whether it sends a probe request instead of a beacon, with `wifi`.
            package var probe: Bool?

            package init(_ type: String, _ address: String, name: String? = nil, serviceUUID: String? = nil) {
                self.type = type
                self.address = address
                self.name = name
                self.serviceUUID = serviceUUID
            }
        }
    }
}
