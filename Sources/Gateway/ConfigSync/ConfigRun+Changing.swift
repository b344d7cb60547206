import FlockFinder
import GatewayModel
import JSONLines
import Store

/// What changes the tables, the device, or what it keeps.
extension ConfigRun {
    // MARK: The tables

    /// What the host means, and how sure it is of each pattern.
    private struct Tables {
        var config: DeviceConfig
        var stored: [Pattern.Key: StoredPattern]
        /// What the device speaks.
        var dialect: ConfigDialect

        func importance(_ key: Pattern.Key) -> Int { self[key]?.confidence ?? 100 }

        /// The pattern that an entry of the device stands for. Where its dialect does not tell whether capitals count, that may
        /// be one for which they do.
        subscript(key: Pattern.Key) -> StoredPattern? {
            if let exact = stored[key] { return exact }
            guard !dialect.tellsCase(of: key.kind),
                let other = try? Pattern.Key(key.kind, key.text, isCaseSensitive: true)
            else { return nil }
            return stored[other]
        }
    }

    private func tables(_ dialect: ConfigDialect) async throws -> Tables {
        let patterns = try await service.patterns.all()
        var config = DeviceConfig(settings: try await service.patterns.settings())
        for kind in PatternKind.onDevices {
            config.lists[kind] = patterns.map(\.pattern).filter { $0.kind == kind && $0.isEnabled }
                .map { DeviceConfig.Entry($0) }
        }
        let stored = Dictionary(patterns.map { ($0.pattern.key, $0) }) { first, _ in first }
        return Tables(config: config, stored: stored, dialect: dialect)
    }

    /// The tables take over what the device holds; or, where it is only looked at, would.
    func pull(_ findings: inout Findings) async throws {
        guard let held = findings.held, let profile = findings.profile else { return }
        let tables = try await tables(profile.dialect)
        let host = profile.dialect.expressible(tables.config)
        if wish.action == .diff {
            let merge = ConfigMerge(base: held.config, host: host, device: held.config)
            findings.report.toDevice = merge.toDevice.map { ConfigChange($0, isToDevice: true) }
            findings.report.wanted = String(decoding: profile.dialect.encode(merge.merged), as: UTF8.self)
            findings.report.differences = merge.merged.differences(from: held.config, profile: profile)
                .map { ConfigDifferenceItem($0) }
            return
        }
        let merge = ConfigMerge(base: host, host: host, device: held.config)
        let changes = merge.toHost.filter(\.canBeTaken)
        findings.report.toHost = changes.map { ConfigChange($0, isToDevice: false) }
        guard order.dryRun != true else { return }
        try await takeOver(changes, profile.dialect)
        try await agree(on: merge.base, &findings)
    }

    /// By the tables as they are then: a device takes seconds, in which somebody may have changed them.
    private func takeOver(_ changes: [ConfigMerge.Change], _ dialect: ConfigDialect) async throws {
        guard !changes.isEmpty else { return }
        try await service.patterns.change {
            let tables = try await self.tables(dialect)
            var patterns: [PatternChange] = []
            var settings: [ScanSetting: Int?] = [:]
            for change in changes {
                switch (change.item, change.to) {
                case (.setting(let setting), .number(let number)): settings.updateValue(number, forKey: setting)
                case (.entry(let key), .deviceType(let type)): patterns += taken(key, of: type, tables)
                case (.entry(let key), _):
                    if let stored = tables[key] { patterns.append(.enable(stored.pattern.key, false)) }
                default: break
                }
            }
            try await store.changePatterns(
                patterns, settings: settings, atMicroseconds: Timestamp.now.microsecondsSince1970)
        }
    }

    /// What makes an entry of a device one of the tables.
    private func taken(_ key: Pattern.Key, of type: String, _ tables: Tables) -> [PatternChange] {
        let stored = tables[key]
        let isCaseSensitive = stored?.pattern.isCaseSensitive ?? key.isCaseSensitive
        let pattern = try? Pattern(key.kind, key.text, deviceType: type, isCaseSensitive: isCaseSensitive)
        guard let pattern else { return [] }
        guard let stored else { return [.add(PatternDraft(pattern, source: "pulled from a device"))] }
        guard stored.pattern.deviceType == type else {
            var draft = stored.draft
            draft.pattern = pattern
            return [.replace(stored.pattern.key, draft)]
        }
        return [.enable(stored.pattern.key, true)]
    }

