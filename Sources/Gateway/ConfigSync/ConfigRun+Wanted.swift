import FlockFinder
import GatewayModel
import Store

/// Config that a device should hold: according to the tables, a text or its earlier config.
extension ConfigRun {
    /// Patterns and scan settings of the host, with the confidence in each pattern.
    struct Tables {
        /// Config with the disabled entries included.
        var config: DeviceConfig
        var stored: [Pattern.Key: StoredPattern]
        /// Dialect of the device.
        var dialect: ConfigDialect

        /// Returns the config that a device should hold according to the tables. Of the disabled
        /// entries it has only those that the device has anyway.
        func config(for device: DeviceConfig) -> DeviceConfig {
            var told = dialect.expressible(config)
            for (kind, entries) in told.lists {
                let there = Set(device[kind].map { Pattern.Key(kind, $0) })
                told.lists[kind] = entries.filter { $0.isEnabled || there.contains(Pattern.Key(kind, $0)) }
            }
            return told
        }

        func importance(_ key: Pattern.Key) -> Int { self[key]?.confidence ?? 100 }

        /// The pattern that corresponds to an entry of the device. If the device's dialect does not
        /// tell whether case matters, this may be a case-sensitive pattern.
        subscript(key: Pattern.Key) -> StoredPattern? { all(key).first }

        private func all(_ key: Pattern.Key) -> [StoredPattern] {
            let keys = dialect.tellsCase(of: key.kind) || key.withCapitals == key ? [key] : [key, key.withCapitals]
            return keys.compactMap { stored[$0] }
        }

        /// Returns the enabled patterns that put this entry on the device.
        func enabled(_ key: Pattern.Key) -> [StoredPattern] { all(key).filter(\.pattern.isEnabled) }

        /// Returns the value that a merge uses for an item.
        func value(of item: ConfigMerge.Item) -> ConfigMerge.Value? {
            switch item {
            case .setting(let setting): config.settings[setting].map { .number($0) }
            case .entry(let key): enabled(key).first.map { .deviceType($0.pattern.deviceType) }
            }
        }
    }

    func tables(_ dialect: ConfigDialect) async throws -> Tables {
        let patterns = try await service.patterns.all()
        var config = DeviceConfig(settings: try await service.patterns.settings())
        for kind in PatternKind.onDevices {
            config.lists[kind] = patterns.map(\.pattern).filter { $0.kind == kind }.map { DeviceConfig.Entry($0) }
        }
        let stored = Dictionary(patterns.map { ($0.pattern.key, $0) }) { first, _ in first }
        return Tables(config: config, stored: stored, dialect: dialect)
    }

    struct Plan {
        var wanted: DeviceConfig
        /// Config that both sides agree on once the device holds it; nil: the transfer does not
        /// concern the tables.
        var base: DeviceConfig?
        /// Config that both sides agreed on before.
        var agreed: DeviceConfig?
        var toHost: [ConfigMerge.Change] = []
        var isExact = false
        /// The text to send; nil: `wanted` in the device's dialect.
        var text: [UInt8]?
        /// Settings and lists that `wanted` does not mention, and that the device keeps.
        var rest = DeviceConfig()

        /// Config that the device will hold afterwards.
        var told: DeviceConfig {
            var told = wanted
            told.settings.merge(rest.settings) { wanted, _ in wanted }
            told.lists.merge(rest.lists) { wanted, _ in wanted }
            return told
        }

        /// Tables at the time of the plan.
        var tables: Tables
    }

