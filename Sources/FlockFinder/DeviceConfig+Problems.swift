/// Part of a config that a device accepts but that is probably a mistake.
package enum ConfigProblem: Sendable, Hashable {
    /// Not a pattern, for the reason in `fault`; ``PatternFault/empty`` matches everything.
    case badEntry(PatternKind, index: Int, text: String, fault: PatternFault)
    /// An earlier entry has the same text, perhaps in another spelling.
    case repeated(PatternKind, index: Int, text: String)
    case outOfRange(ScanSetting, Int)
}

extension DeviceConfig {
    /// Probable mistakes, in the order of the config.
    package var problems: [ConfigProblem] {
        var problems: [ConfigProblem] = []
        for setting in ScanSetting.allCases {
            if let value = settings[setting], !setting.range.contains(value) {
                problems.append(.outOfRange(setting, value))
            }
        }
        for kind in PatternKind.onDevices {
            var seen: Set<Pattern.Key> = []
            for (index, entry) in self[kind].enumerated() {
                do {
                    _ = try Pattern(
                        kind, entry.text, deviceType: entry.deviceType, isCaseSensitive: entry.isCaseSensitive)
                } catch {
                    problems.append(.badEntry(kind, index: index, text: entry.text, fault: error))
                }
                if !seen.insert(Pattern.Key(kind, entry)).inserted {
                    problems.append(.repeated(kind, index: index, text: entry.text))
                }
            }
        }
        return problems
    }
}