    /// Both sides hold this now.
    private func agree(on base: DeviceConfig, _ findings: inout Findings) async throws {
        guard var stored = findings.stored, let profile = findings.profile else { return }
        // What the tables cannot take is not agreed on: it would seem to have been removed from them.
        var base = base
        for (kind, entries) in base.lists { base.lists[kind] = entries.filter { $0.isPattern(kind) } }
        stored.base = profile.dialect.encode(base)
        stored.syncedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored = stored
        try await store.keepConfigDevice(stored)
    }

    // MARK: The device

    /// The device takes over what the tables, a text or an earlier transfer say.
    func push(_ link: any ConfigLink, _ findings: inout Findings) async throws {
        guard let held = findings.held, let profile = findings.profile else { return }
        let plan = try await plan(held, profile, &findings)
        let text = profile.dialect.encode(plan.wanted)
        findings.report.wanted = String(decoding: text, as: UTF8.self)
        findings.report.figures.bytes = text.count
        if !plan.isExact {
            let excesses = profile.excesses(
                of: plan.wanted, largestText: findings.identity.largestText, importance: plan.importance)
            guard excesses.isEmpty else { throw ConfigError.tooMuch(excesses, profile: profile.name) }
        }
        guard order.dryRun != true else {
            findings.report.differences = plan.wanted.differences(from: held.config, profile: profile)
                .map { ConfigDifferenceItem($0) }
            return
        }
        if plan.wanted.differences(from: held.config, profile: profile).isEmpty, !plan.isExact {
            findings.report.outcome = SyncOutcome.applied.rawValue
        } else {
            try await send(plan.wanted, text, link, &findings)
        }
        if findings.report.outcome == SyncOutcome.applied.rawValue {
            try await takeOver(plan.toHost, profile.dialect)
            if let base = plan.base { try await agree(on: base, &findings) }
            if order.save == true || order.verifyReboot == true { try await save(link, &findings) }
        }
        if !findings.report.conflicts.isEmpty { throw ConfigError.conflicts(findings.report.conflicts.count) }
    }

    private struct Plan {
        var wanted: DeviceConfig
        /// What both agree on once the device holds it; nil: it says nothing of the tables.
        var base: DeviceConfig?
        var toHost: [ConfigMerge.Change] = []
        var isExact = false
        var importance: (Pattern.Key) -> Int
    }

    private func plan(
        _ held: HeldConfig, _ profile: DeviceProfile, _ findings: inout Findings
    ) async throws -> Plan {
        let tables = try await tables(profile.dialect)
        let merge: ConfigMerge
        switch wish.action {
        case .restore:
            let previous = try await previous(findings.identity.device, held)
            findings.report.toDevice = ConfigMerge(base: held.config, host: previous, device: held.config).toDevice
                .map { ConfigChange($0, isToDevice: true) }
            return Plan(wanted: previous, isExact: true, importance: tables.importance)
        case .sync:
            let base = try await base(held, findings)
            merge = ConfigMerge(
                base: base, host: profile.dialect.expressible(tables.config), device: held.config, prefer: wish.prefer)
        default:
            if let file = wish.file {
                if order.exact == true {
                    let wanted = profile.dialect.expressible(file)
                    return Plan(wanted: wanted, isExact: true, importance: tables.importance)
                }
                merge = ConfigMerge(base: held.config, host: profile.dialect.expressible(file), device: held.config)
            } else {
                merge = ConfigMerge(
                    base: held.config, host: profile.dialect.expressible(tables.config), device: held.config)
            }
        }
        findings.report.toDevice = merge.toDevice.map { ConfigChange($0, isToDevice: true) }
        let toHost = merge.toHost.filter(\.canBeTaken)
        findings.report.toHost = toHost.map { ConfigChange($0, isToDevice: false) }
        findings.report.conflicts = merge.conflicts.map { ConfigChange($0) }
        return Plan(
            wanted: merge.merged, base: wish.file == nil ? merge.base : nil, toHost: toHost,
            importance: tables.importance)
    }

