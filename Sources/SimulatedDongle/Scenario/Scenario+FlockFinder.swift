extension Scenario {
    /// How a peripheral with the behaviour `flockfinder` is, and what is wrong with it. Nil takes the default; ranges and
    /// defaults are ``SimulatedFlockFinder/Options``'s.
    public struct FlockFinder: Codable, Sendable, Hashable {
        /// `real`, `main` or `document`.
        public var firmware: String?
        /// What it calls itself in its scan response.
        public var name: String?
        /// What it has saved at the start, where it differs from what the firmware has from the factory.
        public var config: Config?
        /// What is near it.
        public var hears: [Heard]?
        /// Characteristics that it has not: of `detection`, `command`, `stream`, `config`.
        public var missing: [String]?

        /// `all`; `none`: of what it is told and asked, it answers with the config alone; `silent`: not even with that.
        public var replies: String?
        /// How it tells a config that it tells in parts: `whole`, `start-twice`, `end-alone`, `part-after-end`, `leftover-first`,
        /// `endless`.
        public var telling: String?
        /// How long after a write it begins to answer.
        public var replyDelayMs: Double?

        /// Whether it calls every config a success and applies none.
        public var appliesNothing: Bool?
        /// Whether its flash is full: it calls every save a success and keeps none.
        public var keepsNothing: Bool?
        /// Whether it goes on scanning as it did at its start, whatever config it takes.
        public var keepsTiming: Bool?
        /// The write to the config characteristic, counted from 1 in each connection, that is refused and not executed.
        public var refuseAtWrite: Int?
        /// By which ATT error.
        public var refusedWith: Int?
        /// The write to the config characteristic at which it ends the connection.
        public var disconnectAtWrite: Int?
        /// The command at which it does.
        public var disconnectAtCommand: String?
        /// Whether that write or command is executed.
        public var takesBeforeDisconnect: Bool?
        /// The notification of the config characteristic, counted from 1 in each connection, that gets lost.
        public var dropNotification: Int?
        /// The part of its config, counted from 1, that gets lost each time it tells it in several.
        public var dropPart: Int?
        /// How many connections these faults last; nil = all.
        public var faultAttempts: Int?

        /// What another host writes meanwhile.
        public var otherPush: OtherPush?
        /// When it restarts, after the start of the dongle.
        public var rebootAtSeconds: Double?
        /// How long after each save it restarts; nil = it does not.
        public var rebootAfterSaveMs: Double?
        /// How long a restart keeps it off the air.
        public var bootMs: Double?

        public init() {}

        /// Parts of a config. Nil leaves what there is.
        public struct Config: Codable, Sendable, Hashable {
            public var version: Int?
            public var wifiOn: Bool?
            public var bleOn: Bool?
            public var wifiIntervalMs: Int?
            public var bleIntervalMs: Int?
            public var bleDurationSeconds: Int?
            public var hopIntervalMs: Int?
            public var maxChannel: Int?
            public var heartbeatIntervalMs: Int?
            public var detectionTimeoutMs: Int?
            public var streamMode: Int?
            public var ssids: [Entry]?
            public var macs: [Entry]?
            public var bleNames: [Entry]?
            public var bleUUIDs: [Entry]?

            public init() {}
        }

        /// An entry of a list, valid or not.
        public struct Entry: Codable, Sendable, Hashable {
            public var pattern: String
            public var deviceType: String
            /// Nil = no.
            public var caseSensitive: Bool?
            /// Nil = yes.
            public var enabled: Bool?

            public init(_ pattern: String, _ deviceType: String, caseSensitive: Bool? = nil, enabled: Bool? = nil) {
                self.pattern = pattern
                self.deviceType = deviceType
                self.caseSensitive = caseSensitive
                self.enabled = enabled
            }
        }

        /// A config that another host writes, once.
        public struct OtherPush: Codable, Sendable, Hashable {
            /// After the start of the dongle.
            public var atSeconds: Double?
            /// Right after the config was asked for so often.
            public var afterReads: Int?
            /// Right after it has called so many configs a success.
            public var afterConfigs: Int?
            public var config: Config

            public init(
                atSeconds: Double? = nil, afterReads: Int? = nil, afterConfigs: Int? = nil, config: Config
            ) {
                self.atSeconds = atSeconds
                self.afterReads = afterReads
                self.afterConfigs = afterConfigs
                self.config = config
            }
        }

        /// A device near it, which it hears in each round of its scans.
        public struct Heard: Codable, Sendable, Hashable {
            /// `wifi` or `ble`.
            public var type: String
            /// `aa:bb:cc:dd:ee:ff`.
            public var address: String
            /// An SSID, or a device's name; nil = none.
            public var name: String?
            /// With `ble`: 4, 8 or 8-4-4-4-12 digits.
            public var serviceUUID: String?
            public var rssiDBm: Int?
            /// With `wifi`.
            public var channel: Int?
            /// With `wifi`: whether it is a probe request and no beacon.
            public var probe: Bool?

            public init(_ type: String, _ address: String, name: String? = nil, serviceUUID: String? = nil) {
                self.type = type
                self.address = address
                self.name = name
                self.serviceUUID = serviceUUID
            }
        }
    }
}