    func plan(
        _ held: HeldConfig, _ profile: DeviceProfile, _ findings: inout Findings
    ) async throws -> Plan {
        let tables = try await tables(profile.dialect)
        let merge: ConfigMerge
        var agreed: DeviceConfig?
        if wish.action != .restore {
            findings.report.losses = (wish.file ?? tables.config)
                .losses(on: profile, to: order.exact == true ? nil : held.config).map { ConfigLossItem($0) }
        }
        switch wish.action {
        case .restore:
            let (text, reading) = try await previous(findings.identity.device)
            let previous = reading.config
            let merge = ConfigMerge(base: held.config, host: previous, device: held.config)
            findings.report.toDevice = merge.toDevice.map { ConfigChange($0, in: previous) }
            return Plan(
                wanted: previous, isExact: true, text: reading.dialect == profile.dialect ? text : nil, tables: tables)
        case .sync:
            agreed = try await base(held, findings)
            merge = ConfigMerge(
                base: agreed, host: tables.config(for: held.config), device: held.config, prefer: wish.order.prefer)
        default:
            if let file = wish.file {
                if order.exact == true {
                    let wanted = profile.dialect.expressible(file)
                    let plan = Plan(wanted: wanted, isExact: true, rest: held.config, tables: tables)
                    let merge = ConfigMerge(base: held.config, host: plan.told, device: held.config)
                    findings.report.toDevice = merge.toDevice.map { ConfigChange($0, in: plan.told) }
                    return plan
                }
                merge = ConfigMerge(base: held.config, host: profile.dialect.expressible(file), device: held.config)
            } else {
                merge = ConfigMerge(base: held.config, host: tables.config(for: held.config), device: held.config)
            }
        }
        for case .setting(let setting) in merge.toDevice.map(\.item) {
            let range = profile.range(of: setting)
            guard let value = merge.merged.settings[setting], !range.contains(value) else { continue }
            throw ConfigError.badSetting(
                setting.rawValue, value: value, expected: "\(setting.expected(range)) on this device")
        }
        let toHost = merge.toHost.filter(\.canBeTaken)
        findings.report.toHost = toHost.map { ConfigChange($0) }
        findings.report.conflicts = merge.conflicts.map { ConfigChange($0) }
        let known = Set(
            PatternKind.onDevices.flatMap { kind in
                (wish.file ?? tables.config)[kind].map { Pattern.Key(kind, $0) }
            })
        var wanted = fitting(merge.merged, known, profile, findings)
        var base = merge.base
        if findings.held == nil {
            // Settings that the host does not mention are not sent to a device whose own settings
            // cannot be read.
            wanted.settings = wanted.settings.filter { (wish.file ?? tables.config).settings[$0.key] != nil }
            base.settings = wanted.settings
        }
        findings.report.toDevice = merge.toDevice.map { ConfigChange($0, in: wanted) }
        return Plan(
            wanted: wanted, base: wish.file == nil ? base : nil, agreed: agreed, toHost: toHost, tables: tables)
    }

    /// Returns the config without known disabled entries if it is too large with them. They stay
    /// disabled in the tables or the file.
    private func fitting(
        _ wanted: DeviceConfig, _ known: Set<Pattern.Key>, _ profile: DeviceProfile, _ findings: Findings
    ) -> DeviceConfig {
        let mtu = order.unverified == true ? nil : findings.identity.mtu
        guard !profile.excesses(of: wanted, largestText: findings.identity.largestText, mtu: mtu).isEmpty else {
            return wanted
        }
        var fitting = wanted
        for (kind, entries) in wanted.lists {
            fitting.lists[kind] = entries.filter { $0.isEnabled || !known.contains(Pattern.Key(kind, $0)) }
        }
        return fitting
    }

    /// Returns entries of the device that would be disabled or removed without a decision by the
    /// user: they are neither in the file nor in the config that device and tables agreed on.
    func removals(_ held: HeldConfig, _ plan: Plan, _ findings: Findings) async throws -> [Pattern.Key] {
        guard wish.action == .push, order.trial != true else { return [] }
        func keys(_ config: DeviceConfig?, where isMeant: (DeviceConfig.Entry) -> Bool = { _ in true }) -> Set<
            Pattern.Key
        > {
            Set(
                PatternKind.onDevices.flatMap { kind in
                    (config?[kind] ?? []).filter(isMeant).map { Pattern.Key(kind, $0) }
                })
        }
        guard let dialect = findings.profile?.dialect else { return [] }
        let agreed = findings.stored?.base.flatMap { try? ConfigReading(fromDevice: $0).config }
        let said = keys(wish.file.map(dialect.expressible) ?? agreed)
        // An entry that is disabled on the device may be removed if the tables or the file have it.
        let known = wish.file == nil ? keys(dialect.expressible(try await tables(dialect).config)) : said
        let (there, matching) = (keys(plan.told), keys(plan.told) { $0.isEnabled })
        return PatternKind.onDevices.flatMap { kind in
            held.config[kind].filter { entry in
                let key = Pattern.Key(kind, entry)
                return entry.isEnabled
                    ? !matching.contains(key) && !said.contains(key) : !there.contains(key) && !known.contains(key)
            }.map { Pattern.Key(kind, $0) }
        }
    }

