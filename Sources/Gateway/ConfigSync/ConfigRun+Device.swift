import DongleLink
import FlockFinder
import GatewayModel
import LineFormats
import Store

/// Transfer of a device's config to the tables, and of a config to the device.
extension ConfigRun {
    /// Applies the device's config to the tables; for a diff, only reports the changes.
    func pull(_ findings: inout Findings) async throws {
        guard let held = findings.held, let profile = findings.profile else { return }
        let tables = try await tables(profile.dialect)
        let host = tables.config(for: held.config)
        if wish.action == .diff {
            findings.report.losses = tables.config.losses(on: profile, to: held.config).map { ConfigLossItem($0) }
            let merge = ConfigMerge(base: held.config, host: host, device: held.config)
            findings.report.toDevice = merge.toDevice.map { ConfigChange($0, in: merge.merged) }
            findings.report.wanted = DeviceText.json(profile.dialect.encode(merge.merged))
            findings.report.differences = merge.merged.differences(from: held.config, profile: profile)
                .map { ConfigDifferenceItem($0) }
            return
        }
        let merge = ConfigMerge(base: host, host: host, device: held.config)
        let changes = merge.toHost.filter(\.canBeTaken)
        findings.report.toHost = changes.map { ConfigChange($0) }
        guard order.dryRun != true else { return }
        let disabled = changes.compactMap { change in
            if case .entry(let key) = change.item, change.to == nil { key } else { nil }
        }
        guard disabled.isEmpty || order.mayRemove == true else { throw ConfigError.needsConsent(.disabling(disabled)) }
        try await takeOver(changes, profile.dialect, isForced: true)
        try await agree(on: merge.base, &findings)
    }

    /// Sends the device the config that results from the tables, a text or an earlier transfer.
    func push(_ link: any ConfigLink, _ findings: inout Findings) async throws {
        guard let profile = findings.profile else { return }
        let held = try findings.held ?? .unread(profile.dialect)
        let plan = try await plan(held, profile, &findings)
        let text = plan.text ?? profile.dialect.encode(plan.wanted, isExact: plan.isExact)
        findings.report.wanted = DeviceText.json(text)
        findings.report.figures.bytes = text.count
        let excesses = excesses(of: plan, profile, findings)
        guard excesses.isEmpty else { throw ConfigError.tooMuch(excesses, of: surplus(excesses, in: plan)) }
        if let most = profile.savedBytes, text.count > most, wish.action != .restore, !plan.isExact {
            findings.report.losses.append(ConfigLossItem(.unkept(bytes: text.count, most: most)))
        }
        guard order.dryRun != true else {
            findings.report.differences = plan.wanted.differences(from: held.config, profile: profile)
                .map { ConfigDifferenceItem($0) }
            return try checkConflicts(findings)
        }
        let removed = try await removals(held, plan, findings)
        guard removed.isEmpty || order.mayRemove == true else {
            throw ConfigError.needsConsent(.removing(removed, isFile: wish.file != nil))
        }
        // A half-written config is sent again, even if the tables now equal it.
        let isSettled = try await leftHalf(held, findings) == nil
        let isSame = plan.wanted.differences(from: held.config, profile: profile).isEmpty
        let isThere =
            wish.action == .restore
            ? text == held.text : isSame && !plan.isExact && !profile.dialect.respells(held.config)
        if isThere, findings.held != nil, isSettled {
            findings.report.outcome = SyncOutcome.applied
        } else {
            try await send(plan.wanted, text, over: held, link, &findings)
        }
        switch findings.report.outcome {
        case .applied:
            try await takeOver(plan, profile, &findings)
            if isToBeSaved { try await save(link, &findings) }
        case .unverified:
            if isToBeSaved { try await save(plan.wanted, text, link, &findings) }
        default: break
        }
        try checkConflicts(findings)
        if order.verifyTiming == true { try await verifyTiming(of: plan.wanted, link, &findings) }
    }

    private func checkConflicts(_ findings: Findings) throws {
        let count = findings.report.conflicts.count
        guard count == 0 else { throw ConfigError.conflicts(count, isDryRun: order.dryRun == true) }
    }

