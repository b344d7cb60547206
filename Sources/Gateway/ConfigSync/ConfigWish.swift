import Advertising
import FlockFinder
import GatewayModel

/// A checked order.
struct ConfigWish: Sendable {
    let action: ConfigAction
    let order: ConfigOrder
    let target: ConfigTarget
    /// Config to push instead of the tables.
    let file: DeviceConfig?
    let timeout: Duration
    let restartWait: Duration

    /// Key under which only one order at a time is allowed.
    var place: String { "\(order.dongle ?? "") \(order.device.lowercased())" }

    init(_ action: ConfigAction, _ order: ConfigOrder) throws {
        self.action = action
        self.order = order
        target = try ConfigTarget(order.device)
        let allowed = Self.fields(of: action)
        for (field, isSet) in order.fields where isSet && !allowed.contains(field) {
            throw ConfigError.pointless(field: field, action: action.rawValue)
        }
        timeout = .milliseconds(order.timeoutMs ?? 10_000)
        restartWait = .milliseconds(order.waitMs ?? 120_000)
        file = try order.config.map { try Self.config($0, isExact: order.exact == true) }
        if order.exact == true, order.config == nil {
            throw ConfigError.pointless(field: "exact", action: "\(action.rawValue) without a config")
        }
    }

    private static func config(_ text: String, isExact: Bool) throws -> DeviceConfig {
        let bytes = Array(text.utf8)
        guard bytes.count <= ConfigService.textLimit else {
            throw ConfigError.badConfig(.tooLong(bytes: bytes.count, limit: ConfigService.textLimit))
        }
        var config: DeviceConfig
        do {
            config = try ConfigReading(parsing: bytes).config
        } catch {
            throw ConfigError.badConfig(error)
        }
        guard !isExact else { return config }
        for problem in config.problems {
            switch problem {
            case .badEntry(let kind, let index, _, let fault): throw ConfigError.badEntry(kind, index: index, fault)
            case .outOfRange(let setting, let value):
                throw ConfigError.badSetting(setting.rawValue, value: value, expected: setting.expected())
            case .repeated: continue
            }
        }
        return config
    }

    private static func fields(of action: ConfigAction) -> Set<String> {
        switch action {
        case .read, .diff: []
        case .pull: ["dry_run", "may_remove", "if_held"]
        case .push:
            [
                "config", "exact", "trial", "may_remove", "if_held", "unverified", "dry_run", "save", "verify_reboot",
                "wait_ms", "verify_timing",
            ]
        case .sync: ["prefer", "unverified", "dry_run", "save", "verify_reboot", "wait_ms"]
        case .save: ["verify_reboot", "wait_ms"]
        case .reset: ["may_remove", "if_held"]
        case .restore: ["transfer", "unverified", "dry_run", "save", "verify_reboot", "wait_ms"]
        }
    }
}

extension ConfigOrder {
    /// Fields that only some actions allow, and whether each is set.
    fileprivate var fields: [(String, Bool)] {
        [
            ("config", config != nil), ("exact", exact != nil), ("trial", trial != nil), ("prefer", prefer != nil),
            ("may_remove", mayRemove != nil), ("if_held", ifHeld != nil), ("unverified", unverified != nil),
            ("dry_run", dryRun != nil),
            ("save", save != nil), ("verify_reboot", verifyReboot != nil), ("wait_ms", waitMs != nil),
            ("transfer", transfer != nil), ("verify_timing", verifyTiming != nil),
        ]
    }
}