    /// What both agreed on, as far as the device still knows of it.
    ///
    /// A device that restarts without having been told to keep what it was sent holds what it held before. That is no change
    /// that somebody made there: the merge goes by what it holds, so that the tables keep theirs.
    private func base(_ held: HeldConfig, _ findings: Findings) async throws -> DeviceConfig? {
        guard let text = findings.stored?.base, let base = try? ConfigReading(parsing: text).config else { return nil }
        let transfers = try await store.configTransfers(of: findings.identity.device)
        func isHeld(_ text: [UInt8]?) -> Bool {
            text.flatMap { try? ConfigReading(parsing: $0).config }?.isSame(as: held.config) ?? false
        }
        // Brought back on purpose, or what was sent last.
        if let last = transfers.first(where: { $0.action != "save" }), isHeld(last.wanted) { return base }
        let isOlder = isHeld(findings.stored?.saved) || transfers.contains { isHeld($0.previous) }
        return isOlder ? held.config : base
    }

    /// What a transfer replaced.
    private func previous(_ device: String, _ held: HeldConfig) async throws -> DeviceConfig {
        func config(_ transfer: StoredConfigTransfer) -> DeviceConfig? {
            transfer.previous.flatMap { try? ConfigReading(parsing: $0).config }
        }
        if let id = order.transfer {
            guard let transfer = try await store.configTransfer(id), transfer.device == device else {
                throw ConfigError.unknownTransfer(id)
            }
            guard let config = config(transfer) else { throw ConfigError.nothingToRestore(device: device) }
            return config
        }
        for transfer in try await store.configTransfers(of: device)
        where transfer.outcome != SyncOutcome.notApplied.rawValue {
            if let config = config(transfer), !config.isSame(as: held.config) { return config }
        }
        throw ConfigError.nothingToRestore(device: device)
    }

    /// Sends a config, reads it back, and says what became of it.
    private func send(
        _ wanted: DeviceConfig, _ text: [UInt8], _ link: any ConfigLink, _ findings: inout Findings
    ) async throws {
        guard let held = findings.held, let profile = findings.profile else { return }
        let id = try await store.beginConfigTransfer(
            findings.identity.device, action: action, wanted: text, previous: try await replaced(held, findings),
            atMicroseconds: Timestamp.now.microsecondsSince1970)
        findings.report.transfer = id
        do {
            try await store.continueConfigTransfer(
                id, phase: .writing, atMicroseconds: Timestamp.now.microsecondsSince1970)
            let tell = progress
            tell(ConfigProgress(phase: "writing", bytes: 0, of: text.count))
            let writing = try await measured(&findings.report.figures.writeMs) {
                try await link.write(text, in: held, profile: profile) { sent in
                    tell(ConfigProgress(phase: "writing", bytes: sent, of: text.count))
                }
            }
            findings.report.figures.writes = writing.writes
            findings.report.figures.attempts = writing.attempts
            findings.report.replies += writing.replies.map { ConfigReply($0) }
            try await store.continueConfigTransfer(
                id, phase: .written, atMicroseconds: Timestamp.now.microsecondsSince1970)
            progress(ConfigProgress(phase: "verifying"))
            let found = try await measured(&findings.report.figures.verifyMs) { try await link.read() }
            try await keep(found, &findings, await link.identity)
        } catch {
            try await settle(id, wanted, previous: held, found: nil, failure: error, &findings)
            throw error
        }
        try await settle(id, wanted, previous: held, found: findings.held, failure: nil, &findings)
        try check(findings)
    }

    /// As it stands in the journal.
    private var action: String { order.trial == true ? StoredConfigTransfer.trial : wish.action.rawValue }