    /// Measures the intervals at which the device scans.
    private func verifyTiming(
        of config: DeviceConfig, _ link: any ConfigLink, _ findings: inout Findings
    ) async throws {
        var config = config
        // The firmware uses its factory value where this setting is missing.
        if findings.profile?.dialect.settings.contains(.bleScanDuration) == true {
            config.settings[.bleScanDuration] =
                config.settings[.bleScanDuration] ?? ScanSetting.bleScanDuration.factoryValue
        }
        let planned = StreamTiming(config)
        guard !planned.intervals.isEmpty || !planned.off.isEmpty else { throw ConfigError.timingUnknown }
        let limit = min(.milliseconds(planned.durationMs), Self.timingLimit)
        progress(ConfigProgress(phase: .measuring))
        let timing: StreamTiming
        do {
            timing = try await link.measure(planned, limit: limit)
        } catch  where FlockFinderLink.isBroken(error) || error is LinkError {
            // The device may have restarted: then it stops answering before the link reports the
            // connection as ended.
            if findings.report.saved == nil { findings.report.outcome = SyncOutcome.unknown }
            throw ConfigError.brokenOff(attempts: 1)
        }
        findings.report.timings =
            timing.intervals.map { ConfigTimingItem($0) }
            + timing.off.map { ConfigTimingItem(setting: $0, verdict: .off) }
        let differing = timing.intervals.filter { $0.isSeen && !$0.isAsSet }
        guard differing.isEmpty else { throw ConfigError.timingDiffers(differing) }
        let unseen = timing.intervals.filter { !$0.isSeen }
        guard unseen.isEmpty else { throw ConfigError.timingUnseen(unseen, limit: limit, mtu: findings.identity.mtu) }
    }

    /// Applies the device's changes to the tables, and stores the config that was sent as agreed by
    /// both sides, even if the tables have changed since.
    private func takeOver(_ plan: Plan, _ profile: DeviceProfile, _ findings: inout Findings) async throws {
        guard var base = plan.base else { return }
        let overtaken = try await takeOver(plan.toHost, profile.dialect)
        for change in overtaken {
            base.take(change.item, from: plan.agreed)
            let conflict = ConfigMerge.Conflict(
                item: change.item, base: plan.agreed?.value(of: change.item), host: change.from, device: change.to)
            findings.report.conflicts.append(ConfigChange(conflict))
        }
        let items = Set(overtaken.map(\.item))
        findings.report.toHost = plan.toHost.filter { !items.contains($0.item) }
            .map { ConfigChange($0) }
        try await agree(on: base, &findings)
    }

    /// Time limit for measuring intervals; a connection is held for ten minutes.
    private static let timingLimit = Duration.seconds(300)

    private var isToBeSaved: Bool { order.save == true || order.verifyReboot == true }

    /// Returns the limits of the device that a plan exceeds. For a plan that is sent unchanged,
    /// only checks whether the result can be read back.
    private func excesses(
        of plan: Plan, _ profile: DeviceProfile, _ findings: Findings
    ) -> [DeviceProfile.Excess] {
        let fileKeys = fileKeys(profile.dialect)
        let excesses = profile.excesses(
            of: plan.told, largestText: findings.identity.largestText, isExact: plan.isExact, isSaved: isToBeSaved,
            // A config that is to be read after a restart must be readable.
            mtu: order.unverified == true && order.verifyReboot != true ? nil : findings.identity.mtu,
            importance: { key in fileKeys.map { !$0.contains(key) } ?? false ? .max : plan.tables.importance(key) })
        guard plan.isExact else {
            // Entries that the device has anyway are no reason to refuse the transfer.
            let there = Set(findings.held?.config[.mac].map { Pattern.Key(.mac, $0) } ?? [])
            return excesses.filter { $0.limit != .addressDigits || !there.isSuperset(of: $0.toDisable) }
        }
        // If a device applies a config but lacks the memory to send it back, it can never be read
        // again.
        let isTaken = !profile.excesses(of: plan.wanted, isExact: true).contains { $0.limit == .pool }
        return excesses.filter {
            switch $0.limit {
            case .readable: true
            case .pool: isTaken && order.unverified != true
            default: false
            }
        }
    }

    /// Returns the origin of the entries that exceed a limit.
    private func surplus(_ excesses: [DeviceProfile.Excess], in plan: Plan) -> ConfigSurplus {
        let keys = excesses.flatMap(\.toDisable)
        guard let fileKeys = fileKeys(plan.tables.dialect) else {
            return keys.allSatisfy { plan.tables[$0] != nil } ? .tables : .device
        }
        return fileKeys.isSuperset(of: keys) ? .file : .besideFile
    }

    /// Returns the entries of the file, if one is sent.
    private func fileKeys(_ dialect: ConfigDialect) -> Set<Pattern.Key>? {
        guard let file = wish.file.map(dialect.expressible) else { return nil }
        return Set(PatternKind.onDevices.flatMap { kind in file[kind].map { Pattern.Key(kind, $0) } })
    }

