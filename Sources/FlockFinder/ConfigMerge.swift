import LineFormats

/// Three-way merge of the host's config and a device's, against the config that both had when they
/// last agreed (the base).
///
/// A disabled entry matches nothing, and so counts as absent. On the device, the entry stays,
/// disabled, if either side has it disabled; it is removed only if the host does not have it at
/// all.
package struct ConfigMerge: Sendable, Hashable {
    package enum Item: Sendable, Hashable {
        case setting(ScanSetting)
        case entry(Pattern.Key)
    }

    /// Value of an item on one side; nil = the side does not state it, or does not have it.
    package enum Value: Sendable, Hashable {
        case number(Int)
        case deviceType(String)
    }

    /// Change that one side adopts from the other.
    package struct Change: Sendable, Hashable {
        package let item: Item
        package let from: Value?
        package let to: Value?

        package init(item: Item, from: Value?, to: Value?) {
            self.item = item
            self.from = from
            self.to = to
        }
    }

    /// Both sides changed the same item, in different ways.
    package struct Conflict: Sendable, Hashable {
        package let item: Item
        package let base: Value?
        package let host: Value?
        package let device: Value?

        package init(item: Item, base: Value?, host: Value?, device: Value?) {
            self.item = item
            self.base = base
            self.host = host
            self.device = device
        }
    }

    package enum Preference: String, Word {
        case host, device
    }

    /// Config that the device should hold. Where a conflict is unresolved, it has the device's
    /// value.
    package private(set) var merged: DeviceConfig
    /// Config that both sides agree on after this merge: the base of the next one. Where a conflict
    /// is unresolved, it has the old base's value.
    package private(set) var base: DeviceConfig
    /// Changes that the host adopts from the device, in the order of the lists.
    package private(set) var toHost: [Change] = []
    /// Changes that the device adopts from the host.
    package private(set) var toDevice: [Change] = []
    /// Conflicts that are unresolved.
    package private(set) var conflicts: [Conflict] = []

    /// - Parameters:
    ///   - base: Nil if the sides never agreed. Nothing then counts as removed, and an item that
    ///     only one side has counts as new there.
    ///   - host: Items that it does not state stay as they are on the device.
    ///   - prefer: Side that wins where both changed an item.
    package init(base: DeviceConfig?, host: DeviceConfig, device: DeviceConfig, prefer: Preference? = nil) {
        merged = DeviceConfig(version: device.version)
        self.base = DeviceConfig(version: device.version)
        for setting in ScanSetting.allCases {
            // A setting that the device does not report does not exist there.
            guard let there = device.settings[setting] else { continue }
            let value = settle(
                .setting(setting), base: base?.settings[setting].map { .number($0) },
                host: .number(host.settings[setting] ?? there), device: .number(there), prefer)
            if case .number(let number) = value.merged { merged.settings[setting] = number }
            if case .number(let number) = value.base { self.base.settings[setting] = number }
        }
        for kind in PatternKind.onDevices {
            // If the device does not have the list at all, there is nothing to merge.
            guard device.lists[kind] != nil else { continue }
            merge(kind, base: base, host: host, device: device, prefer)
        }
    }

    private mutating func merge(
        _ kind: PatternKind, base: DeviceConfig?, host: DeviceConfig, device: DeviceConfig, _ prefer: Preference?
    ) {
        let (old, ours, theirs) = (Side(base, kind), Side(host, kind), Side(device, kind))
        var keys: [Pattern.Key] = []
        var seen: Set<Pattern.Key> = []
        // Entries keep the device's order, and new ones follow: an unchanged config is written as
        // it was.
        for key in theirs.order + ours.order + old.order where seen.insert(key).inserted { keys.append(key) }
        merged.lists[kind] = []
        self.base.lists[kind] = []
        for key in keys {
            let isStated = host.lists[kind] != nil
            let value = settle(
                .entry(key), base: old[key], host: isStated ? ours[key] : theirs[key], device: theirs[key], prefer)
            let entry = ours.entries[key] ?? theirs.entries[key] ?? old.entries[key]
            if case .deviceType(let type) = value.merged, let entry {
                merged.lists[kind]?.append(entry.of(type))
            } else if let disabled = theirs.disabled(key) ?? ours.disabled(key, as: theirs.entries[key]) {
                merged.lists[kind]?.append(disabled)
            }
            if case .deviceType(let type) = value.base, let entry { self.base.lists[kind]?.append(entry.of(type)) }
        }
    }

    private mutating func settle(
        _ item: Item, base: Value?, host: Value?, device: Value?, _ prefer: Preference?
    ) -> (merged: Value?, base: Value?) {
        if host == device { return (host, host) }
        let winner: Preference
        if host == base {
            winner = .device
        } else if device == base {
            winner = .host
        } else if let prefer {
            winner = prefer
        } else {
            conflicts.append(Conflict(item: item, base: base, host: host, device: device))
            return (device, base)
        }
        switch winner {
        case .host:
            toDevice.append(Change(item: item, from: device, to: host))
            return (host, host)
        case .device:
            toHost.append(Change(item: item, from: host, to: device))
            return (device, device)
        }
    }

    /// Entries of a list, each key once: an enabled entry wins over a disabled one, and of two
    /// enabled ones the last wins.
    private struct Side {
        var order: [Pattern.Key] = []
        var entries: [Pattern.Key: DeviceConfig.Entry] = [:]

        init(_ config: DeviceConfig?, _ kind: PatternKind) {
            for entry in config?[kind] ?? [] {
                let key = Pattern.Key(kind, entry)
                if entries[key] == nil { order.append(key) }
                if entry.isEnabled || entries[key]?.isEnabled != true { entries[key] = entry }
            }
        }

        subscript(key: Pattern.Key) -> Value? {
            entries[key].flatMap { $0.isEnabled ? .deviceType($0.deviceType) : nil }
        }

        /// Returns the entry if it is disabled on this side.
        ///
        /// - Parameter there: The other side's version of the entry; if given, a disabled copy of
        ///   it is returned.
        func disabled(_ key: Pattern.Key, as there: DeviceConfig.Entry? = nil) -> DeviceConfig.Entry? {
            guard let entry = entries[key], !entry.isEnabled else { return nil }
            var disabled = there ?? entry
            disabled.isEnabled = false
            return disabled
        }
    }
}

extension DeviceConfig.Entry {
    fileprivate func of(_ deviceType: String) -> DeviceConfig.Entry {
        var entry = self
        entry.deviceType = deviceType
        entry.isEnabled = true
        return entry
    }
}
