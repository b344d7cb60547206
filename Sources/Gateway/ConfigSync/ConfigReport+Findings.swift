import FlockFinder
import GatewayModel
import LineFormats
import Store

/// The report of a run, made from its findings.
extension ConfigRun.Findings {
    func finished() -> ConfigReport {
        var report = report
        if let stored { report.device = ConfigDevice(stored) }
        report.device.dongle = identity.dongle.isEmpty ? nil : identity.dongle
        report.figures.mtu = identity.mtu ?? report.figures.mtu
        if let held {
            report.held = DeviceText.json(held.text)
            report.heldSha256 = held.sha256
            report.factory = held.isFactory ?? (held.text == DeviceProfile.factory ? true : nil)
            report.flash = held.flash
            report.problems = held.config.problems.map { ConfigProblemItem($0) }
            if let profile { report.problems += ConfigProblemItem.all(of: held, on: profile) }
            report.unknownKeys = held.reading.unknownKeys
            if report.saved == nil {
                if let isSaved = held.isSaved {
                    report.saved = isSaved ? .inFlash : .no
                } else if let stored, stored.saved == held.text {
                    report.saved = stored.isSaveProven ? .proven : .said
                }
            }
        }
        return report
    }
}

extension ConfigDevice {
    init(_ stored: StoredConfigDevice) {
        self.init(device: stored.device)
        name = stored.name
        profile = stored.profile
        dialect = stored.dialect
        version = stored.version
        simulated = stored.isSimulated ? true : nil
        // For a device that could never be read, the config that was sent to it is stored; it has
        // no reading time.
        read = stored.held.isEmpty ? nil : Timestamp(microsecondsSince1970: stored.heldMicroseconds)
        synced = stored.syncedMicroseconds.map { Timestamp(microsecondsSince1970: $0) }
        saved = stored.savedMicroseconds.map { Timestamp(microsecondsSince1970: $0) }
        saveProven = stored.savedMicroseconds == nil ? nil : stored.isSaveProven
    }
}

extension ConfigTransferItem {
    init(_ transfer: StoredConfigTransfer) {
        self.init(
            id: transfer.id, action: transfer.action, phase: transfer.phase, detail: transfer.detail,
            began: Timestamp(microsecondsSince1970: transfer.beganMicroseconds),
            updated: Timestamp(microsecondsSince1970: transfer.updatedMicroseconds))
        outcome = transfer.outcome
        wantedBytes = transfer.wanted?.count
        previousBytes = transfer.previous?.count
    }
}

extension ConfigReply {
    init(_ reply: DeviceReply) {
        self.init(
            event: reply.event.rawValue, success: reply.isSuccess, message: reply.message, uptimeMs: reply.uptimeMs)
    }
}

extension ConfigTimingItem {
    init(_ interval: StreamTiming.Interval) {
        self.init(
            setting: interval.setting,
            verdict: interval.isAsSet ? .asSet : interval.isSeen ? .differs : .notSeen, count: interval.count)
        wantedMs = interval.wantedMs
        lowestMs = interval.allowedMs.lowerBound
        highestMs = interval.allowedMs.upperBound
        measuredMs = interval.shortestMs
    }
}

extension ConfigDifferenceItem {
    init(_ difference: ConfigDifference) {
        switch difference {
        case .setting(let setting, let wanted, let found):
            self.init(what: .setting)
            self.setting = setting.rawValue
            self.wanted = "\(wanted)"
            self.found = found.map { "\($0)" }
        case .missing(let key, let cause):
            self.init(what: .missing, key)
            if case .limit(let most) = cause {
                self.cause = .limit
                limit = most
            }
        case .unexpected(let key): self.init(what: .unexpected, key)
        case .deviceType(let key, let wanted, let found):
            self.init(what: .type, key)
            self.wanted = wanted
            self.found = found
        case .enabled(let key, let wanted):
            self.init(what: .enabled, key)
            self.wanted = "\(wanted)"
            self.found = "\(!wanted)"
        case .version(let wanted, let found):
            self.init(what: .version)
            self.wanted = "\(wanted)"
            self.found = "\(found)"
        }
    }

