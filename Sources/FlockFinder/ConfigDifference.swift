/// A difference between the config a device holds and the config it should hold.
package enum ConfigDifference: Sendable, Hashable {
    package enum Cause: Sendable, Hashable {
        /// The list has as many entries as the device keeps.
        case limit(Int)
        /// The cause is not known.
        case unknown
    }

    case setting(ScanSetting, wanted: Int, found: Int?)
    case missing(Pattern.Key, Cause)
    /// The entry should have been removed, or another client has added it.
    case unexpected(Pattern.Key)
    case deviceType(Pattern.Key, wanted: String, found: String)
    case enabled(Pattern.Key, wanted: Bool)
    case version(wanted: Int, found: Int)
}

extension DeviceConfig {
    /// Returns the differences of `found` from this config. The order of entries does not matter,
    /// and neither do settings and lists that this config does not have.
    ///
    /// - Parameter profile: Limits of the device, from which the causes are derived.
    package func differences(from found: DeviceConfig, profile: DeviceProfile?) -> [ConfigDifference] {
        var differences: [ConfigDifference] = []
        if found.version != version { differences.append(.version(wanted: version, found: found.version)) }
        for setting in ScanSetting.allCases {
            guard let wanted = settings[setting], found.settings[setting] != wanted else { continue }
            differences.append(.setting(setting, wanted: wanted, found: found.settings[setting]))
        }
        for kind in PatternKind.onDevices where lists[kind] != nil {
            differences += entryDifferences(from: found, in: kind, limit: profile?.entries[kind])
        }
        return differences
    }

    private func entryDifferences(from found: DeviceConfig, in kind: PatternKind, limit: Int?) -> [ConfigDifference] {
        let isFull = limit.map { found[kind].count >= $0 } ?? false
        let there = Dictionary(found[kind].map { (Pattern.Key(kind, $0), $0) }) { first, _ in first }
        var wantedKeys: Set<Pattern.Key> = []
        var differences: [ConfigDifference] = []
        for entry in self[kind] {
            let key = Pattern.Key(kind, entry)
            guard wantedKeys.insert(key).inserted else { continue }
            if let other = there[key] {
                if other.deviceType != entry.deviceType {
                    differences.append(.deviceType(key, wanted: entry.deviceType, found: other.deviceType))
                }
                if other.isEnabled != entry.isEnabled {
                    differences.append(.enabled(key, wanted: entry.isEnabled))
                }
            } else {
                differences.append(.missing(key, isFull ? .limit(limit ?? 0) : .unknown))
            }
        }
        // A disabled entry counts as absent.
        let extra = found[kind].filter(\.isEnabled).map { Pattern.Key(kind, $0) }.filter { !wantedKeys.contains($0) }
        return differences + extra.map { .unexpected($0) }
    }
}
