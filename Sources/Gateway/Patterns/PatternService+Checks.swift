import FlockFinder
import GatewayModel
import Store

/// What patterns are worth.
extension PatternService {
    /// Looks at the patterns that are kept, or at those of a file.
    ///
    /// - Throws: `PatternFileFault`, ``PatternError/fileTooLong(bytes:limit:)``, `StoreError`.
    public func validate(_ order: PatternValidationOrder) async throws -> PatternValidation {
        guard let text = order.text else {
            return validation(of: try await all().compactMap(\.entry), settings: try await store.scanSettings())
        }
        let file = try Self.file(text)
        let plan = PatternImport(file, into: [], current: [:])
        var patterns: [PatternEntry] = []
        var refused: [PatternImportRow] = []
        var (refusedCount, repeatedCount) = (0, 0)
        for line in plan.lines {
            switch line.outcome {
            case .added(let entry), .changed(_, let entry), .unchanged(let entry): patterns.append(entry)
            case .repeated: repeatedCount += 1
            case .refused:
                refusedCount += 1
                if refused.count < Self.tellingLimit, let row = row(line, of: file) { refused.append(row) }
            }
        }
        var result = validation(of: patterns, settings: file.settings)
        result.refused = refused
        result.refusedCount = refusedCount
        result.repeatedCount = repeatedCount
        result.unknownKeys = file.unknownKeys
        result.unknownKeyCount = file.unknownKeyCount
        return result
    }

    /// Which patterns match what was heard, disabled ones too.
    ///
    /// - Throws: `PatternFault` for what is no address, UUID or company; ``PatternError/nothingAsked``; `StoreError`.
    public func match(_ question: PatternQuestion) async throws -> PatternMatches {
        let heard = try Self.heard(question)
        guard !heard.isEmpty else { throw PatternError.nothingAsked }
        let patterns = try await all()
        return PatternMatches(
            matches: heard.flatMap { kind, value in
                patterns.filter { $0.pattern.kind == kind && $0.pattern.matches(value) }.map { stored in
                    PatternMatch(
                        pattern: PatternDescription(stored), value: value, reason: stored.pattern.matchReason)
                }
            })
    }

    private static func heard(_ question: PatternQuestion) throws -> [(PatternKind, String)] {
        var heard: [(PatternKind, String)] = []
        if let ssid = question.ssid { heard.append((.ssid, ssid)) }
        if let address = question.address { heard.append((.mac, try Pattern.normalised(address, .mac))) }
        if let name = question.name { heard.append((.bleName, name)) }
        for uuid in question.uuids ?? [] { heard.append((.bleUUID, try Pattern.normalised(uuid, .bleUUID))) }
        for company in question.manufacturers ?? [] {
            heard.append((.bleManufacturer, try Pattern.normalised(company, .bleManufacturer)))
        }
        return heard
    }

    private func validation(of entries: [PatternEntry], settings: [ScanSetting: Int]) -> PatternValidation {
        let patterns = entries.map(\.pattern)
        return PatternValidation(
            kinds: PatternKind.allCases.map { kind in
                let ofKind = patterns.filter { $0.kind == kind }
                return PatternKindCount(
                    kind: kind.rawValue, count: ofKind.count, enabled: ofKind.count(where: \.isEnabled))
            }, nearDuplicates: PatternNotes(NearDuplicates(patterns).found),
            devices: DeviceProfile.bundled.map { PatternFit(of: entries.filter(\.pattern.isEnabled), settings, in: $0) }
        )
    }
}

extension PatternFit {
    fileprivate init(of entries: [PatternEntry], _ settings: [ScanSetting: Int], in profile: DeviceProfile) {
        var config = DeviceConfig(settings: settings)
        for kind in PatternKind.onDevices { config.lists[kind] = [] }
        var confidence: [Pattern.Key: Int] = [:]
        for entry in entries where PatternKind.onDevices.contains(entry.pattern.kind) {
            config.lists[entry.pattern.kind, default: []].append(DeviceConfig.Entry(entry.pattern))
            confidence[entry.pattern.key] = entry.confidence
        }
        self.init(
            device: profile.name, title: profile.title, bytes: profile.dialect.encode(config).count,
            excess: profile.excesses(of: config) { confidence[$0] ?? 0 }.map(PatternExcess.init))
    }
}

extension PatternExcess {
    fileprivate init(_ excess: DeviceProfile.Excess) {
        let (limit, kind): (String, PatternKind?) =
            switch excess.limit {
            case .entries(let kind): ("entries", kind)
            case .addressDigits: ("address-digits", .mac)
            case .text: ("text", nil)
            case .saved: ("saved", nil)
            case .pool: ("pool", nil)
            }
        self.init(
            limit: limit, kind: kind?.rawValue, count: excess.count, most: excess.most,
            disable: excess.toDisable.prefix(PatternService.tellingLimit).map { PatternReference($0) })
    }
}

extension Pattern {
    /// - Parameter value: Of what the kind is compared with: a name as it is, anything else normalised.
    fileprivate func matches(_ value: String) -> Bool {
        switch kind {
        case .ssid: isCaseSensitive ? value.contains(text) : value.lowercased().contains(text.lowercased())
        case .bleName: value.lowercased().contains(text.lowercased())
        case .mac: value.hasPrefix(text)
        case .bleUUID, .bleManufacturer: value == text
        }
    }

    fileprivate var matchReason: String {
        switch kind {
        case .ssid: "the network's name contains \(text)" + (isCaseSensitive ? "" : ", whatever its capitals")
        case .bleName: "the device's name contains \(text), whatever its capitals"
        case .mac: "the address begins with \(text)"
        case .bleUUID: "the service is advertised"
        case .bleManufacturer: "the company is advertised"
        }
    }
}
