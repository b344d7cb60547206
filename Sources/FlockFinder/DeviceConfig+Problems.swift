/// Something in a config that a device takes and that a person would not have meant.
package enum ConfigProblem: Sendable, Hashable {
    /// No pattern, by `fault`; ``PatternFault/empty`` matches everything.
    case badEntry(PatternKind, index: Int, text: String, fault: PatternFault)
    /// The same text, in whatever spelling, stands there before.
    case repeated(PatternKind, index: Int, text: String)
    case outOfRange(ScanSetting, Int)
}

extension DeviceConfig {
    /// What a person would not have meant, in the order of the config.
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
