import Advertising

extension SimulatedFlockFinder {
    /// Checked properties and faults of the device.
    struct Options: Sendable {
        enum Replies: String, CaseIterable, Sendable {
            case all
            /// The config is sent when asked for. There are no other answers.
            case none
            case silent
        }

        enum Characteristic: String, CaseIterable, Sendable {
            case detection
            case command
            case stream
            case config
        }

        /// Way of sending a config in parts.
        enum Telling: String, CaseIterable, Sendable {
            case whole
            /// It starts again after the first part.
            case startTwice = "start-twice"
            /// Only the marker after the parts is sent.
            case endAlone = "end-alone"
            /// The first part is repeated after the end.
            case partAfterEnd = "part-after-end"
            /// The last part of another text and an end marker come first.
            case leftoverFirst = "leftover-first"
            /// More than 64 KiB of parts without an end.
            case endless
        }

        /// Config that another host writes, and the time when it does.
        struct OtherPush: Sendable {
            var at: Duration?
            /// Number of requests for the config after which it is written.
            var afterReads: Int?
            /// Number of configs reported as successful after which it is written.
            var afterConfigs: Int?
            var changes: Changes
        }

        /// Changes of a config. Absent settings remain unchanged.
        struct Changes: Sendable {
            var given: Scenario.FlockFinder.Config

            func apply(to config: inout Config) {
                config.version = given.version ?? config.version
                apply(to: &config.scan)
                config.ssids = given.ssids.map(Self.entries) ?? config.ssids
                config.macs = given.macs.map(Self.entries) ?? config.macs
                config.bleNames = given.bleNames.map(Self.entries) ?? config.bleNames
                config.bleUUIDs = given.bleUUIDs.map(Self.entries) ?? config.bleUUIDs
            }

            private func apply(to scan: inout Config.Scan) {
                scan.isWiFiOn = given.wifiOn ?? scan.isWiFiOn
                scan.isBLEOn = given.bleOn ?? scan.isBLEOn
                scan.wifiInterval = given.wifiIntervalMs ?? scan.wifiInterval
                scan.bleInterval = given.bleIntervalMs ?? scan.bleInterval
                scan.bleDuration = given.bleDurationSeconds ?? scan.bleDuration
                scan.hopInterval = given.hopIntervalMs ?? scan.hopInterval
                scan.maxChannel = given.maxChannel ?? scan.maxChannel
                scan.heartbeatInterval = given.heartbeatIntervalMs ?? scan.heartbeatInterval
                scan.detectionTimeout = given.detectionTimeoutMs ?? scan.detectionTimeout
                scan.streamMode = given.streamMode ?? scan.streamMode
            }

            private static func entries(_ given: [Scenario.FlockFinder.Entry]) -> [Config.Entry] {
                given.map {
                    Config.Entry(
                        $0.pattern, $0.deviceType, isCaseSensitive: $0.caseSensitive ?? false,
                        isEnabled: $0.enabled ?? true)
                }
            }
        }

        /// Largest size of a name in an advert, where two bytes precede it. Source: Core
        /// Specification, Vol 3, Part C, 11.
        private static let nameLimit = 29
        private static let entryLimit = 1000
        private static let writes = 1...1000

        var firmware: Firmware
        var name: String
        var config: Config
        var neighbours: [Neighbour]
        var missing: Set<Characteristic>
        var replies: Replies
        var telling: Telling
        /// Delay of the reply to a config. `commandDelay` is the delay of the reply to a command.
        var replyDelay: Duration
        var commandDelay: Duration
        var appliesNothing: Bool
        var keepsNothing: Bool
        var keepsTiming: Bool
        var refuseAtWrite: Int?
        var refusal: ATTError
        var disconnectAtWrite: Int?
        var disconnectAtCommand: String?
        var takesBeforeDisconnect: Bool
        var dropNotification: Int?
        var dropPart: Int?
        var faultAttempts: Int?
        var otherPush: OtherPush?
        var rebootAt: Duration?
        var rebootAfterSave: Duration?
        var bootTime: Duration