    /// Sends a config, reads it back and records the outcome.
    private func send(
        _ wanted: DeviceConfig, _ text: [UInt8], over held: HeldConfig, _ link: any ConfigLink,
        _ findings: inout Findings
    ) async throws {
        guard let profile = findings.profile else { return }
        let mayGather = try await mayGather(findings)
        let id = try await store.configs.beginTransfer(
            findings.identity.device, action: action, wanted: text, previous: try await replaced(findings),
            atMicroseconds: Timestamp.now.microsecondsSince1970)
        findings.report.transfer = id
        var isTaken = false
        do {
            try await store.configs.continueTransfer(
                id, phase: .writing, atMicroseconds: Timestamp.now.microsecondsSince1970)
            let tell = progress
            tell(ConfigProgress(phase: .writing, bytes: 0, of: text.count))
            let writing = try await measured(&findings.report.figures.writeMs) {
                let progress: @Sendable (Int) -> Void = { sent in
                    tell(ConfigProgress(phase: .writing, bytes: sent, of: text.count))
                }
                return wish.action == .restore
                    ? try await link.putBack(
                        text, in: held, profile: profile, mayGather: mayGather, progress: progress)
                    : try await link.write(text, in: held, profile: profile, mayGather: mayGather, progress: progress)
            }
            findings.report.figures.writes = writing.writes
            findings.report.figures.attempts = writing.attempts
            findings.report.replies += writing.replies.map { ConfigReply($0) }
            isTaken = writing.replies.last?.isSuccess == true
            try await store.configs.continueTransfer(
                id, phase: .written, atMicroseconds: Timestamp.now.microsecondsSince1970)
            progress(ConfigProgress(phase: .verifying))
            try await read(link, \.verifyMs, &findings)
        } catch let error as ConfigError where isTaken && order.unverified == true && error.isAboutContent {
            try await settleUnverified(id, profile, &findings)
            return
        } catch {
            try await settle(id, wanted, previous: held, found: nil, failure: error, &findings)
            throw error
        }
        try await settle(id, wanted, previous: held, found: findings.held, failure: nil, &findings)
        try check(findings)
    }

    /// Throws the reason why a config was not applied, as far as it is known.
    func check(_ findings: Findings) throws {
        switch findings.report.outcome {
        case .notApplied:
            if let reply = findings.report.replies.last, !reply.success { throw ConfigError.refused(reply.message) }
            throw ConfigError.ignored(saysTaken: !findings.report.replies.isEmpty)
        case .partiallyApplied:
            throw ConfigError.partly(differences: findings.report.differences.count)
        default: break
        }
    }

    // MARK: Saving

    /// Makes the device save its config: only one that was just read and is known to be whole.
    func save(_ link: any ConfigLink, _ findings: inout Findings) async throws {
        guard let held = findings.held else { return }
        if wish.action == .save, let left = try await leftHalf(held, findings) {
            throw ConfigError.halfWritten(transfer: left)
        }
        try await save(held.config, held.text, link, &findings)
    }

