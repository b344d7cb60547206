import FlockFinder
import GatewayModel
import LineFormats
import Store

/// Writes to the store: changes of the tables, the agreed config, and the journal of transfers.
extension ConfigRun {
    /// Applies changes to the tables as they are now: reading or writing a device takes seconds, in
    /// which the tables may have changed.
    ///
    /// - Parameter isForced: Whether the device's value wins even where the tables have changed
    ///   since the merge.
    /// - Returns: Changes whose item has changed in the tables since the merge. These items are
    ///   left as they are.
    @discardableResult
    func takeOver(
        _ changes: [ConfigMerge.Change], _ dialect: ConfigDialect, isForced: Bool = false
    ) async throws -> [ConfigMerge.Change] {
        guard !changes.isEmpty else { return [] }
        return try await service.patterns.change {
            let tables = try await self.tables(dialect)
            var overtaken: [ConfigMerge.Change] = []
            var patterns: [PatternChange] = []
            var settings: [ScanSetting: Int?] = [:]
            for change in changes {
                let now = tables.value(of: change.item)
                guard isForced || now == change.from || now == change.to else {
                    overtaken.append(ConfigMerge.Change(item: change.item, from: now, to: change.to))
                    continue
                }
                switch (change.item, change.to) {
                case (.setting(let setting), .number(let number)): settings.updateValue(number, forKey: setting)
                case (.entry(let key), .deviceType(let type)): patterns += taken(key, of: type, tables)
                case (.entry(let key), _):
                    patterns += tables.enabled(key).map { .enable($0.pattern.key, false) }
                default: break
                }
            }
            try await store.patterns.change(
                patterns, settings: settings, undoableAs: wish.action == .sync ? .sync : .pull,
                atMicroseconds: Timestamp.now.microsecondsSince1970)
            return overtaken
        }
    }

