/// Something of a config that a device cannot be told.
package enum ConfigLoss: Sendable, Hashable {
    /// That the capitals of an entry count. The entry is sent all the same, and matches there whatever its capitals.
    case capitals(Pattern.Key)
    case setting(ScanSetting)
    /// None of its entries is sent.
    case list(PatternKind)
    /// Its entries are sent, and the device never finds what they mean.
    case deaf(PatternKind)
    /// The device holds it, and cannot keep it over a restart: it has more bytes than the most that are kept.
    case unkept(bytes: Int, most: Int)
}

extension DeviceConfig {
    /// What of this config is lost on a device, because its dialect has no word for it, because the device has no such thing or
    /// because it does not work there. Nothing is lost with entries that are disabled.
    ///
    /// - Parameter held: What the device holds, by which it is known what it has; nil: only its kind counts.
    package func losses(on profile: DeviceProfile, to held: DeviceConfig?) -> [ConfigLoss] {
        let dialect = profile.dialect
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
            if profile.deafLists.contains(kind), !sent.isEmpty, held.map({ $0.lists[kind] != nil }) ?? true {
                losses.append(.deaf(kind))
            }
        }
        return losses
    }
}
