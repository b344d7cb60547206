extension Scenario {
    /// How a peripheral with the behaviour `flockfinder` is, and what is wrong with it. Nil takes the default; ranges and
    /// defaults are ``SimulatedFlockFinder/Options``'s.
    package struct FlockFinder: Codable, Sendable, Hashable {
        /// `real`, `main` or `document`.
        package var firmware: String?
        /// What it calls itself in its scan response.
        package var name: String?
        /// What it has saved at the start, where it differs from what the firmware has from the factory.
        package var config: Config?
        /// What is near it.
        package var hears: [Heard]?
        /// Characteristics that it has not: of `detection`, `command`, `stream`, `config`.
        package var missing: [String]?

        /// `all`; `none`: of what it is told and asked, it answers with the config alone; `silent`: not even with that.
        package var replies: String?
        /// How it tells a config that it tells in parts: `whole`, `start-twice`, `end-alone`, `part-after-end`, `leftover-first`,
        /// `endless`.
        package var telling: String?
        /// How long after a write it begins to answer.
        package var replyDelayMs: Double?

        /// Whether it calls every config a success and applies none.
        package var appliesNothing: Bool?
        /// Whether its flash is full: it calls every save a success and keeps none.
        package var keepsNothing: Bool?
        /// Whether it goes on scanning as it did at its start, whatever config it takes.
        package var keepsTiming: Bool?
        /// The write to the config characteristic, counted from 1 in each connection, that is refused and not executed.
        package var refuseAtWrite: Int?
        /// By which ATT error.
        package var refusedWith: Int?
        /// The write to the config characteristic at which it ends the connection.
        package var disconnectAtWrite: Int?
        /// The command at which it does.
        package var disconnectAtCommand: String?
        /// Whether that write or command is executed.
        package var takesBeforeDisconnect: Bool?
        /// The notification of the config characteristic, counted from 1 in each connection, that gets lost.
        package var dropNotification: Int?
        /// The part of its config, counted from 1, that gets lost each time it tells it in several.
        package var dropPart: Int?
        /// How many connections these faults last; nil = all.
        package var faultAttempts: Int?

        /// What another host writes meanwhile.
        package var otherPush: OtherPush?
        /// When it restarts, after the start of the dongle.
        package var rebootAtSeconds: Double?
        /// How long after each save it restarts; nil = it does not.
        package var rebootAfterSaveMs: Double?
        /// How long a restart keeps it off the air.
        package var bootMs: Double?

        package init() {}

        /// Parts of a config. Nil leaves what there is.
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
            /// Nil = no.
            package var caseSensitive: Bool?
            /// Nil = yes.
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
            /// After the start of the dongle.
            package var atSeconds: Double?
            /// Right after the config was asked for so often.
            package var afterReads: Int?
            /// Right after it has called so many configs a success.
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

        /// A device near it, which it hears in each round of its scans.
        package struct Heard: Codable, Sendable, Hashable {
            /// `wifi` or `ble`.
            package var type: String
            /// `aa:bb:cc:dd:ee:ff`.
            package var address: String
            /// An SSID, or a device's name; nil = none.
            package var name: String?
            /// With `ble`: 4, 8 or 8-4-4-4-12 digits.
            package var serviceUUID: String?
            package var rssiDBm: Int?
            /// With `wifi`.
            package var channel: Int?
            /// With `wifi`: whether it is a probe request and no beacon.
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