    /// What `restore` brings back: of a series of trials what the first of them replaced.
    private func replaced(_ held: HeldConfig, _ findings: Findings) async throws -> [UInt8]? {
        guard order.trial == true else { return held.text }
        let last = try await store.configTransfers(of: findings.identity.device, limit: 1).first
        return last?.action == StoredConfigTransfer.trial ? nil : held.text
    }

    /// Writes down what became of a transfer.
    private func settle(
        _ id: Int64, _ wanted: DeviceConfig, previous: HeldConfig, found: HeldConfig?, failure: (any Error)?,
        _ findings: inout Findings
    ) async throws {
        // Where nothing was changed by its own word, nothing was.
        let isUntouched = if case ConfigError.changedMeanwhile? = failure { true } else { false }
        let outcome =
            isUntouched
            ? .notApplied
            : SyncOutcome(
                wanted: wanted, found: found?.config, previous: previous.config, profile: findings.profile)
        findings.report.outcome = outcome.rawValue
        if let found {
            findings.report.differences = wanted.differences(from: found.config, profile: findings.profile)
                .map { ConfigDifferenceItem($0) }
        } else {
            findings.held = nil
        }
        // What the device holds is to be looked at, so it stays open.
        if outcome == .unknown { return }
        try await store.endConfigTransfers(
            [id], outcome: outcome.rawValue, detail: failure.map { service.configuration.describe($0).message } ?? "",
            device: nil, atMicroseconds: Timestamp.now.microsecondsSince1970)
    }

    /// Says why a config was not applied, as far as that is known.
    private func check(_ findings: Findings) throws {
        switch findings.report.outcome {
        case SyncOutcome.notApplied.rawValue:
            if let reply = findings.report.replies.last, !reply.success { throw ConfigError.refused(reply.message) }
            throw ConfigError.ignored
        case SyncOutcome.partiallyApplied.rawValue:
            throw ConfigError.partly(differences: findings.report.differences.count)
        default: break
        }
    }

    // MARK: What is kept