    private init(what: ConfigDifferenceKind, _ key: Pattern.Key) {
        self.init(what: what)
        list = key.kind.rawValue
        text = key.text
    }
}

extension ConfigProblemItem {
    /// Returns parts of the config that this kind of device ignores or cannot save.
    fileprivate static func all(of held: HeldConfig, on profile: DeviceProfile) -> [ConfigProblemItem] {
        var items: [ConfigProblemItem] = []
        if let most = profile.savedBytes, held.text.count > most {
            var item = ConfigProblemItem(what: .unkept)
            (item.value, item.most) = (held.text.count, most)
            items.append(item)
        }
        if let digits = profile.macDigits,
            case let count = held.config[.mac].count(where: { $0.text.count { $0 != ":" } > digits }),
            count > 0
        {
            var item = ConfigProblemItem(what: .coarse)
            (item.list, item.value, item.most) = (PatternKind.mac.rawValue, count, digits)
            items.append(item)
        }
        var deaf = profile.deafLists.map { ($0, held.config[$0].count(where: \.isEnabled)) }
        deaf.append((.bleUUID, profile.dialect.misspelled(held.config)))
        for (kind, count) in deaf where count > 0 {
            var item = ConfigProblemItem(what: kind == .bleUUID ? .misspelled : .deaf)
            (item.list, item.value) = (kind.rawValue, count)
            items.append(item)
        }
        return items
    }

    init(_ problem: ConfigProblem) {
        switch problem {
        case .badEntry(let kind, let index, let text, let fault):
            self.init(what: .badEntry)
            (self.list, self.index, self.text, self.fault) = (kind.rawValue, index, text, fault.word)
        case .repeated(let kind, let index, let text):
            self.init(what: .repeated)
            (self.list, self.index, self.text) = (kind.rawValue, index, text)
        case .outOfRange(let setting, let value):
            self.init(what: .outOfRange)
            (self.setting, self.value) = (setting.rawValue, value)
        }
    }
}

extension ConfigLossItem {
    init(_ loss: ConfigLoss) {
        switch loss {
        case .capitals(let key):
            self.init(what: .capitals)
            (list, text) = (key.kind.rawValue, key.text)
        case .setting(let setting):
            self.init(what: .setting)
            self.setting = setting.rawValue
        case .list(let kind):
            self.init(what: .list)
            list = kind.rawValue
        case .deaf(let kind):
            self.init(what: .deaf)
            list = kind.rawValue
        case .unkept(let count, let limit):
            self.init(what: .unkept)
            (bytes, most) = (count, limit)
        }
    }
}

extension PatternFault {
    fileprivate var word: String {
        switch self {
        case .empty: "empty"
        case .long: "long"
        case .controlCharacter: "control-character"
        case .notText: "not-text"
        case .notAnAddress: "not-an-address"
        case .notAUUID: "not-a-uuid"
        case .notACompany: "not-a-company"
        case .emptyDeviceType: "no-type"
        case .longDeviceType: "long-type"
        case .longNote: "long-note"
        case .confidence: "confidence"
        }
    }
}

extension ConfigChange {
    /// Creates a change of the tables.
    init(_ change: ConfigMerge.Change) {
        self.init(change.item)
        (host, device) = (change.from?.word, change.to?.word)
    }

    /// Creates a change of a device that is to hold `wanted`.
    init(_ change: ConfigMerge.Change, in wanted: DeviceConfig) {
        self.init(change.item)
        (host, device) = (change.to?.word, change.from?.word)
        if case .entry(let key) = change.item, change.to == nil {
            staysDisabled = wanted[key.kind].contains { Pattern.Key(key.kind, $0) == key } ? true : nil
        }
    }

    init(_ conflict: ConfigMerge.Conflict) {
        self.init(conflict.item)
        (base, host, device) = (conflict.base?.word, conflict.host?.word, conflict.device?.word)
    }

    private init(_ item: ConfigMerge.Item) {
        self.init()
        switch item {
        case .setting(let setting): self.setting = setting.rawValue
        case .entry(let key): (list, text) = (key.kind.rawValue, key.text)
        }
    }
}

extension ConfigMerge.Value {
    fileprivate var word: String {
        switch self {
        case .number(let number): "\(number)"
        case .deviceType(let type): type
        }
    }
}
