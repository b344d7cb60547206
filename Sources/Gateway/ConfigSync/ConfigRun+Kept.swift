import FlockFinder
import GatewayModel
import JSONLines
import Store

/// Writes to the store: changes of the tables, the agreed config, and the journal of transfers.
extension ConfigRun {
    /// By the tables as they are then: a device takes seconds, in which somebody may have changed them.
    ///
    /// - Parameter isForced: Whether the device's word counts, whatever the tables say by then.
    /// - Returns: What of it the tables say otherwise by then than the merge went by. That is left as it is.
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
            try await store.changePatterns(
                patterns, settings: settings, undoableAs: wish.action == .sync ? .sync : .pull,
                atMicroseconds: Timestamp.now.microsecondsSince1970)
            return overtaken
        }
    }

    /// What makes an entry of a device one of the tables.
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

    /// Both sides hold this now.
    func agree(on base: DeviceConfig, _ findings: inout Findings) async throws {
        guard var stored = findings.stored, let profile = findings.profile else { return }
        // What the tables cannot take is not agreed on: it would seem to have been removed from them.
        var base = base
        for (kind, entries) in base.lists { base.lists[kind] = entries.filter { $0.isPattern(kind) } }
        stored.base = profile.dialect.encode(base)
        stored.syncedMicroseconds = Timestamp.now.microsecondsSince1970
        findings.stored = stored
        try await store.keepConfigDevice(stored)
    }

    /// Texts that the device may hold: what it was seen with, what it was sent, and what it had from the factory.
    func known(_ findings: Findings) async throws -> [[UInt8]] {
        let stored = findings.stored
        let transfers = try await store.configTransfers(of: findings.identity.device)
        let texts = [stored?.held, stored?.saved] + transfers.flatMap { [$0.wanted, $0.previous] }
        return texts.compactMap(\.self) + [DeviceProfile.factory]
    }

    // MARK: The journal

    /// As it stands in the journal.
    var action: String { order.trial == true ? StoredConfigTransfer.trial : wish.action.rawValue }

    /// What `restore` brings back: after trials what the first of them replaced.
    func replaced(_ findings: Findings) async throws -> [UInt8]? {
        // Where it cannot be read, what it told last is better than nothing.
        let text = findings.held.flatMap { $0.text.isEmpty ? nil : $0.text } ?? findings.stored?.held
        // What a trial has left is nothing to bring back.
        let trials = try await trials(findings)
        if order.trial == true { return trials.transfers.isEmpty ? text : nil }
        return try await trialLeft(findings) == nil ? text : trials.previous ?? text
    }

    /// Writes down what became of a transfer.
    func settle(
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
        findings.report.outcome = outcome
        if let found {
            findings.report.differences = wanted.differences(from: found.config, profile: findings.profile)
                .map { ConfigDifferenceItem($0) }
        } else {
            findings.held = nil
        }
        // What the device holds is to be looked at, so it stays open.
        if outcome == .unknown { return }
        try await store.endConfigTransfers(
            [id], outcome: outcome, detail: failure.map { service.configuration.describe($0).message } ?? "",
            device: nil, atMicroseconds: Timestamp.now.microsecondsSince1970)
    }

    /// Writes down that a text was sent and taken, by the device's word alone: also of a device that was never read.
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

    /// The last transfer that sent a text.
    private func lastSent(_ findings: Findings) async throws -> StoredConfigTransfer? {
        try await store.configTransfers(of: findings.identity.device).lastSent
    }

    /// Whether the device may still gather a text whose end never came, as far as this host has sent it.
    func mayGather(_ findings: Findings) async throws -> Bool {
        guard let last = try await lastSent(findings) else { return false }
        return ![.applied, .appliedAndSaved, .unverified].contains(last.outcome)
    }

    /// The transfer that has left neither what it was to bring nor what was there before; nil where the last one has not.
    func leftHalf(_ held: HeldConfig, _ findings: Findings) async throws -> Int64? {
        guard let last = try await lastSent(findings) else { return nil }
        let resets = try await store.configTransfers(of: findings.identity.device)
            .filter { $0.action == ConfigAction.reset.rawValue && $0.id > last.id }
        guard !resets.contains(where: { $0.outcome == SyncOutcome.appliedAndSaved }) else { return nil }
        // It was sent whole; what the device holds now somebody has put there.
        if last.detail == Self.settledLater { return nil }
        let isClear: [SyncOutcome?] = [.applied, .appliedAndSaved, .notApplied]
        guard !isClear.contains(last.outcome) else { return nil }
        // Of a reset whose answer was lost nobody knows whether it came about.
        let texts = [last.wanted, last.previous].compactMap(\.self) + (resets.isEmpty ? [] : [DeviceProfile.factory])
        let isWhole = texts.contains { Self.config($0)?.isSame(as: held.config) ?? false }
        return isWhole ? nil : last.id
    }

    /// Trials after which what was there before was not put back.
    private struct Trials {
        /// The newest last.
        var transfers: [StoredConfigTransfer] = []
        /// What the device held before the first.
        var previous: [UInt8]? { transfers.first?.previous }
    }

    /// Trials after which nothing else has arrived whole, as far as is known.
    private func trials(_ findings: Findings) async throws -> Trials {
        let arrived: [SyncOutcome?] = [.applied, .appliedAndSaved, .unverified]
        let transfers = try await store.configTransfers(of: findings.identity.device).filter {
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

    /// The trial whose made-up config the device still holds.
    func trialLeft(_ findings: Findings) async throws -> StoredConfigTransfer? {
        let trials = try await trials(findings)
        guard let held = findings.held?.config else { return nil }
        func isHeld(_ text: [UInt8]?) -> Bool {
            // Of what was too much the device has dropped the rest.
            Self.config(text)?.differences(from: held, profile: findings.profile).allSatisfy {
                if case .missing(_, .limit) = $0 { true } else { false }
            } ?? false
        }
        return isHeld(trials.previous) ? nil : trials.transfers.last { isHeld($0.wanted) }
    }

    /// What the device held once by a transfer, and holds no more, though nothing was sent since.
    private func overtaken(_ findings: Findings) async throws -> ConfigTransferItem? {
        guard let held = findings.held?.config, let last = try await lastSent(findings),
            [.applied, .appliedAndSaved].contains(last.outcome),
            try await store.configTransfers(of: findings.identity.device)
                .allSatisfy({ $0.id <= last.id || $0.action == ConfigAction.save.rawValue })
        else { return nil }
        guard let wanted = Self.config(last.wanted), !wanted.differences(from: held, profile: findings.profile).isEmpty
        else { return nil }
        var item = ConfigTransferItem(last)
        item.holds = Self.config(last.previous)?.isSame(as: held) == true ? .previous : .other
        return item
    }

    /// Of a transfer that was sent unverified.
    private static let settledLater = "sent unverified; looked at later"

    func end(
        _ id: Int64, _ outcome: SyncOutcome, _ detail: String, _ findings: inout Findings
    ) async throws {
        try await store.endConfigTransfers(
            [id], outcome: outcome, detail: detail, device: findings.stored,
            atMicroseconds: Timestamp.now.microsecondsSince1970)
    }

    /// Says of transfers that were cut short what the device holds now, and closes them.
    func settleLeftovers(_ findings: inout Findings) async throws {
        var open = try await store.configTransfers(of: findings.identity.device, isOpen: true)
        if open.isEmpty, wish.action == .read || wish.action == .save, let item = try await overtaken(findings) {
            findings.report.interrupted.append(item)
        }
        // It can be read after all.
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
                    // Whether it was saved cannot be seen in the config that it holds.
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
            // What nobody could read stays open, so that the next look tells.
            guard findings.held != nil else { continue }
            try await store.endConfigTransfers(
                [transfer.id], outcome: outcome,
                detail: transfer.outcome == SyncOutcome.unverified
                    ? Self.settledLater : "cut short while \(transfer.phase.words); looked at later", device: nil,
                atMicroseconds: Timestamp.now.microsecondsSince1970)
        }
    }
}

extension [StoredConfigTransfer] {
    /// Of transfers to one device, the newest first: the last that sent a text.
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
    /// As in "cut short while …".
    fileprivate var words: String {
        switch self {
        case .begun: "nothing had been sent"
        case .writing: "it was sent"
        case .written: "it was to be read back"
        case .saving: "it was to be kept"
        }
    }
}