    private func save(
        _ config: DeviceConfig, _ text: [UInt8], _ link: any ConfigLink, _ findings: inout Findings
    ) async throws {
        guard let profile = findings.profile else { return }
        if let most = profile.savedBytes, text.count > most {
            let excess = profile.excesses(of: config, isExact: true).first { $0.limit == .saved }
            throw ConfigError.tooMuch(
                [excess ?? .init(limit: .saved, count: text.count, most: most, toDisable: [])], of: .held)
        }
        let id = try await store.configs.beginTransfer(
            findings.identity.device, action: "save", wanted: text, previous: nil,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
        try await store.configs.continueTransfer(
            id, phase: .saving, atMicroseconds: Timestamp.now.microsecondsSince1970)
        progress(ConfigProgress(phase: .saving))
        let saving: ConfigSaving
        do {
            saving = try await link.save()
        } catch  where wish.target != .dongle && FlockFinderLink.isBroken(error) {
            // The device may have saved it before the connection ended.
            saving = ConfigSaving()
        }
        findings.report.replies += saving.replies.map { ConfigReply($0) }
        let said = saving.replies.last { $0.event == .saved }
        guard saving.isInFlash || said?.isSuccess == true else {
            // The device may have saved it, and its confirmation may have been lost.
            findings.report.saved = said == nil ? nil : .no
            if said == nil, order.verifyReboot == true {
                try await proveSaved(config, text, id, link, &findings)
                return
            }
            try await end(id, .unknown, said?.message ?? "no answer", &findings)
            throw ConfigError.notKept(said?.message)
        }
        findings.report.saved = saving.isInFlash ? .inFlash : .said
        let isVerified = findings.report.outcome != SyncOutcome.unverified
        if isVerified { findings.report.outcome = SyncOutcome.appliedAndSaved }
        findings.stored?.saved = text
        findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored?.isSaveProven = false
        try await end(id, isVerified ? .appliedAndSaved : .unverified, "", &findings)
        if order.verifyReboot == true { try await proveSaved(config, text, id, link, &findings) }
    }

    private func proveSaved(
        _ config: DeviceConfig, _ text: [UInt8], _ id: Int64, _ link: any ConfigLink, _ findings: inout Findings
    ) async throws {
        progress(ConfigProgress(phase: .restarting))
        let scans = [ScanSetting.wifiScanEnabled, .bleScanEnabled].contains { config.settings[$0] != 0 }
        try await link.awaitRestart(limit: wish.restartWait, streams: scans)
        let found = try await read(link, \.verifyMs, &findings)
        let differences = config.differences(from: found.config, profile: findings.profile)
        findings.report.differences = differences.map { ConfigDifferenceItem($0) }
        guard differences.isEmpty else {
            findings.report.saved = .no
            findings.report.outcome = SyncOutcome.notApplied
            findings.stored?.saved = found.text
            findings.stored?.isSaveProven = true
            try await end(id, .notApplied, "after a restart it held something else", &findings)
            throw ConfigError.lostByRestart
        }
        findings.report.saved = .proven
        findings.report.outcome = SyncOutcome.appliedAndSaved
        findings.stored?.saved = text
        findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored?.isSaveProven = true
        try await end(id, .appliedAndSaved, "", &findings)
    }

    /// Resets the device to its factory config, and reads that.
    func reset(_ link: any ConfigLink, _ findings: inout Findings) async throws {
        let previous = try await replaced(findings)
        if order.mayRemove != true {
            findings.report.toDevice = goingByReset(findings)
            let most = findings.profile?.readableBytes(mtu: findings.identity.mtu)
            throw ConfigError.needsConsent(
                .resetting(isReadable: most.map { $0 >= DeviceProfile.factory.count } ?? true))
        }
        let id = try await store.configs.beginTransfer(
            findings.identity.device, action: "reset", wanted: nil, previous: previous,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
        findings.report.transfer = id
        try await store.configs.continueTransfer(
            id, phase: .writing, atMicroseconds: Timestamp.now.microsecondsSince1970)
        let replies = try await link.reset()
        findings.report.replies += replies.map { ConfigReply($0) }
        // Only the device knows its factory config, so its own reply is the only confirmation.
        let isTold = wish.target == .dongle || replies.contains { $0.event == .reset && $0.isSuccess }
        findings.held = nil
        // The reset is not a removal by a user: the next merge has no base.
        if isTold { findings.stored?.base = nil }
        progress(ConfigProgress(phase: .verifying))
        do {
            let found = try await read(link, \.verifyMs, &findings)
            if isTold {
                findings.stored?.saved = found.text
                findings.stored?.savedMicroseconds = Timestamp.now.microsecondsSince1970
                findings.stored?.isSaveProven = false
            }
        } catch let error as ConfigError where isTold && error.isAboutContent {
            findings.report.saved = .said
            findings.report.outcome = SyncOutcome.unverified
            try await end(id, .unverified, "", &findings)
            return
        }
        findings.report.saved = isTold ? .said : nil
        let outcome: SyncOutcome = isTold ? .appliedAndSaved : .unknown
        findings.report.outcome = outcome
        try await end(id, outcome, "", &findings)
        guard isTold else { throw ConfigError.notKept(replies.last?.message) }
    }

    /// Returns the changes that a reset makes on a device, as far as its factory config is known.
    private func goingByReset(_ findings: Findings) -> [ConfigChange] {
        guard let held = findings.held?.config else { return [] }
        let factory: DeviceConfig
        switch findings.profile?.name {
        case "real": factory = (try? ConfigReading(fromDevice: DeviceProfile.factory).config) ?? .nothing
        case "dongle": factory = .nothing
        default: factory = DeviceConfig(lists: held.lists.mapValues { _ in [] })
        }
        let merge = ConfigMerge(base: held, host: factory, device: held)
        return merge.toDevice.map { ConfigChange($0, in: merge.merged) }
    }
}
