/// Something of a config that a device cannot be told.
public enum ConfigLoss: Sendable, Hashable {
    /// That the capitals of an entry count. The entry is sent all the same, and matches there whatever its capitals.
    case capitals(Pattern.Key)
    case setting(ScanSetting)
    /// None of its entries is sent.
    case list(PatternKind)
}

extension DeviceConfig {
    /// What of this config a device cannot be told, because its dialect has no word for it or because the device has no such
    /// thing. Entries that are disabled are not sent, and so not lost.
    ///
    /// - Parameter held: What the device holds, by which it is known what it has; nil: only the dialect counts.
    public func losses(in dialect: ConfigDialect, to held: DeviceConfig?) -> [ConfigLoss] {
        var losses: [ConfigLoss] = ScanSetting.allCases.filter { setting in
            guard settings[setting] != nil else { return false }
            return !dialect.settings.contains(setting) || held.map { $0.settings[setting] == nil } ?? false
        }.map { .setting($0) }
        for kind in PatternKind.onDevices {
            let sent = self[kind].filter(\.isEnabled)
            if let held, held.lists[kind] == nil {
                if !sent.isEmpty { losses.append(.list(kind)) }
            } else if !dialect.tellsCase(of: kind) {
                losses += sent.map { Pattern.Key(kind, $0) }.filter(\.isCaseSensitive).map { .capitals($0) }
            }
        }
        return losses
    }
}