        init(_ given: Scenario.FlockFinder, path: String) throws(ScenarioError) {
            firmware = try ScenarioValue.choice(given.firmware, path: "\(path).firmware") ?? .real
            name = given.name ?? "FlockFinder-S3"
            guard (1...Options.nameLimit).contains(name.utf8.count) else {
                throw .invalid(path: "\(path).name", expected: "1 to \(Options.nameLimit) bytes")
            }
            config = Config.factory(firmware)
            if let given = given.config {
                try Options.changes(given, path: "\(path).config").apply(to: &config)
            }
            neighbours = []
            for (index, heard) in (given.hears ?? []).enumerated() {
                neighbours.append(try Neighbour(heard, path: "\(path).hears[\(index)]"))
            }
            // The branch `main` is older than configs.
            missing = firmware == .main ? [.config] : []
            for (index, name) in (given.missing ?? []).enumerated() {
                let role: Characteristic? = try ScenarioValue.choice(name, path: "\(path).missing[\(index)]")
                if let role { missing.insert(role) }
            }
            replies = try ScenarioValue.choice(given.replies, path: "\(path).replies") ?? .all
            telling = try ScenarioValue.choice(given.telling, path: "\(path).telling") ?? .whole
            // `real` and `main` blink their light before they reply to a config. The delay of
            // `document` is assumed.
            commandDelay = try Options.time(given.replyDelayMs, "\(path).replyDelayMs") ?? .milliseconds(5)
            replyDelay = given.replyDelayMs == nil && firmware != .document ? .milliseconds(500) : commandDelay
            appliesNothing = given.appliesNothing ?? false
            keepsNothing = given.keepsNothing ?? false
            keepsTiming = given.keepsTiming ?? false
            refuseAtWrite = try Options.number(given.refuseAtWrite, Options.writes, "\(path).refuseAtWrite")
            refusal = ATTError(
                rawValue: UInt8(try Options.number(given.refusedWith, 1...255, "\(path).refusedWith") ?? 0x0E))
            disconnectAtWrite = try Options.number(given.disconnectAtWrite, Options.writes, "\(path).disconnectAtWrite")
            disconnectAtCommand = given.disconnectAtCommand
            takesBeforeDisconnect = given.takesBeforeDisconnect ?? false
            dropNotification = try Options.number(given.dropNotification, Options.writes, "\(path).dropNotification")
            dropPart = try Options.number(given.dropPart, Options.writes, "\(path).dropPart")
            faultAttempts = try Options.number(given.faultAttempts, 1...1000, "\(path).faultAttempts")
            if let push = given.otherPush { otherPush = try Options.otherPush(push, path: "\(path).otherPush") }
            rebootAt = try ScenarioValue.duration(
                given.rebootAtSeconds, 0.001...86_400, unitMicroseconds: 1_000_000, path: "\(path).rebootAtSeconds")
            rebootAfterSave = try Options.time(given.rebootAfterSaveMs, "\(path).rebootAfterSaveMs")
            bootTime = try Options.time(given.bootMs, "\(path).bootMs") ?? .milliseconds(1500)
            try checkPairs(given, path: path)
        }

        /// Refuses a key that depends on another key which is missing, as this must be a mistake.
        private func checkPairs(_ given: Scenario.FlockFinder, path: String) throws(ScenarioError) {
            func require(_ isThere: Bool, of key: String, for dependent: String) throws(ScenarioError) {
                guard isThere else { throw .invalid(path: "\(path).\(dependent)", expected: "together with \(key)") }
            }
            let disconnects = disconnectAtWrite != nil || disconnectAtCommand != nil
            try require(given.refusedWith == nil || refuseAtWrite != nil, of: "refuseAtWrite", for: "refusedWith")
            try require(
                given.takesBeforeDisconnect == nil || disconnects, of: "disconnectAtWrite or disconnectAtCommand",
                for: "takesBeforeDisconnect")
            try require(
                faultAttempts == nil || disconnects || refuseAtWrite != nil || dropNotification != nil, of: "a fault",
                for: "faultAttempts")
        }