    /// Returns the changes by which an entry of a device becomes a pattern of the tables.
    func taken(_ key: Pattern.Key, of type: String, _ tables: Tables) -> [PatternChange] {
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

    /// Stores `base` as the config that both sides now agree on.
    func agree(on base: DeviceConfig, _ findings: inout Findings) async throws {
        guard var stored = findings.stored, let profile = findings.profile else { return }
        // Entries that the tables cannot take are left out; otherwise they would seem to have been
        // removed from the tables.
        var base = base
        for (kind, entries) in base.lists { base.lists[kind] = entries.filter { $0.isPattern(kind) } }
        stored.base = profile.dialect.encode(base)
        stored.syncedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored = stored
        try await store.configs.keep(stored)
    }

    /// Returns texts that the device may hold: those read from it, saved on it or sent to it, those
    /// that they replaced, and the factory config.
    func known(_ findings: Findings) async throws -> [[UInt8]] {
        let stored = findings.stored
        let transfers = try await store.configs.transfers(of: findings.identity.device)
        let texts = [stored?.held, stored?.saved] + transfers.flatMap { [$0.wanted, $0.previous] }
        return texts.compactMap(\.self) + [DeviceProfile.factory]
    }

    // MARK: The journal

    /// Name of the action in the journal.
    var action: String { order.trial == true ? StoredConfigTransfer.trial : wish.action.rawValue }

    /// Returns the text that `restore` brings back: after trials, the text that the first of them
    /// replaced.
    func replaced(_ findings: Findings) async throws -> [UInt8]? {
        // If the device cannot be read, its last known text is used.
        let text = findings.held.flatMap { $0.text.isEmpty ? nil : $0.text } ?? findings.stored?.held
        // A config left by a trial is never brought back.
        let trials = try await trials(findings)
        if order.trial == true { return trials.transfers.isEmpty ? text : nil }
        return try await trialLeft(findings) == nil ? text : trials.previous ?? text
    }

    /// Records the outcome of a transfer.
    func settle(
        _ id: Int64, _ wanted: DeviceConfig, previous: HeldConfig, found: HeldConfig?, failure: (any Error)?,
        _ findings: inout Findings
    ) async throws {
        // The device itself reported that nothing was changed.
        let isUntouched = if case ConfigError.changedMeanwhile? = failure { true } else { false }
        let outcome =
            isUntouched
            ? .notApplied
            : SyncOutcome(
                wanted: wanted, found: found?.config, previous: previous.config, profile: findings.profile)
        findings.report.outcome = outcome
        if let found {
            findings.report.differences = wanted.differences(from: found.config, profile: findings.profile)
                .map { ConfigDifferenceItem($0) }
        } else {
            findings.held = nil
        }
        // The transfer stays open until the device can be read.
        if outcome == .unknown { return }
        try await store.configs.endTransfers(
            [id], outcome: outcome, detail: failure.map { service.configuration.describe($0).message } ?? "",
            device: nil, atMicroseconds: Timestamp.now.microsecondsSince1970)
    }

    /// Records that a text was sent and that the device accepted it by its own word, without
    /// reading it back. Also works for a device that was never read.
    func settleUnverified(_ id: Int64, _ profile: DeviceProfile, _ findings: inout Findings) async throws {
        findings.held = nil
        findings.report.outcome = SyncOutcome.unverified
        if findings.stored == nil {
            findings.stored = StoredConfigDevice(
                device: findings.identity.device, name: findings.identity.name,
                addressType: findings.identity.addressType, profile: profile.name, dialect: profile.dialect,
                version: DeviceConfig.knownVersion, held: [], heldMicroseconds: 0,
                isSimulated: findings.identity.isSimulated)
        }
        try await end(id, .unverified, "", &findings)
    }

    /// Returns the last transfer that sent a text.
    private func lastSent(_ findings: Findings) async throws -> StoredConfigTransfer? {
        try await store.configs.transfers(of: findings.identity.device).lastSent
    }

    /// Returns whether the device may still hold the beginning of a text whose end never came,
    /// judging by the transfers of this host.
    func mayGather(_ findings: Findings) async throws -> Bool {
        guard let last = try await lastSent(findings) else { return false }
        return ![.applied, .appliedAndSaved, .unverified].contains(last.outcome)
    }

    /// Returns the transfer after which the device holds neither the new nor the earlier config;
    /// nil if that does not apply to the last transfer.
    func leftHalf(_ held: HeldConfig, _ findings: Findings) async throws -> Int64? {
        guard let last = try await lastSent(findings) else { return nil }
        let resets = try await store.configs.transfers(of: findings.identity.device)
            .filter { $0.action == ConfigAction.reset.rawValue && $0.id > last.id }
        guard !resets.contains(where: { $0.outcome == SyncOutcome.appliedAndSaved }) else { return nil }
        // The text was sent whole; a different config on the device now comes from another client.
        if last.detail == Self.settledLater { return nil }
        let isClear: [SyncOutcome?] = [.applied, .appliedAndSaved, .notApplied]
        guard !isClear.contains(last.outcome) else { return nil }
        // If the answer to a reset was lost, the device may hold its factory config.
        let texts = [last.wanted, last.previous].compactMap(\.self) + (resets.isEmpty ? [] : [DeviceProfile.factory])
        let isWhole = texts.contains { Self.config($0)?.isSame(as: held.config) ?? false }
        return isWhole ? nil : last.id
    }

    /// Trials after which the earlier config was not put back.
    private struct Trials {
        /// Trials, oldest first.
        var transfers: [StoredConfigTransfer] = []
        /// Config that the device held before the first trial.
        var previous: [UInt8]? { transfers.first?.previous }
    }

    /// Returns the trials after which no other config is known to have arrived whole.
    private func trials(_ findings: Findings) async throws -> Trials {
        let arrived: [SyncOutcome?] = [.applied, .appliedAndSaved, .unverified]
        let transfers = try await store.configs.transfers(of: findings.identity.device).filter {
            $0.action == StoredConfigTransfer.trial
                || $0.action != ConfigAction.save.rawValue && arrived.contains($0.outcome)
        }
        var trials = Trials()
        for transfer in transfers.prefix(while: { $0.action == StoredConfigTransfer.trial }).reversed() {
            trials.transfers.append(transfer)
            let isPutBack =
                transfer.outcome == SyncOutcome.applied
                && Self.config(transfer.wanted)?.isSame(as: Self.config(trials.previous)) == true
            if isPutBack { trials = Trials() }
        }
        return trials
    }

    private static func config(_ text: [UInt8]?) -> DeviceConfig? {
        text.flatMap { try? ConfigReading(fromDevice: $0).config }
    }

    /// Returns the trial whose made-up config the device still holds.
    func trialLeft(_ findings: Findings) async throws -> StoredConfigTransfer? {
        let trials = try await trials(findings)
        guard let held = findings.held?.config else { return nil }
        func isHeld(_ text: [UInt8]?) -> Bool {
            // The device drops entries that exceed its limits.
            Self.config(text)?.differences(from: held, profile: findings.profile).allSatisfy {
                if case .missing(_, .limit) = $0 { true } else { false }
            } ?? false
        }
        return isHeld(trials.previous) ? nil : trials.transfers.last { isHeld($0.wanted) }
    }

    /// Returns the last transfer if the device has lost its config since, though nothing else was
    /// sent; otherwise nil.
    private func overtaken(_ findings: Findings) async throws -> ConfigTransferItem? {
        guard let held = findings.held?.config, let last = try await lastSent(findings),
            [.applied, .appliedAndSaved].contains(last.outcome),
            try await store.configs.transfers(of: findings.identity.device)
                .allSatisfy({ $0.id <= last.id || $0.action == ConfigAction.save.rawValue })
        else { return nil }
        guard let wanted = Self.config(last.wanted), !wanted.differences(from: held, profile: findings.profile).isEmpty
        else { return nil }
        var item = ConfigTransferItem(last)
        item.holds = Self.config(last.previous)?.isSame(as: held) == true ? .previous : .other
        return item
    }

    /// Detail in the journal of a transfer that was sent unverified and read later.
    private static let settledLater = "sent unverified; looked at later"

    func end(
        _ id: Int64, _ outcome: SyncOutcome, _ detail: String, _ findings: inout Findings
    ) async throws {
        try await store.configs.endTransfers(
            [id], outcome: outcome, detail: detail, device: findings.stored,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
    }

    /// Compares interrupted transfers with the config that the device holds now, and closes them.
    func settleLeftovers(_ findings: inout Findings) async throws {
        var open = try await store.configs.transfers(of: findings.identity.device, isOpen: true)
        if open.isEmpty, wish.action == .read || wish.action == .save, let item = try await overtaken(findings) {
            findings.report.interrupted.append(item)
        }
        // The device can be read now.
        if findings.held != nil, let last = try await lastSent(findings),
            last.outcome == SyncOutcome.unverified
        {
            open.append(last)
        }
        let trialPrevious = try await trials(findings).previous
        for transfer in open {
            var item = ConfigTransferItem(transfer)
            var outcome = SyncOutcome.unknown
            if let held = findings.held {
                let wanted = Self.config(transfer.wanted)
                let isTrial = transfer.action == StoredConfigTransfer.trial
                let previous = Self.config(transfer.previous ?? (isTrial ? trialPrevious : nil))
                if let wanted, wanted.differences(from: held.config, profile: findings.profile).isEmpty {
                    item.holds = .wanted
                    // The config does not show whether it was saved.
                    outcome = transfer.phase == .saving ? .unknown : .applied
                } else if let previous, previous.isSame(as: held.config) {
                    item.holds = .previous
                    outcome = .notApplied
                } else {
                    item.holds = .other
                    outcome = wanted == nil || transfer.phase == .saving ? .unknown : .partiallyApplied
                }
            }
            findings.report.interrupted.append(item)
            // If the device could not be read, the transfer stays open until it can.
            guard findings.held != nil else { continue }
            try await store.configs.endTransfers(
                [transfer.id], outcome: outcome,
                detail: transfer.outcome == SyncOutcome.unverified
                    ? Self.settledLater : "cut short while \(transfer.phase.words); looked at later", device: nil,
                atMicroseconds: Timestamp.now.microsecondsSince1970)
        }
    }
}

extension [StoredConfigTransfer] {
    /// Last transfer that sent a text, where the array holds one device's transfers, newest first.
    var lastSent: StoredConfigTransfer? {
        first { $0.action != ConfigAction.save.rawValue && $0.action != ConfigAction.reset.rawValue }
    }
}

extension DeviceConfig.Entry {
    fileprivate func isPattern(_ kind: PatternKind) -> Bool {
        (try? Pattern(kind, text, deviceType: deviceType, isCaseSensitive: isCaseSensitive)) != nil
    }
}

extension TransferPhase {
    /// Words that continue "cut short while …".
    fileprivate var words: String {
        switch self {
        case .begun: "nothing had been sent"
        case .writing: "it was sent"
        case .written: "it was to be read back"
        case .saving: "it was to be kept"
        }
    }
}
