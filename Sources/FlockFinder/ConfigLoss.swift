/// Part of a config that a device cannot receive, use or keep.
package enum ConfigLoss: Sendable, Hashable {
    /// The case sensitivity of an entry. The entry is sent anyway, and matches whatever its
    /// capitals.
    case capitals(Pattern.Key)
    case setting(ScanSetting)
    /// A whole list: none of its entries is sent.
    case list(PatternKind)
    /// A list whose entries are sent, but never match on the device.
    case deaf(PatternKind)
    /// The device holds the config but loses it at a restart: it has more bytes than the device
    /// saves.
    case unkept(bytes: Int, most: Int)
}

extension DeviceConfig {
    /// Returns the parts of this config that are lost on a device: its dialect cannot express them,
    /// the device does not have them, or they do not work there. Disabled entries do not count.
    ///
    /// - Parameter held: Config that the device holds, which shows the settings and lists it has;
    ///   nil = only the kind of device counts.
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
