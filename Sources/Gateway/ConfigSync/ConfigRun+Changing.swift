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

        func importance(_ key: Pattern.Key) -> Int { stored[key]?.confidence ?? 100 }
    }

    private func tables() async throws -> Tables {
        let patterns = try await service.patterns.all()
        var config = DeviceConfig(settings: try await service.patterns.settings())
        for kind in PatternKind.onDevices {
            config.lists[kind] = patterns.map(\.pattern).filter { $0.kind == kind && $0.isEnabled }
                .map { DeviceConfig.Entry($0) }
        }
        let stored = Dictionary(patterns.map { ($0.pattern.key, $0) }) { first, _ in first }
        return Tables(config: config, stored: stored)
    }

    /// The tables take over what the device holds; or, where it is only looked at, would.
    func pull(_ findings: inout Findings) async throws {
        guard let held = findings.held, let profile = findings.profile else { return }
        let tables = try await tables()
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
        findings.report.toHost = merge.toHost.map { ConfigChange($0, isToDevice: false) }
        guard order.dryRun != true else { return }
        try await takeOver(merge.toHost, tables)
        try await agree(on: merge.base, &findings)
    }

    private func takeOver(_ changes: [ConfigMerge.Change], _ tables: Tables) async throws {
        var patterns: [PatternChange] = []
        var settings: [ScanSetting: Int?] = [:]
        for change in changes {
            switch (change.item, change.to) {
            case (.setting(let setting), .number(let number)): settings.updateValue(number, forKey: setting)
            case (.entry(let key), .deviceType(let type)): patterns += taken(key, of: type, tables)
            case (.entry(let key), _):
                if tables.stored[key] != nil { patterns.append(.enable(key, false)) }
            default: break
            }
        }
        guard !patterns.isEmpty || !settings.isEmpty else { return }
        let (changes, values) = (patterns, settings)
        try await service.patterns.change {
            try await store.changePatterns(
                changes, settings: values, atMicroseconds: Timestamp.now.microsecondsSince1970)
        }
    }

    /// What makes an entry of a device one of the tables. What is no pattern stays on the device, and is told as a problem.
    private func taken(_ key: Pattern.Key, of type: String, _ tables: Tables) -> [PatternChange] {
        let pattern = try? Pattern(key.kind, key.text, deviceType: type, isCaseSensitive: key.isCaseSensitive)
        guard let pattern else { return [] }
        guard let stored = tables.stored[key] else {
            return [.add(PatternDraft(pattern, source: "pulled from a device"))]
        }
        guard stored.pattern.deviceType == type else {
            var draft = stored.draft
            draft.pattern = pattern
            return [.replace(key, draft)]
        }
        return [.enable(key, true)]
    }

    /// Both sides hold this now.
    private func agree(on base: DeviceConfig, _ findings: inout Findings) async throws {
        guard var stored = findings.stored, let profile = findings.profile else { return }
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
            try await takeOver(plan.toHost, plan.tables)
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
        var tables: Tables
        var isExact = false
        var importance: (Pattern.Key) -> Int
    }

    private func plan(
        _ held: HeldConfig, _ profile: DeviceProfile, _ findings: inout Findings
    ) async throws -> Plan {
        let tables = try await tables()
        let merge: ConfigMerge
        switch wish.action {
        case .restore:
            let previous = try await previous(findings.identity.device)
            findings.report.toDevice = ConfigMerge(base: held.config, host: previous, device: held.config).toDevice
                .map { ConfigChange($0, isToDevice: true) }
            return Plan(wanted: previous, tables: tables, isExact: true, importance: tables.importance)
        case .sync:
            let base = findings.stored?.base.flatMap { try? ConfigReading(parsing: $0).config }
            merge = ConfigMerge(
                base: base, host: profile.dialect.expressible(tables.config), device: held.config, prefer: wish.prefer)
        default:
            if let file = wish.file {
                if order.exact == true {
                    let wanted = profile.dialect.expressible(file)
                    return Plan(wanted: wanted, tables: tables, isExact: true, importance: tables.importance)
                }
                merge = ConfigMerge(base: held.config, host: profile.dialect.expressible(file), device: held.config)
            } else {
                merge = ConfigMerge(
                    base: held.config, host: profile.dialect.expressible(tables.config), device: held.config)
            }
        }
        findings.report.toDevice = merge.toDevice.map { ConfigChange($0, isToDevice: true) }
        findings.report.toHost = merge.toHost.map { ConfigChange($0, isToDevice: false) }
        findings.report.conflicts = merge.conflicts.map { ConfigChange($0) }
        return Plan(
            wanted: merge.merged, base: wish.file == nil ? merge.base : nil, toHost: merge.toHost, tables: tables,
            importance: tables.importance)
    }

    /// What a transfer replaced.
    private func previous(_ device: String) async throws -> DeviceConfig {
        let transfer: StoredConfigTransfer?
        if let id = order.transfer {
            transfer = try await store.configTransfer(id)
            guard transfer?.device == device else { throw ConfigError.unknownTransfer(id) }
        } else {
            transfer = try await store.configTransfers(of: device).first { $0.previous != nil }
        }
        guard let text = transfer?.previous, let reading = try? ConfigReading(parsing: text) else {
            throw ConfigError.nothingToRestore(device: device)
        }
        return reading.config
    }

    /// Sends a config, reads it back, and says what became of it.
    private func send(
        _ wanted: DeviceConfig, _ text: [UInt8], _ link: any ConfigLink, _ findings: inout Findings
    ) async throws {
        guard let held = findings.held, let profile = findings.profile else { return }
        let id = try await store.beginConfigTransfer(
            findings.identity.device, action: wish.action.rawValue, wanted: text, previous: held.text,
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
        // The gateway stops, or the dongle is gone: what the device holds is to be looked at, so it stays open.
        if outcome == .unknown, failure.map({ !($0 is ConfigError) }) ?? false { return }
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
        if let left = findings.report.interrupted.first(where: { $0.holds == "other" }), wish.action == .save {
            throw ConfigError.halfWritten(transfer: left.id)
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
        guard saving.isProven || said?.isSuccess == true else {
            findings.report.saved = "no"
            try await end(id, .unknown, said?.message ?? "no answer", &findings)
            throw ConfigError.notKept(said?.message)
        }
        findings.report.saved = saving.isProven ? "proven" : "said"
        findings.report.outcome = SyncOutcome.appliedAndSaved.rawValue
        findings.stored?.saved = held.text
        findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored?.isSaveProven = saving.isProven
        try await end(id, .appliedAndSaved, "", &findings)
        if order.verifyReboot == true { try await proveSaved(held, link, &findings) }
    }

    private func proveSaved(_ held: HeldConfig, _ link: any ConfigLink, _ findings: inout Findings) async throws {
        progress(ConfigProgress(phase: "restarting"))
        try await link.awaitRestart(limit: wish.restartWait)
        let found = try await measured(&findings.report.figures.verifyMs) { try await link.read() }
        try await keep(found, &findings, await link.identity)
        let differences = held.config.differences(from: found.config, profile: findings.profile)
        findings.report.differences = differences.map { ConfigDifferenceItem($0) }
        guard differences.isEmpty else {
            findings.report.saved = "no"
            findings.report.outcome = SyncOutcome.notApplied.rawValue
            findings.stored?.saved = nil
            findings.stored?.savedMicroseconds = nil
            if let stored = findings.stored { try await store.keepConfigDevice(stored) }
            throw ConfigError.lostByRestart
        }
        findings.report.saved = "proven"
        findings.stored?.isSaveProven = true
        if let stored = findings.stored { try await store.keepConfigDevice(stored) }
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
            findings.identity.device, action: "reset", wanted: nil, previous: findings.held?.text,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
        findings.report.transfer = id
        try await store.continueConfigTransfer(
            id, phase: .writing, atMicroseconds: Timestamp.now.microsecondsSince1970)
        let replies = try await link.reset()
        findings.report.replies += replies.map { ConfigReply($0) }
        progress(ConfigProgress(phase: "verifying"))
        let found = try await measured(&findings.report.figures.verifyMs) { try await link.read() }
        // Nothing was removed on the device by anybody: the next merge is one without a base.
        findings.stored?.base = nil
        findings.stored?.saved = found.text
        findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored?.isSaveProven = false
        try await keep(found, &findings, await link.identity)
        let isTold = wish.target == .dongle || replies.contains { $0.event == .reset && $0.isSuccess }
        findings.report.saved = isTold ? "said" : nil
        // What a device has from the factory only it knows: that it says so is all there is.
        let outcome: SyncOutcome = isTold ? .appliedAndSaved : .unknown
        findings.report.outcome = outcome.rawValue
        try await end(id, outcome, "", &findings)
        guard isTold else { throw ConfigError.notKept(replies.last?.message) }
    }
}