        private static func otherPush(
            _ given: Scenario.FlockFinder.OtherPush, path: String
        ) throws(ScenarioError) -> OtherPush {
            let times = [given.atSeconds != nil, given.afterReads != nil, given.afterConfigs != nil]
            guard times.count(where: \.self) == 1 else {
                throw .invalid(path: path, expected: "one of atSeconds, afterReads, afterConfigs")
            }
            return OtherPush(
                at: try ScenarioValue.duration(
                    given.atSeconds, 0.001...86_400, unitMicroseconds: 1_000_000, path: "\(path).atSeconds"),
                afterReads: try number(given.afterReads, 1...1000, "\(path).afterReads"),
                afterConfigs: try number(given.afterConfigs, 1...1000, "\(path).afterConfigs"),
                changes: try changes(given.config, path: "\(path).config"))
        }

        /// Checks that the numbers fit the firmware's variables. Otherwise everything is allowed,
        /// as in the firmware.
        private static func changes(
            _ given: Scenario.FlockFinder.Config, path: String
        ) throws(ScenarioError) -> Changes {
            let numbers = [
                (given.version, "version", UInt32.max), (given.wifiIntervalMs, "wifiIntervalMs", 65_535),
                (given.bleIntervalMs, "bleIntervalMs", 65_535), (given.bleDurationSeconds, "bleDurationSeconds", 255),
                (given.hopIntervalMs, "hopIntervalMs", 65_535), (given.maxChannel, "maxChannel", 255),
                (given.heartbeatIntervalMs, "heartbeatIntervalMs", 65_535),
                (given.detectionTimeoutMs, "detectionTimeoutMs", UInt32.max), (given.streamMode, "streamMode", 255),
            ]
            for (value, key, limit) in numbers {
                _ = try number(value, 0...Int(limit), "\(path).\(key)")
            }
            let lists = [
                (given.ssids, "ssids"), (given.macs, "macs"), (given.bleNames, "bleNames"),
                (given.bleUUIDs, "bleUUIDs"),
            ]
            for (list, key) in lists where (list ?? []).count > entryLimit {
                throw .invalid(path: "\(path).\(key)", expected: "at most \(entryLimit) entries")
            }
            return Changes(given: given)
        }

        private static func number(
            _ given: Int?, _ range: ClosedRange<Int>, _ path: String
        ) throws(ScenarioError) -> Int? {
            guard let given else { return nil }
            return try ScenarioValue.checked(given, range, path: path)
        }

        private static func time(_ given: Double?, _ path: String) throws(ScenarioError) -> Duration? {
            try ScenarioValue.duration(given, 0...600_000, unitMicroseconds: 1000, path: path)
        }
    }
}

extension SimulatedFlockFinder.Neighbour {
    fileprivate init(_ given: Scenario.FlockFinder.Heard, path: String) throws(ScenarioError) {
        guard ["wifi", "ble"].contains(given.type) else {
            throw .invalid(path: "\(path).type", expected: "one of wifi, ble")
        }
        isWiFi = given.type == "wifi"
        guard let address = BluetoothAddress(given.address) else {
            throw .invalid(path: "\(path).address", expected: "an address like c0:11:22:33:44:55")
        }
        self.address = "\(address)"
        name = given.name ?? ""
        serviceUUID = try given.serviceUUID.map { (text) throws(ScenarioError) in
            try ScenarioValue.uuid(text, path: "\(path).serviceUUID")
        }
        rssiDBm = try ScenarioValue.checked(given.rssiDBm ?? -60, -127...20, path: "\(path).rssiDBm")
        channel = try ScenarioValue.checked(given.channel ?? 6, 1...14, path: "\(path).channel")
        isProbe = given.probe ?? false
    }
}