    /// Has the device keep what it holds: only what was just read, and is known to be whole.
    func save(_ link: any ConfigLink, _ findings: inout Findings) async throws {
        guard let held = findings.held, let profile = findings.profile else { return }
        if wish.action == .save, let left = try await leftHalf(held, findings) {
            throw ConfigError.halfWritten(transfer: left)
        }
        let excesses = profile.excesses(of: held.config, largestText: findings.identity.largestText)
            .filter { $0.limit == .saved && held.text.count > $0.most }
        guard excesses.isEmpty else { throw ConfigError.tooMuch(excesses, profile: profile.name) }
        let id = try await store.beginConfigTransfer(
            findings.identity.device, action: "save", wanted: held.text, previous: nil,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
        try await store.continueConfigTransfer(
            id, phase: .saving, atMicroseconds: Timestamp.now.microsecondsSince1970)
        progress(ConfigProgress(phase: "saving"))
        let saving = try await link.save()
        findings.report.replies += saving.replies.map { ConfigReply($0) }
        let said = saving.replies.last { $0.event == .saved }
        guard saving.isInFlash || said?.isSuccess == true else {
            // It may have kept it, and its word for that been lost.
            findings.report.saved = said == nil ? nil : "no"
            if said == nil, order.verifyReboot == true {
                try await proveSaved(held, id, link, &findings)
                return
            }
            try await end(id, .unknown, said?.message ?? "no answer", &findings)
            throw ConfigError.notKept(said?.message)
        }
        findings.report.saved = saving.isInFlash ? "in-flash" : "said"
        findings.report.outcome = SyncOutcome.appliedAndSaved.rawValue
        findings.stored?.saved = held.text
        findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored?.isSaveProven = false
        try await end(id, .appliedAndSaved, "", &findings)
        if order.verifyReboot == true { try await proveSaved(held, id, link, &findings) }
    }

    /// The transfer that has left neither what it was to bring nor what was there before; nil where the last one has not.
    private func leftHalf(_ held: HeldConfig, _ findings: Findings) async throws -> Int64? {
        let last = try await store.configTransfers(of: findings.identity.device)
            .first { $0.action != ConfigAction.save.rawValue && $0.action != ConfigAction.reset.rawValue }
        let isClear = [SyncOutcome.applied, .appliedAndSaved, .notApplied].map(\.rawValue)
        guard let last, !isClear.contains(last.outcome ?? "") else { return nil }
        let texts = [last.wanted, last.previous].compactMap(\.self)
        let isWhole = texts.contains { (try? ConfigReading(parsing: $0).config)?.isSame(as: held.config) ?? false }
        return isWhole ? nil : last.id
    }

    private func proveSaved(
        _ held: HeldConfig, _ id: Int64, _ link: any ConfigLink, _ findings: inout Findings
    ) async throws {
        progress(ConfigProgress(phase: "restarting"))
        try await link.awaitRestart(limit: wish.restartWait)
        let found = try await measured(&findings.report.figures.verifyMs) { try await link.read() }
        try await keep(found, &findings, await link.identity)
        let differences = held.config.differences(from: found.config, profile: findings.profile)
        findings.report.differences = differences.map { ConfigDifferenceItem($0) }
        guard differences.isEmpty else {
            findings.report.saved = "no"
            findings.report.outcome = SyncOutcome.notApplied.rawValue
            findings.stored?.saved = found.text
            findings.stored?.isSaveProven = true
            try await end(id, .notApplied, "after a restart it held something else", &findings)
            throw ConfigError.lostByRestart
        }
        findings.report.saved = "proven"
        findings.report.outcome = SyncOutcome.appliedAndSaved.rawValue
        findings.stored?.saved = held.text
        findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored?.isSaveProven = true
        try await end(id, .appliedAndSaved, "", &findings)
    }

    private func end(
        _ id: Int64, _ outcome: SyncOutcome, _ detail: String, _ findings: inout Findings
    ) async throws {
        try await store.endConfigTransfers(
            [id], outcome: outcome.rawValue, detail: detail, device: findings.stored,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
    }

    /// Has the device go back to what it had from the factory, and reads what that is.
    func reset(_ link: any ConfigLink, _ findings: inout Findings) async throws {
        let id = try await store.beginConfigTransfer(
            findings.identity.device, action: "reset", wanted: nil,
            previous: findings.held?.text ?? findings.stored?.held,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
        findings.report.transfer = id
        try await store.continueConfigTransfer(
            id, phase: .writing, atMicroseconds: Timestamp.now.microsecondsSince1970)
        let replies = try await link.reset()
        findings.report.replies += replies.map { ConfigReply($0) }
        progress(ConfigProgress(phase: "verifying"))
        let found = try await measured(&findings.report.figures.verifyMs) { try await link.read() }
        try await keep(found, &findings, await link.identity)
        let isTold = wish.target == .dongle || replies.contains { $0.event == .reset && $0.isSuccess }
        if isTold {
            // Nothing was removed on the device by anybody: the next merge is one without a base.
            findings.stored?.base = nil
            findings.stored?.saved = found.text
            findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
            findings.stored?.isSaveProven = false
        }
        findings.report.saved = isTold ? "said" : nil
        // What a device has from the factory only it knows: that it says so is all there is.
        let outcome: SyncOutcome = isTold ? .appliedAndSaved : .unknown
        findings.report.outcome = outcome.rawValue
        try await end(id, outcome, "", &findings)
        guard isTold else { throw ConfigError.notKept(replies.last?.message) }
    }
}

extension ConfigMerge.Change {
    /// Whether the tables can take it: what is no pattern, or out of its range, stays on the device, and is told as a problem.
    fileprivate var canBeTaken: Bool {
        switch (item, to) {
        case (.setting(let setting), .number(let number)): setting.range.contains(number)
        case (.entry(let key), .deviceType(let type)):
            (try? Pattern(key.kind, key.text, deviceType: type, isCaseSensitive: key.isCaseSensitive)) != nil
        default: true
        }
    }
}

extension DeviceConfig.Entry {
    fileprivate func isPattern(_ kind: PatternKind) -> Bool {
        (try? Pattern(kind, text, deviceType: deviceType, isCaseSensitive: isCaseSensitive)) != nil
    }
}
