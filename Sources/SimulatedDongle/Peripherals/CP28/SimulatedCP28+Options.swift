import Advertising

extension SimulatedCP28 {
    /// Checked properties and faults of a beacon.
    struct Options: Sendable {
        enum Refusal: String, CaseIterable, Sendable {
            /// The write of the password gets an ATT error.
            case att
            /// The write is acknowledged, and a packet with status 1 is notified.
            case nack
            /// The beacon ends the connection without an answer.
            case disconnect
            /// The write is acknowledged, and so are commands, but none is executed.
            case silent
        }

        enum Replies: String, CaseIterable, Sendable {
            case ack
            case none
        }

        enum Nack: String, CaseIterable, Sendable {
            case att
            case reply
        }

        /// Assumed: the usual factory identity of cheap beacons.
        static let factoryBeacon = Scenario.AdvertElement.IBeacon(
            uuid: "FDA50693-A4E2-4FB1-AFCF-C6EB07647825", major: 10065, minor: 26049, measuredPowerDBm: -59)
        private static let steps = 1...24

        var beacon: IBeacon
        var name: String
        var password: [UInt8]
        var refusal: Refusal
        var hangsUpAfterRefusal: Bool
        var lockAfterRefusals: Int?
        var replies: Replies
        var replyDelay: Duration
        var slowEvents: Int
        var nackAtStep: Int?
        var nackBy: Nack
        var disconnectAtStep: Int?
        var savesBeforeDisconnect: Bool
        var silentAtStep: Int?
        var leavesAtStep: Int?
        var returnsAfter: Duration?
        var ignoresSave: Bool
        var faultAttempts: Int?
        var newAddressAfterSave: BluetoothAddress?
        var settle: Duration
        var iBeaconEvery: Int
        var hasService: Bool
        var notifies: Bool
        var isConnectable: Bool

        init(_ given: Scenario.CP28, path: String) throws(ScenarioError) {
            beacon = try Options.beacon(given.iBeacon ?? Options.factoryBeacon, path: "\(path).iBeacon")
            name = try Options.text(given.name ?? "CP28", path: "\(path).name")
            password = Array(try Options.text(given.password ?? "555555", path: "\(path).password").utf8)
            refusal = try ScenarioValue.choice(given.refusal, path: "\(path).refusal") ?? .att
            hangsUpAfterRefusal = given.hangsUpAfterRefusal ?? false
            lockAfterRefusals = try Options.number(given.lockAfterRefusals, 1...1000, "\(path).lockAfterRefusals")
            replies = try ScenarioValue.choice(given.replies, path: "\(path).replies") ?? .ack
            replyDelay = try Options.time(given.replyDelayMs, path: "\(path).replyDelayMs") ?? .zero
            slowEvents = try Options.number(given.slow, 0...1000, "\(path).slow") ?? 0
            nackAtStep = try Options.number(given.nackAtStep, Options.steps, "\(path).nackAtStep")
            nackBy = try ScenarioValue.choice(given.nackBy, path: "\(path).nackBy") ?? .att
            disconnectAtStep = try Options.number(given.disconnectAtStep, Options.steps, "\(path).disconnectAtStep")
            savesBeforeDisconnect = given.savesBeforeDisconnect ?? false
            silentAtStep = try Options.number(given.silentAtStep, Options.steps, "\(path).silentAtStep")
            leavesAtStep = try Options.number(given.leavesAtStep, Options.steps, "\(path).leavesAtStep")
            returnsAfter = try Options.time(given.returnsAfterMs, path: "\(path).returnsAfterMs")
            ignoresSave = given.ignoresSave ?? false
            faultAttempts = try Options.number(given.faultAttempts, 1...1000, "\(path).faultAttempts")
            newAddressAfterSave = try Options.address(given.newAddressAfterSave, "\(path).newAddressAfterSave")
            settle = try Options.time(given.settleMs, path: "\(path).settleMs") ?? .zero
            iBeaconEvery = try Options.number(given.iBeaconEvery, 1...1000, "\(path).iBeaconEvery") ?? 1
            hasService = given.service ?? true
            notifies = given.notifies ?? true
            isConnectable = given.connectable ?? true
            try checkPairs(given, path: path)
        }

        /// Refuses a key that depends on another key which is missing, as this must be a mistake.
        private func checkPairs(_ given: Scenario.CP28, path: String) throws(ScenarioError) {
            func require(_ isThere: Bool, of key: String, for dependent: String) throws(ScenarioError) {
                guard isThere else { throw .invalid(path: "\(path).\(dependent)", expected: "together with \(key)") }
            }
            try require(
                given.hangsUpAfterRefusal == nil || [.att, .nack].contains(refusal), of: "refusal att or nack",
                for: "hangsUpAfterRefusal")
            try require(given.nackBy == nil || nackAtStep != nil, of: "nackAtStep", for: "nackBy")
            try require(
                given.savesBeforeDisconnect == nil || disconnectAtStep != nil, of: "disconnectAtStep",
                for: "savesBeforeDisconnect")
            try require(returnsAfter == nil || leavesAtStep != nil, of: "leavesAtStep", for: "returnsAfterMs")
            let hasFault =
                ignoresSave || [nackAtStep, disconnectAtStep, silentAtStep, leavesAtStep].contains { $0 != nil }
            try require(
                faultAttempts == nil || hasFault, of: "a fault at a step, or ignoresSave", for: "faultAttempts")
        }

        private static func beacon(
            _ given: Scenario.AdvertElement.IBeacon, path: String
        ) throws(ScenarioError) -> IBeacon {
            guard let uuid = ProximityUUID(given.uuid) else {
                throw .invalid(path: "\(path).uuid", expected: "a UUID of 8-4-4-4-12 digits")
            }
            return IBeacon(
                identity: BeaconIdentity(uuid: uuid, major: given.major, minor: given.minor),
                measuredPowerDBm: given.measuredPowerDBm)
        }

        private static func text(_ given: String, path: String) throws(ScenarioError) -> String {
            guard (1...Settings.nameLimit).contains(given.utf8.count),
                given.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else {
                throw .invalid(path: path, expected: "1 to \(Settings.nameLimit) printable characters of ASCII")
            }
            return given
        }

        private static func address(_ given: String?, _ path: String) throws(ScenarioError) -> BluetoothAddress? {
            guard let given else { return nil }
            guard let address = BluetoothAddress(given) else {
                throw .invalid(path: path, expected: "an address like c0:11:22:33:44:55")
            }
            return address
        }

        private static func number(
            _ given: Int?, _ range: ClosedRange<Int>, _ path: String
        ) throws(ScenarioError) -> Int? {
            guard let given else { return nil }
            return try ScenarioValue.checked(given, range, path: path)
        }

        private static func time(_ given: Double?, path: String) throws(ScenarioError) -> Duration? {
            try ScenarioValue.duration(given, 0...600_000, unitMicroseconds: 1000, path: path)
        }
    }
}