    /// Returns the config that both sides agreed on, as far as it still applies to the device.
    ///
    /// A device that restarts without having saved the config that was sent to it holds its earlier
    /// config again. Nobody changed it there: the merge takes the device's config as its base, so
    /// that the tables keep their changes.
    private func base(_ held: HeldConfig, _ findings: Findings) async throws -> DeviceConfig? {
        guard let text = findings.stored?.base, let base = try? ConfigReading(fromDevice: text).config else {
            return nil
        }
        let transfers = try await store.configs.transfers(of: findings.identity.device)
        func isHeld(_ text: [UInt8]?) -> Bool {
            text.flatMap { try? ConfigReading(fromDevice: $0).config }?.isSame(as: held.config) ?? false
        }
        // The config was restored on purpose, or is the one sent last.
        if let last = transfers.first(where: { $0.action != "save" }), isHeld(last.wanted) { return base }
        let isOlder = isHeld(findings.stored?.saved) || transfers.contains { isHeld($0.previous) }
        return isOlder ? held.config : base
    }

    /// Returns the config that a transfer replaced.
    private func previous(_ device: String) async throws -> (text: [UInt8], reading: ConfigReading) {
        func config(_ transfer: StoredConfigTransfer) -> (text: [UInt8], reading: ConfigReading)? {
            transfer.previous.flatMap { text in
                (try? ConfigReading(fromDevice: text)).map { (text, $0) }
            }
        }
        if let id = order.transfer {
            guard let transfer = try await store.configs.transfer(id), transfer.device == device else {
                throw ConfigError.unknownTransfer(id)
            }
            guard let config = config(transfer) else { throw ConfigError.nothingToRestore(device: device) }
            return config
        }
        // A config that a restore replaced is one that the user wanted to get rid of.
        for transfer in try await store.configs.transfers(of: device)
        where transfer.outcome != SyncOutcome.notApplied && transfer.action != ConfigAction.restore.rawValue {
            if let config = config(transfer) { return config }
        }
        throw ConfigError.nothingToRestore(device: device)
    }
}

extension HeldConfig {
    /// Creates the stand-in for a config that cannot be read: an empty one, so that every item of
    /// the host counts as new.
    static func unread(_ dialect: ConfigDialect) throws -> HeldConfig {
        HeldConfig(text: [], reading: try ConfigReading(parsing: dialect.encode(.nothing)))
    }
}

extension ConfigMerge.Change {
    /// Whether the tables can take the change. An invalid pattern or a setting out of range stays
    /// on the device, and is reported as a problem.
    var canBeTaken: Bool {
        switch (item, to) {
        case (.setting(let setting), .number(let number)): setting.range.contains(number)
        case (.entry(let key), .deviceType(let type)):
            (try? Pattern(key.kind, key.text, deviceType: type, isCaseSensitive: key.isCaseSensitive)) != nil
        default: true
        }
    }
}

extension DeviceConfig {
    /// Copies the value of an item from another config, or removes the item where that has none.
    mutating func take(_ item: ConfigMerge.Item, from other: DeviceConfig?) {
        switch item {
        case .setting(let setting): settings[setting] = other?.settings[setting]
        case .entry(let key):
            let isMeant = { (entry: Entry) in Pattern.Key(key.kind, entry) == key }
            lists[key.kind]?.removeAll(where: isMeant)
            if let entry = other?[key.kind].first(where: isMeant) { lists[key.kind, default: []].append(entry) }
        }
    }

    func value(of item: ConfigMerge.Item) -> ConfigMerge.Value? {
        switch item {
        case .setting(let setting): settings[setting].map { .number($0) }
        case .entry(let key):
            self[key.kind].first { Pattern.Key(key.kind, $0) == key }.map { .deviceType($0.deviceType) }
        }
    }
}
