import Advertising
import FlockFinder
import GatewayModel
import Store

/// Checks of patterns.
extension PatternService {
    /// Checks the stored patterns, or those of a file.
    ///
    /// - Throws: `PatternFileFault`, ``PatternError/fileTooLong(bytes:limit:)``, `StoreError`.
    package func validate(_ order: PatternValidationOrder) async throws -> PatternValidation {
        guard let text = order.text else {
            return validation(
                of: try await all().compactMap(\.entry), settings: try await store.patterns.scanSettings())
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

    /// Returns the patterns that match some values, including disabled patterns. The values are
    /// compared in the same way as adverts.
    ///
    /// - Throws: `PatternFault` for an invalid address, UUID or company;
    ///   ``PatternError/nothingAsked``; `StoreError`.
    package func match(_ question: PatternQuestion) async throws -> PatternMatches {
        let heard = try Self.heard(question)
        guard !heard.isEmpty else { throw PatternError.nothingAsked }
        let patterns = try await all()
        return PatternMatches(
            matches: heard.flatMap { heard in
                let candidates = patterns.filter { $0.pattern.kind == heard.kind }
                let matcher = PatternMatcher(
                    candidates.enumerated().map { index, stored in
                        var pattern = stored.pattern
                        pattern.isEnabled = true
                        return (pattern, index)
                    })
                return heard.matches(by: matcher).map { match in
                    let stored = candidates[match.index]
                    return MatchedPattern(
                        pattern: PatternDescription(stored), value: heard.value, reason: stored.pattern.matchReason)
                }
            })
    }

    private static func heard(_ question: PatternQuestion) throws -> [HeardValue] {
        var heard: [HeardValue] = []
        if let ssid = question.ssid { heard.append(HeardValue(kind: .ssid, value: ssid)) }
        if let address = question.address {
            let text = try Pattern.normalised(address, .mac)
            guard BluetoothAddress(text) != nil else { throw PatternFault.notAnAddress(address) }
            heard.append(HeardValue(kind: .mac, value: text))
        }
        if let name = question.name { heard.append(HeardValue(kind: .bleName, value: name)) }
        for uuid in question.uuids ?? [] {
            heard.append(HeardValue(kind: .bleUUID, value: try Pattern.normalised(uuid, .bleUUID)))
        }
        for company in question.manufacturers ?? [] {
            heard.append(
                HeardValue(kind: .bleManufacturer, value: try Pattern.normalised(company, .bleManufacturer)))
        }
        return heard
    }

    private func validation(of entries: [PatternEntry], settings: [ScanSetting: Int]) -> PatternValidation {
        let patterns = entries.map(\.pattern)
        return PatternValidation(
            kinds: PatternKind.allCases.map { kind in
                let ofKind = patterns.filter { $0.kind == kind }
                return PatternKindCount(
                    kind: kind, count: ofKind.count, enabled: ofKind.count(where: \.isEnabled))
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
            case .readable: ("readable", nil)
            }
        self.init(
            limit: limit, kind: kind, count: excess.count, most: excess.most,
            disable: excess.toDisable.prefix(PatternService.tellingLimit).map { PatternReference($0) },
            disableCount: excess.toDisable.count)
    }
}

/// A value to compare, in the spelling of patterns.
private struct HeardValue {
    let kind: PatternKind
    let value: String

    /// - Parameter matcher: Matcher for patterns of this kind only.
    func matches(by matcher: PatternMatcher) -> [PatternMatch] {
        var matches: [PatternMatch] = []
        switch kind {
        case .ssid:
            let name = Array(value.utf8)
            matcher.match(nil, ssid: name.span.bytes, into: &matches)
        case .mac:
            let nameless: [UInt8] = []
            matcher.match(BluetoothAddress(value), ssid: nameless.span.bytes, into: &matches)
        case .bleName, .bleUUID, .bleManufacturer:
            let advert = advert
            matcher.match(BluetoothAddress(0), advert.span.bytes, into: &matches)
        }
        return matches
    }

    /// Bytes of the AD structure that contains the value.
    private var advert: [UInt8] {
        let (type, content): (ADType, [UInt8]) =
            switch kind {
            case .bleName: (.completeLocalName, Array(value.utf8.prefix(Pattern.nameLimit)))
            case .bleUUID:
                // As 128 bits: every UUID can be written so.
                (.completeUUIDs128, bytes(BluetoothUUID(value)?.value ?? 0))
            default: (.manufacturerData, bytes(UInt16(value, radix: 16) ?? 0))
            }
        return [UInt8(content.count + 1), type.rawValue] + content
    }

    private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension Pattern {
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
